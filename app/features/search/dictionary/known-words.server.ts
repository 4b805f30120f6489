import { FILLERS } from "../understand/fillers.ts";
import type { PartKind } from "../understand/parts.ts";
import { COMMON_WORDS } from "./common-words.ts";
import { builtVocabulary } from "./vocabulary.server.ts";

const NAMING: ReadonlySet<PartKind> = new Set(["category", "thing", "audience"]);
/** Shorter values look too much like other words. */
const MIN_VALUE = 7;

let names: ReadonlyMap<string, string> | undefined;

/**
 * Names of categories, things, audiences and values, and "tennis", each with its spelling: a misspelled word is corrected to
 * these.
 */
export function correctableNames(): ReadonlyMap<string, string> {
  names ??= new Map([
    ["tennis", "tennis"],
    ...[...builtVocabulary().meanings].flatMap(([word, { kind }]) =>
      (NAMING.has(kind) || (kind === "value" && word.length >= MIN_VALUE)) && !word.includes(" ")
        ? [[word, builtVocabulary().spellings.get(word) ?? word] as const]
        : [],
    ),
  ]);
  return names;
}

let joined: ReadonlyMap<string, string> | undefined;

/** `correctableNames`, and names of two words, by both words as one: "vibrationdampener". */
export function joinedNames(): ReadonlyMap<string, string> {
  joined ??= new Map([
    ...[...builtVocabulary().meanings].flatMap(([word, { kind }]) =>
      NAMING.has(kind) && /^\p{L}+ \p{L}+$/u.test(word)
        ? [[word.replace(" ", ""), builtVocabulary().spellings.get(word) ?? word] as const]
        : [],
    ),
    ...correctableNames(),
  ]);
  return joined;
}

let beginnings: readonly string[] | undefined;

/** What may stand before the name of gear in one word: "Kindertennisschläger". */
export function compoundBeginnings(): readonly string[] {
  beginnings ??= [
    "tennis",
    ...[...correctableNames().keys()].filter(
      (word) => builtVocabulary().meanings.get(word)?.kind === "audience" && word.length > 3,
    ),
  ];
  return beginnings;
}

let knownWords: ReadonlySet<string> | undefined;

/** Whether a word is in the vocabulary, or common in one of the five languages. Then it is not misspelled. */
export function isKnownWord(word: string): boolean {
  knownWords ??= new Set([
    ...[...builtVocabulary().meanings.keys()].flatMap((key) => key.split(" ")),
    ...FILLERS,
    ...COMMON_WORDS,
  ]);
  return knownWords.has(word);
}
