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

const DIRECTION_MARKS = String.raw`[\u061c\u200e\u200f\u202a-\u202e\u2060-\u206f]`;
const WITHOUT_SHAPE = String.raw`[\u00ad\u180e\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+`;
/** Joiners and zero-width spaces have a use in emoji, and after letters of scripts like Persian, Hindi or Thai. */
const NEEDED_AFTER = String.raw`\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\p{M}|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{L}`;
const ZERO_WIDTH = String.raw`(?<!${NEEDED_AFTER})[\u200b-\u200d]`;
/** The flag of a region, such as Wales: a black flag, and its letters without a shape. */
const FLAG = String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]{3,8}\u{e007f}`;
const UNSEEN = new RegExp(`(${FLAG})|${DIRECTION_MARKS}|${WITHOUT_SHAPE}|${ZERO_WIDTH}`, "gu");

/**
 * A text that a person typed and others read, without characters that nobody can see: marks that would change the order
 * of the text around it, and characters that hide words from a search.
 */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, (_, flag: string | undefined) => flag ?? "");
}

// The Unicode blocks of Hebrew, Arabic, Syriac, Thaana, N'Ko and younger scripts.
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A person's text as it stands within other text, such as a title: if it is written from right to left, the text after it
 * keeps its order. Texts that were stored before `withoutUnseen` may still have marks.
 */
export function isolated(text: string): string {
  const plain = withoutUnseen(text);
  // First strong isolate and its end.
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/**
 * Removes marks of direction from a whole title or subject. Names that were stored before `withoutUnseen` was used can
 * have such marks. The marks of `isolated` stay.
 */
export function withoutOverrides(text: string): string {
  return text.replace(/[\u200e\u200f\u202a-\u202e]/g, "");
}

function withoutAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Lower case without accents, "ß" as "ss". Use it to compare whole words and sentences. */
export function comparable(text: string): string {
  return withoutAccents(text).replace(/ß/g, "ss");
}

/**
 * Lower case without accents, with every character at its original position and length. A match is therefore at the
 * same position in `text`. Combining accents stay: normalize such text to NFC first.
 */
export function foldedInPlace(text: string): string {
  return text.replace(/[^\0-\x7f]|[A-Z]/gu, (letter) => {
    const plain = withoutAccents(letter);
    return plain.length === letter.length ? plain : letter;
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text for HTML or XML, also within an attribute. */
export function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}

/** The shortest and the longest password, in UTF-16 units, as Better Auth counts them. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
