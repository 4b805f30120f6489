import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { comparable, foldedInPlace } from "#app/domain/text-rules.ts";
import { amountsIn } from "./amounts.ts";
import { anyPhrase, matchAt } from "./figures.ts";
import { FILLERS } from "./fillers.ts";
import { type Meaning, type Part, PLAIN_PART, type Vocabulary, vocabularyKey } from "./parts.ts";
import { FAULTS, NOR, WITHOUT } from "./words.ts";

export interface Exclusion {
  readonly at: number;
  /** With the minus and the quotation marks, or the word for "not". */
  readonly typed: string;
  readonly words: string;
}

/**
 * A minus before a word or a quoted phrase excludes it. Alone, within a word and before a number it does not: "V-Core",
 * "100 -200", "-20%". After "und" it stands for the first half of a compound word: "Tennistaschen und -schläger".
 */
const MINUS = new RegExp(
  [
    String.raw`(?<=^|[\s,;(])(?<!(?:^|\s)(?:und|oder|en|of|&)\s)[-‐‑–—−]`,
    String.raw`(?:["“”„«]([^"“”„«»]*[\p{L}\p{N}][^"“”„«»]*)(?:["“”»]|$)|((?:\p{L}|\d+x\d)[^\s,;()"“”„«»]*))`,
  ].join(""),
  "giu",
);

const NOT = new RegExp(String.raw`(?<![\p{L}\p{N}-])${anyPhrase(WITHOUT)}['’]?\s*`, "gu");
const WORD = /[^\s,;()"“”„«»/]*[\p{L}\p{N}][^\s,;()"“”„«»/]*/uy;
const JOINT = new RegExp(
  String.raw`\s*(?:[,/&]|(?:${[...NOR].filter((word) => /\p{L}/u.test(word)).join("|")})\s)\s*`,
  "uy",
);
const MAX_WORDS = 3;

type Meanings = Pick<Vocabulary, "meaningOf">;

/** The end of the words at a place that mean something together, or of the words side by side that mean nothing. */
function endOfMeaning(text: string, at: number, { meaningOf }: Meanings): number | null {
  const ends: number[] = [];
  for (let next = at; ends.length < MAX_WORDS; ) {
    const [word] = matchAt(WORD, text, next) ?? [];
    if (word === undefined) break;
    ends.push(next + word.length);
    next = next + word.length + (/^\s*/.exec(text.slice(next + word.length))?.[0].length ?? 0);
    if (next === ends.at(-1)) break;
  }
  const meant = ends.findLast((end) => {
    const meaning = meaningOf(vocabularyKey(text.slice(at, end)));
    // "Big" may begin a name: "not big banger".
    return meaning !== undefined && !meaning.besideGear;
  });
  if (meant !== undefined || isBrand([vocabularyKey(text.slice(at, ends[0]))]))
    return meant ?? ends[0] ?? null;
  const isName = (from: number, end: number) => {
    const key = vocabularyKey(text.slice(from, end));
    return (
      !FILLERS.has(key) &&
      !NOR.has(key) &&
      !meaningOf(key) &&
      !isBrand([key]) &&
      /^(?:\p{L}+|\d{2,3})$/u.test(key)
    );
  };
  const first = ends[0];
  if (first === undefined || FILLERS.has(vocabularyKey(text.slice(at, first)))) return null;
  let end = first;
  for (const next of ends.slice(1)) {
    if (!isName(end, next)) break;
    end = next;
  }
  return end;
}

