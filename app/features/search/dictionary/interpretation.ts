import type { PossibleFact } from "#app/domain/categories/derive/units.ts";
import { traitsOf } from "#app/domain/categories/fields/registry.ts";
import { isOpen } from "#app/domain/categories/filters/kind.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { filterRadiusKm } from "#app/domain/geo.ts";
import type { Centre, Country, Located } from "#app/domain/place.ts";
import type { DateFilter, Range, Search } from "#app/domain/search.ts";
import type { Intent, TokenizedPart } from "../understand/parts.ts";

/** A listing matches if it has all `words`, any term, or any fact. */
export interface WordCondition {
  /** Typed words, normalized. */
  readonly words: readonly string[];
  /** Words as the index has them. A "*" at the end makes the word a prefix. */
  readonly terms: readonly string[];
  readonly facts: readonly PossibleFact[];
  /** Facts that match too, but rank last: a search for jackets also finds windbreakers. */
  readonly similar: readonly PossibleFact[];
  /** All listings of these types match, since the words name the type: "rackets". */
  readonly types: readonly string[];
  /** Listings of a type that has fields for the facts match by facts alone, not by words. */
  readonly factsOnly: boolean;
  /** Listings that have the words side by side, a term or a fact do not match. */
  readonly excluded: boolean;
}

/** What a search text means, and how it was changed to find anything. */
export interface Interpretation extends Pick<Intent, "parts" | "types"> {
  readonly wordConditions: readonly WordCondition[];
  readonly price: Range | null;
  readonly date: DateFilter | null;
  readonly place: Located | null;
  /** How far from the place, in km. */
  readonly km: number;
  readonly country: Country | null;
  readonly sellerId: string | null;
  /** The text that is searched for, with corrections. */
  readonly text: string;
  /** Whether `text` differs from the typed words. */
  readonly corrected: boolean;
  /** The typed text of parts that were left out to find anything. */
  readonly dropped: readonly string[];
}

/** A search for a town or postal code includes everything within this distance, if it names none. */
export const AROUND_KM = 50;

/** The words set the price, date and distance only where the search has no such filter. */
export function applyInterpretation(search: Search, { price, date, place, km }: Interpretation): Search {
  const isPlaced = search.place !== null || search.maxDistance !== null;
  return {
    ...search,
    price: price && isOpen(search.price) ? price : search.price,
    date: date && search.date === "all" ? date : search.date,
    maxDistance: place && !isPlaced ? filterRadiusKm(km, place) : search.maxDistance,
  };
}

/** What the words of a search mean for the context of a search. */
export type WordContext = Pick<Interpretation, "wordConditions" | "types" | "country" | "sellerId">;

export function interpretedContext<Context extends { readonly centre: Centre | null }>(
  context: Context,
  { wordConditions, types, place, country, sellerId }: Interpretation,
): Context & WordContext {
  return { ...context, wordConditions, types, country, sellerId, centre: context.centre ?? place };
}

export function conditionsOfPart({
  kind,
  words,
  terms,
  facts,
  similar,
  types,
  factsOnly,
  typed,
  expansion,
}: TokenizedPart): WordCondition[] {
  const typedWords = words.map(({ term }) => term);
  switch (kind) {
    case "price":
    case "date":
    case "place":
    case "distance":
    case "country":
    case "seller":
    case "filler":
    case "unmet":
      return [];
    case "absent":
    case "sport":
      return [{ ...NOTHING, words: typedWords }];
    case "category":
      return [{ ...NOTHING, words: typedWords, types }];
    case "audience":
      return facts.map((alternatives, at) => ({
        ...NOTHING,
        facts: alternatives,
        similar,
        factsOnly,
        terms: at === 0 ? terms : [],
      }));
    case "thing":
    case "value":
    case "measure":
      return facts.map((alternatives) => ({
        ...NOTHING,
        facts: alternatives,
        similar,
        factsOnly,
        terms,
        // Gear without the field must have the words: "nike oversized".
        words: factsOnly && kind === "measure" ? [] : typedWords,
      }));
    case "excluded":
      return [
        {
          ...NOTHING,
          ...{ facts: facts.flat(), terms, factsOnly, excluded: true },
          // The name of a category excludes its listings, and no other that has the word.
          ...(types.length > 0 && facts.flat().length === 0
            ? { types }
            : { words: factsOnly ? [] : typedWords }),
        },
      ];
    case "extra":
      if (factsOnly) return [{ ...NOTHING, terms }];
      return [{ ...NOTHING, words: typedWords, terms }];
    case "words":
      // The models of a player, by their titles: other texts compare with them.
      if (types.length > 0 && expansion !== null)
        return [{ ...NOTHING, words: typedWords.map(inTitle), terms: terms.map(inTitle) }];
      return [gaugeOf(typed) ?? { ...NOTHING, words: typedWords, terms: [...terms, ...otherNumeral(typed)] }];
  }
}

/** A word that the name or the brand must have (db/migrations/0003_listings.sql). */
function inTitle(word: string): string {
  return `=${word}`;
}

const ROMAN: readonly string[] = ["", "", "ii", "iii", "iv"];

/** "Pro Line 2" is sold as "Pro Line II". */
function otherNumeral(typed: string): readonly string[] {
  const numeral = /^[234]$/.test(typed) ? ROMAN[Number(typed)] : undefined;
  const number = ROMAN.indexOf(typed.toLowerCase());
  return number > 1 ? [String(number)] : numeral === undefined ? [] : [numeral];
}

export function termsOf(terms: readonly string[]): WordCondition {
  return { ...NOTHING, terms };
}

const NOTHING: WordCondition = {
  words: [],
  terms: [],
  facts: [],
  similar: [],
  types: [],
  factsOnly: false,
  excluded: false,
};

/** The thickness of a string: "125" or "1.25". In a listing, more may follow: "125/16L". Null for any other word. */
function gaugeOf(word: string): WordCondition | null {
  const [, whole = "", decimals = ""] = /^(\d)[.,]?(\d\d)$/.exec(word) ?? [];
  const [joined, pointed] = [`${whole}${decimals}`, `${whole}.${decimals}`];
  const value = Number(pointed);
  const facts = CATEGORIES.flatMap(({ type, fields }) =>
    Object.entries(fields).flatMap(([name, field]): PossibleFact[] => {
      const { pointIsOptional, min = 0, max = 0 } = traitsOf(field);
      return whole !== "" && pointIsOptional && value >= min && value <= max
        ? [{ type, field: name, values: [String(value)] }]
        : [];
    }),
  );
  if (facts.length === 0) return null;
  return { ...NOTHING, terms: [joined, pointed, `${joined}/*`, `${pointed}/*`], facts };
}
