import { type RawBuilder, sql } from "kysely";
import type { MeantFact } from "#app/domain/categories/derive/units.ts";
import type { Centre, Located } from "#app/domain/place.ts";
import type { DateFilter, Range, Search } from "#app/domain/search.ts";
import type { Intent } from "./intent.ts";
import { AROUND_KM } from "./places.server.ts";

/** One condition of a search by words. A listing matches if it has all `words`, any term, or any fact. */
export interface Wanted {
  /** Words as they were typed, folded. All must match. */
  readonly words: readonly string[];
  /** Words as the index of listings has them. Any may match. One that ends with "*" is the beginning of a word. */
  readonly terms: readonly string[];
  readonly facts: readonly MeantFact[];
  /** Facts that match too, and rank last: a windbreaker is a jacket. */
  readonly alike: readonly MeantFact[];
  /** The types of which every listing matches: "rackets". */
  readonly types: readonly string[];
  /** Where a type has such facts, words do not count. */
  readonly factsOnly: boolean;
}

/** The understood meaning of the typed words. */
export interface Understood extends Pick<Intent, "parts" | "types"> {
  readonly wanted: readonly Wanted[];
  /** In cents. */
  readonly price: Range | null;
  readonly date: DateFilter | null;
  readonly place: Located | null;
  readonly sellerId: string | null;
  /** The search as readable text. */
  readonly text: string;
  /** Whether that differs from the typed words. */
  readonly corrected: boolean;
  /** The parts, as typed, that were left out because nothing was found with them. */
  readonly dropped: readonly string[];
}

const isUnset = ({ min, max }: Range) => min === null && max === null;

/** A search with the price, the date and the distance that its words name. Its own filters come first. */
export function withMeaning(search: Search, { price, date, place }: Understood): Search {
  const isPlaced = search.place !== null || search.maxDistance !== null;
  return {
    ...search,
    price: price && isUnset(search.price) ? price : search.price,
    date: date && search.date === "all" ? date : search.date,
    maxDistance: place && !isPlaced ? AROUND_KM : search.maxDistance,
  };
}

/** The context of a search with the meaning of its words. */
export function contextWith<Context extends { readonly centre: Centre | null }>(
  context: Context,
  { wanted, types, place, sellerId }: Understood,
) {
  return { ...context, wanted, types, sellerId, centre: context.centre ?? place };
}

/** The place of a word: in name or brand, there or in the facts, or anywhere (db/migrations/0004_listings.sql). */
type Place = "A" | "AB" | "";

/** A lexeme quoted for `::tsquery`. */
export function lexeme(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

function anyOf(lexemes: readonly string[]): RawBuilder<unknown> {
  return sql`${lexemes.join(" | ")}::tsquery`;
}

function termKey(term: string, weight: string): string {
  if (!term.endsWith("*")) return lexeme(term) + weight;
  return `${lexeme(term.slice(0, -1))}:*${weight.slice(1)}`;
}

/** The facts of a type. A condition at a place of the text ranks listings, for which those alike do not count. */
function factsFor({ facts, alike }: Wanted, type: string, place: Place): readonly MeantFact[] {
  return (place === "" ? [...facts, ...alike] : facts).filter((fact) => fact.type === type);
}

/**
 * How exactly a condition is met: by its fact and its words, by its fact (or words, where it has no fact), or by any of
 * them.
 */
type Exactness = "fact and words" | "fact" | "any";

function oneKey(
  wanted: Wanted,
  type: string,
  place: Place,
  exactness: Exactness = "any",
): RawBuilder<unknown> {
  const { words, terms, factsOnly } = wanted;
  const weight = place === "" ? "" : `:${place}`;
  const meant = factsFor(wanted, type, place);
  // Facts have no place: their lexemes have no weight.
  const fact =
    meant.length > 0
      ? anyOf(meant.flatMap(({ field, values }) => values.map((value) => lexeme(`${field}=${value}`))))
      : null;
  if (fact && (factsOnly || exactness === "fact")) return sql`(${fact})`;
  const said: RawBuilder<unknown>[] = [];
  if (terms.length > 0) said.push(anyOf(terms.map((term) => termKey(term, weight))));
  if (words.length > 0)
    said.push(sql`to_tsquery('simple', ${words.map((word) => lexeme(word) + weight).join(" & ")})`);
  const inText = sql`(${sql.join(said, sql` || `)})`;
  if (!fact) return inText;
  if (said.length === 0) return sql`(${fact})`;
  return exactness === "any" ? sql`(${fact} || ${inText})` : sql`(${fact} && ${inText})`;
}

/** The conditions for listings of a type. Types that are named and facts that a type does not have are no conditions. */
function openOf(wanted: readonly Wanted[], type: string): readonly Wanted[] {
  return wanted.filter(
    (one) =>
      !one.types.includes(type) && one.words.length + one.terms.length + factsFor(one, type, "").length > 0,
  );
}

/** The index is faster with one word per query than with several. This many are enough. */
const MAX_KEYS = 6;

/** Queries on `search`. A listing of the type that matches all of them matches all conditions. */
export function wantedKeys(wanted: readonly Wanted[], type: string): RawBuilder<unknown>[] {
  const keys = openOf(wanted, type).map((one) => oneKey(one, type, ""));
  const rest = keys.slice(MAX_KEYS - 1);
  return [...keys.slice(0, MAX_KEYS - 1), ...(rest.length > 0 ? [sql`(${sql.join(rest, sql` && `)})`] : [])];
}

function rankKey(
  wanted: readonly Wanted[],
  type: string,
  place: "A" | "AB",
  exactness: Exactness,
): RawBuilder<unknown> {
  return sql`(${sql.join(
    wanted.map((one) => oneKey(one, type, place, exactness)),
    sql` && `,
  )})`;
}

/** A query on `search`, and the place in the results of the listings that match it and none before. */
export interface RankKey {
  readonly rank: number;
  readonly key: RawBuilder<unknown>;
}

/** The rank of a listing that matches no rank key. */
export const LAST_RANK = 4;

/**
 * Ranks: the fact and its words in the title, the fact, words in the title, words in the facts. Where only other types
 * have the fact, words in the title rank third here too.
 */
export function rankKeys(wanted: readonly Wanted[], type: string): RankKey[] {
  const open = openOf(wanted, type).filter(
    // Without those alike, there is nothing exact to rank by.
    (one) => one.words.length + one.terms.length + factsFor(one, type, "A").length > 0,
  );
  if (open.length === 0) return [];
  const hasFacts = open.some((one) => factsFor(one, type, "A").length > 0);
  return [
    ...(hasFacts
      ? [
          { rank: 0, key: rankKey(open, type, "A", "fact and words") },
          { rank: 1, key: rankKey(open, type, "A", "fact") },
        ]
      : []),
    { rank: 2, key: rankKey(open, type, "A", "any") },
    { rank: 3, key: rankKey(open, type, "AB", "any") },
  ];
}