/** "not wilson", "sans babolat ni head", "zonder hoes": each thing that is excluded, with the words before it. */
function negationsIn(text: string, vocabulary: Meanings): Exclusion[] {
  const simple = foldedInPlace(text);
  const exclusions: Exclusion[] = [];
  const amounts = amountsIn(text);
  const before = (at: number) => text.slice(0, amounts.find((amount) => amount.at >= at)?.at);
  let done = 0;
  for (const { index, 0: not } of simple.matchAll(NOT)) {
    if (index < done || amounts.some(({ at, length }) => index >= at && index < at + length)) continue;
    // "Sans pression" and "no strings" have a meaning of their own, and so do "pas cher" and "not used".
    const whole = endOfMeaning(text, index, vocabulary);
    const isWhole =
      whole !== null &&
      whole > index + not.length &&
      vocabulary.meaningOf(vocabularyKey(text.slice(index, whole)));
    if (isWhole) continue;
    let [at, start] = [index, index + not.length];
    for (let end = endOfMeaning(before(start), start, vocabulary); end !== null; ) {
      exclusions.push({ at, typed: text.slice(at, end), words: text.slice(start, end) });
      done = end;
      const [joint] = matchAt(JOINT, simple, end) ?? [];
      const next = joint === undefined ? null : endOfMeaning(before(end), end + joint.length, vocabulary);
      if (joint === undefined || next === null) break;
      if (!areAlike(text.slice(start, end), text.slice(end + joint.length, next), vocabulary)) break;
      [at, start, end] = [end, end + joint.length, next];
    }
  }
  return exclusions;
}

/** Whether both are brands, or values of one field: "not wilson or head". */
function areAlike(first: string, second: string, { meaningOf }: Meanings): boolean {
  const [a, b] = [first, second].map(vocabularyKey);
  if (isBrand([a ?? ""])) return isBrand([b ?? ""]);
  const fields = (meaning: Meaning | undefined) =>
    (meaning?.facts ?? []).flat().map(({ type, field }) => `${type}.${field}`);
  const others = fields(meaningOf(b ?? ""));
  return fields(meaningOf(a ?? "")).some((field) => others.includes(field));
}

/** What a text excludes, in its order. Without a vocabulary, only by a minus. */
export function exclusionsIn(text: string, vocabulary?: Meanings): Exclusion[] {
  const minuses = [...text.matchAll(MINUS)].map(({ index, 0: typed, 1: phrase, 2: word = "" }) => ({
    at: index,
    typed,
    words: (phrase ?? word).trim(),
  }));
  if (!vocabulary) return minuses;
  const negations = negationsIn(text, vocabulary).filter(
    ({ at, typed }) =>
      !minuses.some((minus) => minus.at < at + typed.length && at < minus.at + minus.typed.length),
  );
  return [...minuses, ...negations].sort((a, b) => a.at - b.at);
}

export function withoutExclusions(text: string, vocabulary?: Meanings): string {
  let [rest, at] = ["", 0];
  for (const exclusion of exclusionsIn(text, vocabulary)) {
    rest += `${text.slice(at, exclusion.at)} `;
    at = exclusion.at + exclusion.typed.length;
  }
  return (rest + text.slice(at)).replace(/\s+/g, " ").trim();
}

const FAULT_WORDS: ReadonlySet<string> = new Set(FAULTS);

/** @param meant the parts that the words would be without the minus */
export function excludedPart({ typed, words }: Exclusion, meant: readonly Part[]): Part {
  if (FAULT_WORDS.has(vocabularyKey(words))) return { ...PLAIN_PART, kind: "unmet", typed };
  const [only = PLAIN_PART, ...others] = meant.filter(({ kind }) => kind !== "filler");
  // "Non strung" is unstrung.
  if (only.kind === "excluded" && others.length === 0) return { ...only, kind: "value", typed };
  const { facts, terms, types, factsOnly, expansion } =
    others.length === 0 && only.facts.length <= 1 ? only : PLAIN_PART;
  return {
    ...PLAIN_PART,
    kind: "excluded",
    typed,
    facts,
    terms,
    types,
    factsOnly,
    expansion: expansion ?? words,
  };
}

const BRANDS: ReadonlyMap<string, string> = new Map(
  CATEGORIES.flatMap(({ brand }) => [...brand.form, ...brand.browse])
    .filter((name) => name !== "Other")
    .map((name) => [comparable(name), name]),
);

/** Such words exclude by name and brand only: a racket of Wilson may be strung with Babolat. */
export function isBrand(words: readonly string[]): boolean {
  return BRANDS.has(words.join(" "));
}

/** The brand that a text names; undefined where it names none. */
export function brandOf(text: string): string | undefined {
  return BRANDS.get(vocabularyKey(text));
}
