/**
 * The database cannot store lone surrogates and NUL, and readers cannot see the other control characters. Line breaks
 * and tabs are allowed in paragraphs.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

export function isWritable(text: string): boolean {
  return !UNWRITABLE.test(text);
}

/** Whether a text is invisible: only white space and characters without a shape. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** Length as PostgreSQL counts it: code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
