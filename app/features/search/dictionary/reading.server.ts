import { sql } from "kysely";
import { editDistance } from "#app/domain/edit-distance.ts";
import type { Country } from "#app/domain/place.ts";
import type { Locale } from "#app/paraglide/runtime.js";
import { prepared } from "#app/platform/db.server.ts";
import { knownRates } from "#app/platform/rates.server.ts";
import { currentRequest } from "#app/platform/request-context.server.ts";
import { intentOf } from "../understand/intent.ts";
import {
  type Candidate,
  type Intent,
  type PartKind,
  type TokenizedPart,
  vocabularyKey,
} from "../understand/parts.ts";
import { townSpelledLike } from "./areas.server.ts";
import { type DictionaryEntry, dictionaryEntries, wordsInStock } from "./dictionary.server.ts";
import { compoundBeginnings, correctableNames, isKnownWord, joinedNames } from "./known-words.server.ts";
import { modelNumbers, namesModel } from "./model-names.server.ts";
import { withPlace } from "./places.server.ts";
import { withSeller } from "./sellers.server.ts";
import { bestCorrection, correctedCompound, halvesOf, withCorrection } from "./spelling.ts";
import { currentVocabulary } from "./synonyms.server.ts";

export interface SearchReading {
  readonly q: string;
  /** Whether the words are searched for as typed. */
  readonly exact: boolean;
  readonly types: Intent["types"];
  readonly parts: readonly TokenizedPart[];
  /** Other parts that the words may be, if nothing is found: a word may be a town, or part of a name. */
  readonly alternatives: readonly (readonly TokenizedPart[])[];
  /** With misspelled names of categories and things replaced. */
  readonly text: string;
  /** The dictionary entries of words that `search_terms` lacks, as far as they were looked up. */
  readonly entries: ReadonlyMap<string, DictionaryEntry>;
}

/** When corrections are ranked, the name of a category or thing counts like a word of this many listings. */
const NAME_FREQUENCY = 50;

/** The country whose postal codes people with this language type. */
const COUNTRY_OF_LANGUAGE: Readonly<Record<Locale, Country>> = {
  nl: "NL",
  de: "DE",
  fr: "FR",
  "en-GB": "GB",
  "en-US": "US",
};

/** The countries to which a postal code belongs before any other. */
function homeCountries(country: Country | null): readonly Country[] {
  const locale = currentRequest()?.locale;
  const countries = [country, locale === undefined ? null : COUNTRY_OF_LANGUAGE[locale]];
  return [...new Set(countries.filter((one) => one !== null))];
}

/**
 * Unless `exact`, misspelled names of categories and things are corrected.
 * @param country the visitor's
 */
export async function readSearch(
  q: string,
  exact: boolean,
  country: Country | null = null,
): Promise<SearchReading> {
  const home = homeCountries(country);
  const reading = { ...(await textRead(q, home)), q, exact };
  if (exact) return reading;
  const missing = reading.parts.flatMap((part, at) => {
    const word = singleWord(part);
    return word?.listings === 0
      ? [{ at, term: word.term, typed: part.typed, isOfModel: part.namesModel }]
      : [];
  });
  const unknown = missing.filter(({ term }) => term.length > 4 && mayBeMisspelled(term));
  const [entries, halves] = await Promise.all([
    dictionaryEntries(missing.map(({ term }) => term)),
    wordsInStock(unknown.flatMap(({ term }) => halvesOf(term).flat())),
  ]);
  const isOfGear = reading.parts.some(
    ({ kind, words }) => GEAR.has(kind) || (kind === "words" && words.some(({ listings }) => listings > 0)),
  );
  let text = q;
  for (const word of unknown) {
    const { similar = [], completions = [], stocked = false } = entries.get(word.term) ?? {};
    if (stocked || completions.length > 0) continue;
    if (halvesOf(word.term).some((two) => two.every((half) => half.length > 1 && halves.has(half)))) continue;
    const joined = joinedName(reading.parts, word.at);
    const right =
      joined?.right ?? rightName(word, similar) ?? (isOfGear ? await rightTown(word, similar, home) : null);
    if (right !== null) text = withCorrection(text, joined?.typed ?? word.typed, right);
  }
  return { ...reading, ...(text === q ? {} : await textRead(text, home)), entries };
}

