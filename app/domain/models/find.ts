import { type Catalogue, type Entry, meaningsOf } from "./catalogue.ts";
import type { Model } from "./model.ts";

/** The most words of a query that are used. */
const MOST_WORDS = 10;
const MOST_READINGS = 6;

/** How well two words fit: 1 for the same. */
const BEGINS = 0.8;
const MISTAKEN = 0.5;
const CONTAINS = 0.4;
/** What a reading by an alias is worth, beside one by the words themselves. */
const BY_ALIAS = 0.99;

/** Whether two words differ by at most this many letters that are replaced, missing, added or swapped. */
export function isNear(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    let smallest = i;
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
      smallest = Math.min(smallest, least);
    }
    // No later row is smaller than the last two.
    if (smallest > most && Math.min(...row) > most) return false;
    before = row;
    row = next;
  }
  return (row[other.length] ?? 0) <= most;
}

/** How well a word of a query fits one of a model; 0 where it does not. */
function likeness(typed: string, word: string, isLast: boolean): number {
  if (typed === word) return 1;
  const isNumber = /^\d/.test(typed);
  // A number is begun only while it is being typed.
  if (word.startsWith(typed) && (isLast || !isNumber)) return BEGINS;
  if (isNumber || typed.length < 3) return 0;
  if (typed.length >= 4 && isNear(typed, word, typed.length >= 7 ? 2 : 1)) return MISTAKEN;
  return word.includes(typed) ? CONTAINS : 0;
}

/** Which words of the query a model's words fit, and how well all words of the catalogue fit them. */
class Asked {
  readonly words: readonly string[];
  readonly #likeness: readonly ReadonlyMap<string, number>[];

  constructor(words: readonly string[], vocabulary: ReadonlySet<string>) {
    this.words = words;
    this.#likeness = words.map((asked, at) => {
      const fitting = new Map<string, number>();
      for (const word of vocabulary) {
        const like = likeness(asked, word, at === words.length - 1);
        if (like > 0) fitting.set(word, like);
      }
      return fitting;
    });
  }

  /** How well a model fits, from 0 to 1, and how many words of the query it lacks. */
  score(words: readonly string[]): { readonly score: number; readonly missing: number } {
    let sum = 0;
    let missing = 0;
    for (const fitting of this.#likeness) {
      let best = 0;
      for (const word of words) best = Math.max(best, fitting.get(word) ?? 0);
      if (best === 0) missing += 1;
      sum += best;
    }
    return { score: sum / this.words.length, missing };
  }
}

interface Found {
  readonly entry: Entry;
  readonly score: number;
  readonly missing: number;
  /** The words of its name that nobody asked for. */
  readonly unasked: number;
}

/** What can be asked for in a model, and the catalogue's words. Made once for a catalogue. */
const askable = new WeakMap<
  Catalogue,
  { vocabulary: ReadonlySet<string>; words: ReadonlyMap<Entry, string[]> }
>();

function askableOf(catalogue: Catalogue) {
  const known = askable.get(catalogue);
  if (known) return known;
  const words = new Map(
    catalogue.entries.map((entry) => [entry, [...entry.brand.words, ...entry.words, ...entry.generations]]),
  );
  const made = { words, vocabulary: new Set([...words.values()].flat()) };
  askable.set(catalogue, made);
  return made;
}

function better(one: Found, other: Found): number {
  return (
    one.missing - other.missing ||
    other.score - one.score ||
    one.unasked - other.unasked ||
    other.entry.year - one.entry.year ||
    (one.entry.model.slug < other.entry.model.slug ? -1 : 1)
  );
}

/**
 * The models that a query means, the best first: its words in any order, begun, mistyped, or as an alias. Where no model
 * has all words, those that lack one of at least three are found.
 */
export function findModels(catalogue: Catalogue, query: string, most: number): readonly Model[] {
  const asked = catalogue.wordsOf(query).slice(0, MOST_WORDS);
  if (asked.length === 0) return [];
  const { vocabulary, words } = askableOf(catalogue);
  const aliases = meaningsOf(catalogue, asked).slice(0, MOST_READINGS);
  const readings = [
    { reading: new Asked(asked, vocabulary), brand: null, worth: 1 },
    ...aliases.map((meaning) => ({
      reading: new Asked(meaning.words, vocabulary),
      brand: meaning.brand,
      worth: BY_ALIAS,
    })),
  ];
  const found = new Map<Entry, Found>();
  for (const { reading, brand, worth } of readings) {
    const tolerated = reading.words.length >= 3 ? 1 : 0;
    for (const entry of brand?.entries ?? catalogue.entries) {
      const { score, missing } = reading.score(words.get(entry) ?? []);
      if (missing > tolerated) continue;
      const unasked = entry.words.filter((word) => !reading.words.includes(word)).length;
      const now = { entry, score: score * worth, missing, unasked };
      const known = found.get(entry);
      if (!known || better(now, known) < 0) found.set(entry, now);
    }
  }
  const all = [...found.values()].sort(better);
  const complete = all[0]?.missing ?? 0;
  return all
    .filter(({ missing }) => missing === complete)
    .slice(0, most)
    .map(({ entry }) => entry.model);
}
