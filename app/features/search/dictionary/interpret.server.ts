import type { Country } from "#app/domain/place.ts";
import { typesWithout } from "../understand/intent.ts";
import { type Candidate, priceIn, type TokenizedPart } from "../understand/parts.ts";
import { type DictionaryEntry, dictionaryEntries, wordsInStock } from "./dictionary.server.ts";
import {
  AROUND_KM,
  conditionsOfPart,
  type Interpretation,
  termsOf,
  type WordCondition,
} from "./interpretation.ts";
import { isKnownWord } from "./known-words.server.ts";
import {
  isCorrectable,
  mayBeMisspelled,
  readSearch,
  type SearchReading,
  singleWord,
} from "./reading.server.ts";
import { bestCorrection, halvesOf } from "./spelling.ts";

/**
 * `firstInterpretation` of a text.
 * @param country the visitor's
 */
export async function interpretTyped(q: string, country: Country | null = null): Promise<Interpretation> {
  return firstInterpretation(await readSearch(q, false, country));
}

/** Words that no listing has are completed, or corrected unless `exact`. No part is left out. */
export function firstInterpretation(reading: SearchReading): Promise<Interpretation> {
  return interpretAs(reading, "typed");
}

/**
 * What else a text may mean that finds nothing as typed, the likeliest first: the last word as a prefix, other words for
 * rare ones, and the text without its least important parts. With `exact`, only the first of these.
 */
export async function otherInterpretations(reading: SearchReading): Promise<readonly Interpretation[]> {
  const { parts, alternatives, types, exact } = reading;
  if (parts.length === 0 || types?.length === 0) return [];
  // A single word that listings have is not replaced, even if the filters exclude them all.
  const tried: Leniency[] = exact || parts.length === 1 ? ["prefix"] : ["prefix", "rare"];
  const shorter = exact ? [] : shorterReadings(reading);
  return Promise.all([
    ...tried.map((leniency) => interpretAs(reading, leniency)),
    ...alternatives.map((other) => interpretAs({ ...reading, parts: other }, "typed")),
    ...shorter.map(async ({ dropped, ...kept }) => {
      const interpretation = await interpretAs(kept, "typed");
      return { ...interpretation, parts, dropped: [...interpretation.dropped, ...dropped] };
    }),
  ]);
}

/**
 * The reading in which words are a town instead of a part of names, with these words; null for a text that has no such
 * words, or in which they are a town anyway.
 */
export async function readingAsTown(
  reading: SearchReading,
): Promise<{ readonly town: string; readonly interpretation: Interpretation } | null> {
  const isPlaced = reading.parts.some(({ place }) => place !== null);
  for (const parts of isPlaced ? [] : reading.alternatives) {
    const town = parts.find(({ place }) => place !== null);
    if (town) return { town: town.typed, interpretation: await interpretAs({ ...reading, parts }, "typed") };
  }
  return null;
}

/** Which words may be changed, besides those that no listing has. */
type Leniency =
  | "typed" // no others
  | "prefix" // the last word: it is completed
  | "rare"; // rare words: similar frequent ones replace them

async function interpretAs(reading: SearchReading, leniency: Leniency): Promise<Interpretation> {
  const { q, exact, parts, types, text: readText } = reading;
  const last = parts.findLastIndex(({ kind }) => kind !== "excluded");
  const isChangeable = ({ listings }: Candidate, at: number) =>
    listings === 0 || leniency === "rare" || (leniency === "prefix" && at === last);
  const changeable = parts.flatMap((part, at) => {
    const word = singleWord(part);
    return word && isChangeable(word, at) ? [word.term] : [];
  });
  const missing = changeable.filter((word) => !reading.entries.has(word));
  const entries = new Map([...reading.entries, ...(await dictionaryEntries(missing))]);
  const resolved = parts.map((part, at) =>
    resolvePart(part, at === last, entries.get(singleWord(part)?.term ?? ""), leniency, exact),
  );
  const final = exact ? resolved : await joinOrSplit(parts, resolved);
  const text = joinedText(final.map((part) => part.text));
  const placed = parts.find(({ place }) => place !== null);
  return {
    wordConditions: final.flatMap(({ wordConditions }) => wordConditions),
    types,
    parts,
    price: priceIn(parts),
    date: parts.find(({ date }) => date !== null)?.date ?? null,
    place: placed?.place ?? null,
    km: placed?.km ?? AROUND_KM,
    country: parts.find(({ country }) => country !== null)?.country ?? null,
    sellerId: parts.find(({ sellerId }) => sellerId !== null)?.sellerId ?? null,
    text,
    corrected: text !== joinedText(parts.map(({ typed }) => typed)) || readText !== q,
    dropped: parts.flatMap(({ kind, typed }) => (kind === "unmet" ? [typed] : [])),
  };
}

function joinedText(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(" ");
}

interface ResolvedPart {
  readonly text: string;
  readonly wordConditions: readonly WordCondition[];
  /** A word that no listing has. Perhaps it is half of a word, or two words in one. */
  readonly unknown?: string;
}

function resolvePart(
  part: TokenizedPart,
  isLast: boolean,
  entry: DictionaryEntry | undefined,
  leniency: Leniency,
  exact: boolean,
): ResolvedPart {
  const asTyped = { text: part.typed, wordConditions: conditionsOfPart(part) };
  const word = singleWord(part);
  if (!word || !entry) return asTyped;
  // Listings may write the word as two: "cx200" as "cx 200".
  if (word.listings === 0 && part.namesModel) return { ...asTyped, unknown: word.term };
  const completed = entry.completions.length > 0 && {
    text: part.typed,
    wordConditions: [termsOf(entry.completions)],
  };
  if (word.listings > 0 || entry.stocked) {
    if (leniency === "prefix" && isLast && completed) return completed;
    if (leniency !== "rare" || !mayBeMisspelled(word.term)) return asTyped;
    const better = entry.similar.filter(({ listings }) => listings >= RARER_BY * (word.listings + 1));
    const correction = bestCorrection(word.term, better);
    return correction === null ? asTyped : { text: correction, wordConditions: [termsOf([correction])] };
  }
  if (isLast && completed) return completed;
  if (exact) return completed || asTyped;
  if (!mayBeMisspelled(word.term)) return completed || { ...asTyped, unknown: word.term };
  const correction = bestCorrection(word.term, entry.similar);
  if (correction !== null) return { text: correction, wordConditions: [termsOf([correction])] };
  return completed || { ...asTyped, unknown: word.term };
}