/** Beside gear, a word that nothing knows may be a town. */
const GEAR: ReadonlySet<PartKind> = new Set(["category", "thing", "measure", "audience"]);

interface UnknownWord {
  readonly term: string;
  readonly isOfModel: boolean;
}

/** The name or compound that a word is a misspelling of. Null where words of listings are more like it. */
function rightName({ term, isOfModel }: UnknownWord, similar: readonly Candidate[]): string | null {
  const names = correctableNames();
  const correctable = [...names.keys()].map((name) => ({ term: name, listings: NAME_FREQUENCY }));
  const correction = bestCorrection(term, [...similar, ...correctable]);
  if (correction !== null) return names.get(correction) ?? null;
  return isOfModel ? null : correctedCompound(term, compoundBeginnings(), names);
}

/** The town that a word is a misspelling of. Null where a word of listings is like it. */
async function rightTown(
  { term, isOfModel }: UnknownWord,
  similar: readonly Candidate[],
  home: readonly Country[],
): Promise<string | null> {
  return isOfModel || bestCorrection(term, similar) !== null ? null : townSpelledLike(term, home);
}

const MIN_JOINED = 7;

/** The name that a word and one beside it are a misspelling of: "wind braker". */
function joinedName(
  parts: readonly TokenizedPart[],
  at: number,
): { readonly typed: string; readonly right: string } | null {
  const names = joinedNames();
  for (const first of [at - 1, at]) {
    const two = parts.slice(Math.max(first, 0), first + 2).map(({ typed }) => typed);
    const key = vocabularyKey(two.join("")).replaceAll(" ", "");
    if (two.length < 2 || key.length < MIN_JOINED || !/^\p{L}+$/u.test(key)) continue;
    const name = [...names.keys()].find((one) => editDistance(key, one, 1) <= 1);
    if (name !== undefined) return { typed: two.join(" "), right: names.get(name) ?? name };
  }
  return null;
}

/** Words are normalized as in the index. Parts without a letter or digit are dropped, unless they have a meaning. */
async function textRead(text: string, home: readonly Country[]): Promise<Omit<SearchReading, "q" | "exact">> {
  const unread = { parts: [], alternatives: [], types: null, text, entries: new Map() };
  if (text === "") return unread;
  const { parts, types } = intentOf(
    text,
    { ...(await currentVocabulary()), isModelNumber: await modelNumbers() },
    await knownRates(),
  );
  if (parts.length === 0) return { ...unread, types };
  const asking = prepared<{ at: number; term: string; listings: number }>(sql`
    select at, word as term, (select coalesce(sum(listings), 0) from search_terms where term = word) as listings
    from unnest(${parts.map(({ expansion, typed }) => expansion ?? typed)}::text[]) with ordinality as piece (typed, at),
      regexp_split_to_table(fold(typed), '[^[:alnum:]./]+') with ordinality as split (word, place)
    where word ~ '[[:alnum:]]' order by at, place
  `);
  const [rows, models] = await Promise.all([asking, namesModel(parts)]);
  const withWords = parts
    .map((part, index) => {
      // Every part of a compound word gets the whole word, because a listing may write it as one.
      const first =
        part.typed === "" ? parts.findLastIndex(({ typed }, at) => at < index && typed !== "") : index;
      return {
        ...part,
        words: rows.filter(({ at }) => at === first + 1),
        namesModel: models[index] ?? false,
      };
    })
    .filter((part) => part.kind !== "words" || part.words.length > 0);
  const placed = await withPlace(withWords, text, home);
  return { ...unread, types, alternatives: placed.alternatives, parts: await withSeller(placed.parts) };
}

/** Null unless the part is one word without a meaning. Only such words are completed or corrected. */
export function singleWord({ kind, expansion, words, terms }: TokenizedPart): Candidate | null {
  const [word, ...others] = words;
  return kind === "words" && expansion === null && word && others.length + terms.length === 0 ? word : null;
}

export function isCorrectable(word: string): boolean {
  return word.length > 2 && /^\p{L}+$/u.test(word);
}

export function mayBeMisspelled(word: string): boolean {
  return isCorrectable(word) && !isKnownWord(word);
}
