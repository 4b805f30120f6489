export type Piece = { readonly text: string; readonly hit: boolean };

/** In characters, before the first match. */
const BEFORE = 24;
const MAX_CHARACTERS = 120;

// What PostgreSQL's `unaccent` makes of letters that do not consist of a base letter and an accent.
const SPELLED: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ı: "i",
};

function spelledPlainly(character: string): string {
  const plain = character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return SPELLED[plain] ?? plain;
}

/** The words of a search. A search without letters and digits is split at white space instead. */
export function searchedWords(q: string): readonly string[] {
  const words = q.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
  return words.length > 0 ? words : q.split(/\s+/).filter((word) => word !== "");
}

/**
 * The part of a message around the first match, with each match marked: a searched word at the beginning of a word,
 * regardless of accents and case.
 */
export function snippetOf(message: string, q: string): readonly Piece[] {
  const characters = Array.from(message);
  const marked = marksIn(characters, searchedWords(q));
  const first = marked.indexOf(true);
  const from = first > BEFORE ? wordBegin(characters, first - BEFORE) : 0;
  const to = Math.min(characters.length, from + MAX_CHARACTERS);
  const pieces: { text: string; hit: boolean }[] = [];
  for (let at = from; at < to; at++) {
    const [text = "", hit = false] = [characters[at], marked[at]];
    const last = pieces.at(-1);
    if (last?.hit === hit) last.text += text;
    else pieces.push({ text, hit });
  }
  if (from > 0) pieces.unshift({ text: "…", hit: false });
  if (to < characters.length) pieces.push({ text: "…", hit: false });
  return pieces;
}

function marksIn(characters: readonly string[], words: readonly string[]): boolean[] {
  const marked: boolean[] = new Array(characters.length).fill(false);
  const wanted = words.map((word) => Array.from(word).map(spelledPlainly).join(""));
  for (const word of wanted) {
    const inWord = isLetter(word);
    for (let at = 0; at < characters.length; at++) {
      if (inWord && at > 0 && isLetter(characters[at - 1] ?? "")) continue;
      const end = endOf(characters, at, word);
      if (end > at) marked.fill(true, at, end);
    }
  }
  return marked;
}

/** The position after `word` if it begins at `at`, or else `at`. */
function endOf(characters: readonly string[], at: number, word: string): number {
  let rest = word;
  for (let end = at; end < characters.length; end++) {
    const letters = spelledPlainly(characters[end] ?? "");
    if (!rest.startsWith(letters)) return at;
    rest = rest.slice(letters.length);
    if (rest === "") return end + 1;
  }
  return at;
}

function isLetter(character: string): boolean {
  return /^[\p{L}\p{M}\p{N}]/u.test(character);
}

/** The position of the next word, so that the snippet begins with a whole word. If none begins nearby, `from`. */
function wordBegin(characters: readonly string[], from: number): number {
  const space = characters.slice(from, from + BEFORE / 2).findIndex((character) => /\s/.test(character));
  return space < 0 ? from : from + space + 1;
}