/** Joins two words that listings write as one, and splits a word that they write as two. */
async function joinOrSplit(
  parts: readonly TokenizedPart[],
  resolved: readonly ResolvedPart[],
): Promise<ResolvedPart[]> {
  const isWord = (at: number) => parts[at]?.kind === "words" && parts[at].terms.length === 0;
  const withoutHyphens = (at: number) => (parts[at]?.words ?? []).map(({ term }) => term).join("");
  const joined = (at: number) => `${withoutHyphens(at)}${withoutHyphens(at + 1)}`;
  const lookedUp = parts.flatMap(({ words }, at) => [
    ...(isWord(at) && isWord(at + 1) ? [joined(at)] : []),
    ...(isWord(at) && words.length > 1 ? [withoutHyphens(at)] : []),
    ...halvesOf(resolved[at]?.unknown ?? "").flat(),
  ]);
  const stocked = await wordsInStock([...new Set(lookedUp)]);
  if (stocked.size === 0) return [...resolved];
  const result: ResolvedPart[] = [];
  for (let at = 0; at < resolved.length; at++) {
    const part = resolved[at];
    const next = resolved[at + 1];
    if (!part) continue;
    if (next && isWord(at) && isWord(at + 1) && stocked.has(joined(at))) {
      const isUnknown = part.unknown !== undefined || next.unknown !== undefined;
      // If listings have both words, a listing matches with the joined word or with both.
      const words = isUnknown
        ? []
        : [...(part.wordConditions[0]?.words ?? []), ...(next.wordConditions[0]?.words ?? [])];
      result.push({
        text: isUnknown ? joined(at) : `${part.text} ${next.text}`,
        wordConditions: [{ ...termsOf([joined(at)]), words }],
      });
      at += 1;
      continue;
    }
    if (isWord(at) && (parts[at]?.words.length ?? 0) > 1 && stocked.has(withoutHyphens(at))) {
      result.push({
        ...part,
        wordConditions: part.wordConditions.map((condition) => ({
          ...condition,
          terms: [withoutHyphens(at)],
        })),
      });
      continue;
    }
    // The dictionary has no numbers, so any number counts as known.
    const halves = halvesOf(part.unknown ?? "").find(
      (two) =>
        two.every((half) => stocked.has(half) || /^\d{2,}$/.test(half)) &&
        two.some((half) => stocked.has(half)),
    );
    result.push(
      halves ? { text: halves.join(" "), wordConditions: halves.map((half) => termsOf([half])) } : part,
    );
  }
  return result;
}

interface ShorterReading extends SearchReading {
  /** The typed text of the parts that were left out. */
  readonly dropped: readonly string[];
}

/** The reading without one part, without two, and so on. */
function shorterReadings(reading: SearchReading): ShorterReading[] {
  const shorter: ShorterReading[] = [];
  let dropped: readonly string[] = [];
  let remaining = reading.parts;
  while (dropped.length < MAX_DROPPED) {
    const part = nextDropped(remaining);
    if (!part) break;
    remaining = remaining.filter((other) => other !== part);
    if (part.typed !== "") dropped = [...dropped, part.typed];
    shorter.push({ ...reading, parts: remaining, types: typesWithout(reading, remaining), dropped });
  }
  return shorter;
}

/** A word that listings have is replaced only by one that is this many times as frequent. */
const RARER_BY = 20;

const MAX_DROPPED = 4;

/** When a search finds nothing, words that no listing has are left out first, and then parts in this order. */
const DROPPED_FIRST = ["extra", "place", "country", "date", "price", "audience", "measure", "value"] as const;

/** A year, or the version of a model. */
const EDITION = /^(?:(?:19|20)\d\d|v\d{1,2})$/i;

function nextDropped(parts: readonly TokenizedPart[]): TokenizedPart | undefined {
  const isKnown = ({ kind, words, namesModel }: TokenizedPart) =>
    kind === "category" ||
    kind === "thing" ||
    kind === "seller" ||
    (kind === "words" && (namesModel || words.some(({ listings }) => listings > 0)));
  const unknown = parts.filter(
    ({ kind, words, namesModel }) =>
      kind === "words" &&
      !namesModel &&
      words.every(({ term, listings }) => listings === 0 && isCorrectable(term)),
  );
  if (unknown.length > 0 && parts.some(isKnown)) return unknown.at(-1);
  const edition = parts.findLast(({ kind, typed }) => kind === "words" && EDITION.test(typed));
  if (edition && parts.length > 1) return edition;
  for (const kind of DROPPED_FIRST) {
    const part = parts.findLast((each) => each.kind === kind && (each.typed !== "" || kind === "extra"));
    if (part) return part;
  }
  // At last "vintage" beside "racket": a word that describes, and that some other listing has.
  const isGear = parts.some(({ kind }) => kind === "category" || kind === "thing");
  const describes = ({ kind, words, namesModel }: TokenizedPart) =>
    kind === "words" && !namesModel && words.every(({ term }) => isKnownWord(term));
  return isGear ? parts.findLast(describes) : undefined;
}
