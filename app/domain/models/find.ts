import { editDistance } from "../edit-distance.ts";
import { type Catalogue, type Entry, meaningsOf, wordsOfEntry } from "./catalogue.ts";
import type { Model } from "./model.ts";

/** The most words of a query; further words are ignored. */
const MAX_WORDS = 10;
/** The most meanings of aliases; further meanings are ignored. */
const MAX_MEANINGS = 6;

/** The scores of inexact matches; an exact match scores 1. */
const PREFIX_SCORE = 0.8;
const TYPO_SCORE = 0.5;
const SUBSTRING_SCORE = 0.4;
/** The scores of a query in which an alias was replaced by its meaning are multiplied by this. */
const ALIAS_WEIGHT = 0.99;

/** 0 when the words do not match. */
function wordScore(typed: string, word: string, isLast: boolean): number {
  if (typed === word) return 1;
  const isNumber = /^\d/.test(typed);
  // A number may be incomplete only as the last word: then it is still being typed.
  if (word.startsWith(typed) && (isLast || !isNumber)) return PREFIX_SCORE;
  if (isNumber || typed.length < 3) return 0;
  const maxEdits = typed.length >= 7 ? 2 : 1;
  if (typed.length >= 4 && editDistance(typed, word, maxEdits) <= maxEdits) return TYPO_SCORE;
  return word.includes(typed) ? SUBSTRING_SCORE : 0;
}

/** The words of a query, each with the words of the catalogue that match it and their scores. */
class Query {
  readonly words: readonly string[];
  readonly #matches: readonly ReadonlyMap<string, number>[];

  constructor(words: readonly string[], vocabulary: ReadonlySet<string>, minScore: number) {
    this.words = words;
    this.#matches = words.map((typed, at) => {
      const matching = new Map<string, number>();
      for (const word of vocabulary) {
        const score = wordScore(typed, word, at === words.length - 1);
        if (score >= minScore) matching.set(word, score);
      }
      return matching;
    });
  }

  /** How well a model with these words matches, from 0 to 1, and how many words of the query it does not have. */
  score(words: readonly string[]): { readonly score: number; readonly missing: number } {
    let sum = 0;
    let missing = 0;
    for (const matching of this.#matches) {
      let best = 0;
      for (const word of words) best = Math.max(best, matching.get(word) ?? 0);
      if (best === 0) missing += 1;
      sum += best;
    }
    return { score: sum / this.words.length, missing };
  }
}

interface Candidate {
  readonly entry: Entry;
  readonly score: number;
  readonly missing: number;
  /** The number of words of the model's name that the query does not have. */
  readonly extra: number;
}

const indexes = new WeakMap<
  Catalogue,
  { vocabulary: ReadonlySet<string>; words: ReadonlyMap<Entry, string[]> }
>();

function wordIndexOf(catalogue: Catalogue) {
  const cached = indexes.get(catalogue);
  if (cached) return cached;
  const words = new Map(catalogue.entries.map((entry) => [entry, wordsOfEntry(entry)]));
  const made = { words, vocabulary: new Set([...words.values()].flat()) };
  indexes.set(catalogue, made);
  return made;
}

function compare(candidate: Candidate, other: Candidate): number {
  return (
    candidate.missing - other.missing ||
    other.score - candidate.score ||
    candidate.extra - other.extra ||
    other.entry.year - candidate.entry.year ||
    (candidate.entry.model.slug < other.entry.model.slug ? -1 : 1)
  );
}

/**
 * The models that a text means, the best match first. A text of three or more words also finds models that lack one of
 * them, when no model has all. `strict` requires all words, without typing errors.
 */
export function findModels(
  catalogue: Catalogue,
  text: string,
  limit: number,
  { strict = false } = {},
): readonly Model[] {
  const typed = catalogue.wordsOf(text).slice(0, MAX_WORDS);
  const minScore = strict ? PREFIX_SCORE : SUBSTRING_SCORE;
  if (typed.length === 0) return [];
  const { vocabulary, words } = wordIndexOf(catalogue);
  const aliases = meaningsOf(catalogue, typed).slice(0, MAX_MEANINGS);
  const queries = [
    { query: new Query(typed, vocabulary, minScore), brand: null, weight: 1 },
    ...aliases.map((meaning) => ({
      query: new Query(meaning.words, vocabulary, minScore),
      brand: meaning.brand,
      weight: ALIAS_WEIGHT,
    })),
  ];
  const candidates = new Map<Entry, Candidate>();
  for (const { query, brand, weight } of queries) {
    const tolerated = query.words.length >= 3 && !strict ? 1 : 0;
    for (const entry of brand?.entries ?? catalogue.entries) {
      const { score, missing } = query.score(words.get(entry) ?? []);
      if (missing > tolerated) continue;
      const extra = entry.words.filter((word) => !query.words.includes(word)).length;
      const candidate = { entry, score: score * weight, missing, extra };
      const previous = candidates.get(entry);
      if (!previous || compare(candidate, previous) < 0) candidates.set(entry, candidate);
    }
  }
  const all = [...candidates.values()].sort(compare);
  const fewest = all[0]?.missing ?? 0;
  return all
    .filter(({ missing }) => missing === fewest)
    .slice(0, limit)
    .map(({ entry }) => entry.model);
}
