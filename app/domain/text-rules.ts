/** Lone surrogates and NUL cannot be stored; the other control characters cannot be read. Line breaks and tabs are fine in paragraphs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

/** Whether a text can be stored and shown. */
export function isWritable(text: string): boolean {
  return !UNWRITABLE.test(text);
}

/** Whether there is nothing to see in a text: white space and characters that are drawn as nothing. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

/** One line: trimmed, inner white space folded to single spaces. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** Length as PostgreSQL counts it: code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
