import { comparable } from "../text-rules.ts";

/** In characters. The rest of a longer text is ignored. */
const MAX_LENGTH = 200;

const WORD = new RegExp(
  [
    // String patterns: "16x19", "16/19".
    String.raw`(?<pattern>(?<!\d)1[4-8][x/](?:1[5-9]|2[01])(?!\d))`,
    // Versions, grip sizes and generations: "v8", "L3", "Gen 3", but not "gen 18" of "gen 18x20" and no "gen 95".
    String.raw`(?<version>(?<![a-z0-9])(?:[vl]\d{1,2}|gen\.? ?1?\d)(?!\d|[.,x]\d|/(?:1[5-9]|2[01])(?!\d)))`,
    // Decimals: "1.25", "1,25".
    String.raw`(?<decimal>\d+[.,]\d+)`,
    // Weights, without the unit: "300g", "300 gr".
    String.raw`(?<weight>(?<!\d)[23]\d\d ?g(?:r|rams?|ramm)?(?![a-z0-9]))`,
    String.raw`(?<number>\d+)`,
    String.raw`(?<letters>\p{L}+)`,
    // "100+", but not "gut + nylon".
    String.raw`(?<plus>(?<=[\p{L}\d])\+)`,
  ].join("|"),
  "gu",
);

/** Splits a name into words. Letters and numbers are separate words: "rf97" is "rf" and "97". */
export function wordsOf(text: string): string[] {
  return [...comparable(text.slice(0, MAX_LENGTH)).matchAll(WORD)].map(({ 0: word, groups = {} }) => {
    if (groups.pattern !== undefined) return word.replace("/", "x");
    if (groups.version !== undefined) return word.replace(/[. ]/g, "");
    if (groups.decimal !== undefined) return word.replace(",", ".");
    if (groups.weight !== undefined) return word.slice(0, 3);
    return groups.plus === undefined ? word : "plus";
  });
}

const LETTERS = /^\p{L}+$/u;
const MAX_JOINED = 3;

/** Joins neighbouring words that are one word in a model's name: "v core" becomes "vcore". */
export function joinedWords(words: readonly string[], nameWords: ReadonlySet<string>): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; ) {
    let count = 1;
    for (let length = 2; length <= MAX_JOINED && at + length <= words.length; length += 1) {
      const part = words.slice(at, at + length);
      if (!part.every((word) => LETTERS.test(word))) break;
      if (nameWords.has(part.join(""))) count = length;
    }
    joined.push(words.slice(at, at + count).join(""));
    at += count;
  }
  return joined;
}

/** The words of these names that consist of letters, without the punctuation in them: "Hyper-G" gives "hyperg". */
export function knownWords(names: Iterable<string>): ReadonlySet<string> {
  const nameWords = new Set<string>();
  for (const name of names)
    for (const part of comparable(name).split(/[\s()]+/))
      for (const run of part.split(/[^\p{L}.\-'&]+/u)) {
        const word = run.replace(/[^\p{L}]/gu, "");
        if (word.length > 1) nameWords.add(word);
      }
  return nameWords;
}

/** Whether a word names a generation: "v8", "gen3", "2021". */
export function isGeneration(word: string): boolean {
  return /^(v\d{1,2}|gen\d{1,2}|19[89]\d|20[0-4]\d)$/.test(word);
}
