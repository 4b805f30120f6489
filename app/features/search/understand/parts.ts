import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { PossibleFact } from "#app/domain/categories/derive/units.ts";
import type { Country, Located } from "#app/domain/place.ts";
import type { DateFilter, Range } from "#app/domain/search.ts";
import { comparable } from "#app/domain/text-rules.ts";

export type PartKind =
  | "words" // without another meaning, such as a model's name
  | "measure" // "300 g"
  | "category" // "rackets"
  | "thing" // a sort of gear within one or more categories: "dampener", "skirt"
  | "audience" // the people whom the gear is for: "kids"
  | "value" // an option of a field: "like new"
  | "price" // "under 100"
  | "date" // "today"
  | "place" // a town or a postal code
  | "distance" // "within 30 km of": it belongs to the place, or else is unmet
  | "country" // a country in which people sell
  | "seller" // a username
  | "extra" // what the wanted gear has no field for, such as a racket's cover; left out first if nothing is found
  | "excluded" // "-babolat": no match has it
  | "unmet" // what no search can ask ("without scratches"): the page says that it was left out
  | "filler" // words that do not narrow a search: "a", "tennis"
  | "absent" // gear that the shop does not sell: "shoes"
  | "sport"; // another sport or a service, of which the shop has nothing at all: "padel", "court booking"

export interface Meaning {
  readonly kind: PartKind;
  /**
   * Facts are values of fields: "color=white". A matching listing has at least one fact of each inner list, or instead
   * the words (but see `factsOnly`).
   */
  readonly facts: readonly (readonly PossibleFact[])[];
  /** These match too, but rank after the others: a search for jackets also finds windbreakers. */
  readonly similar: readonly PossibleFact[];
  /** Normalized synonyms, which a listing may have instead of the words. */
  readonly terms: readonly string[];
  readonly types: readonly string[];
  /** Listings of a type that has fields for the facts match by facts alone, not by words. */
  readonly factsOnly: boolean;
  /** Whether the word means this only beside gear of the facts: "big" beside a bag. Elsewhere it may be part of a name. */
  readonly besideGear?: true;
  readonly date: DateFilter | null;
}

export interface Part extends Meaning {
  /** As typed; "" for the second half of a compound word. */
  readonly typed: string;
  /** The full name that a nickname stands for; null for any other text. */
  readonly expansion: string | null;
  readonly price: Range | null;
  readonly place: Located | null;
  /** How far from the place; null where no distance is named. */
  readonly km: number | null;
  readonly country: Country | null;
  readonly sellerId: string | null;
}

/** A word, and how many listings have it. */
export interface Candidate {
  readonly term: string;
  readonly listings: number;
}

/** With the number of listings that have each word in their name, brand or facts. */
export interface TokenizedPart extends Part {
  readonly words: readonly Candidate[];
  /** Whether the part belongs to a model's name. Then it is spelled right, even if no listing has it. */
  readonly namesModel: boolean;
}

export interface Intent {
  readonly parts: readonly Part[];
  /** The listing types to search. Null means all; an empty list means that the search finds nothing. */
  readonly types: readonly string[] | null;
}

export interface Vocabulary {
  readonly definitions: readonly CategoryDefinition[];
  meaningOf(words: string): Meaning | undefined;
  /** "pure drive 98" for "pd98"; null where the word is no nickname. */
  expandNickname(word: string): string | null;
  /** Whether a model is called by the word and the number: "blade" and 98. */
  isModelNumber?(word: string, number: number): boolean;
}

export function vocabularyKey(text: string): string {
  return comparable(text)
    .replace(/['’]s\b/g, "s")
    .replace(/[-–'’]+/g, " ")
    .replace(/(?<=^|\s)[^\p{L}\p{N}]+|[^\p{L}\p{N}+]+(?=\s|$)/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The price range of all parts together: "over 50", "under 90". Null where no part has a price. */
export function priceIn(parts: readonly Pick<Part, "price">[]): Range | null {
  const ranges = parts.flatMap(({ price }) => price ?? []);
  if (ranges.length === 0) return null;
  const first = (end: "min" | "max") =>
    ranges.map((range) => range[end]).find((cents) => cents !== null) ?? null;
  return { min: first("min"), max: first("max") };
}

export const PLAIN_MEANING: Meaning = {
  kind: "words",
  facts: [],
  similar: [],
  terms: [],
  types: [],
  factsOnly: false,
  date: null,
};

export const PLAIN_PART: Omit<Part, "typed"> = {
  ...PLAIN_MEANING,
  expansion: null,
  price: null,
  place: null,
  km: null,
  country: null,
  sellerId: null,
};
