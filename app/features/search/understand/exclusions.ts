import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { comparable } from "#app/domain/text-rules.ts";
import { type Part, PLAIN_PART } from "./parts.ts";

export interface Exclusion {
  readonly at: number;
  /** With the minus and the quotation marks. */
  readonly typed: string;
  readonly words: string;
}

/**
 * A minus before a word or a quoted phrase excludes it. Alone, within a word and before a number it does not: "V-Core",
 * "100 -200", "-20%". After "und" it stands for the first half of a compound word: "Tennistaschen und -schläger".
 */
const EXCLUSION = new RegExp(
  [
    String.raw`(?<=^|[\s,;(])(?<!(?:^|\s)(?:und|oder|en|of|&)\s)[-‐‑–—−]`,
    String.raw`(?:["“”„«]([^"“”„«»]*[\p{L}\p{N}][^"“”„«»]*)(?:["“”»]|$)|((?:\p{L}|\d+x\d)[^\s,;()"“”„«»]*))`,
  ].join(""),
  "giu",
);

export function exclusionsIn(text: string): Exclusion[] {
  return [...text.matchAll(EXCLUSION)].map(({ index, 0: typed, 1: phrase, 2: word = "" }) => ({
    at: index,
    typed,
    words: (phrase ?? word).trim(),
  }));
}

export function withoutExclusions(text: string): string {
  return text.replace(EXCLUSION, " ").replace(/\s+/g, " ").trim();
}

/** @param meant the parts that the words would be without the minus */
export function excludedPart(typed: string, meant: readonly Part[]): Part {
  const [only = PLAIN_PART, ...others] = meant;
  const { facts, terms, types, factsOnly, expansion } =
    others.length === 0 && only.facts.length <= 1 ? only : PLAIN_PART;
  return { ...PLAIN_PART, kind: "excluded", typed, facts, terms, types, factsOnly, expansion };
}

const BRANDS: ReadonlySet<string> = new Set(
  CATEGORIES.flatMap(({ brand }) => [...brand.form, ...brand.browse]).map(comparable),
);

/** Such words exclude by name and brand only: a racket of Wilson may be strung with Babolat. */
export function isBrand(words: readonly string[]): boolean {
  return BRANDS.has(words.join(" "));
}
