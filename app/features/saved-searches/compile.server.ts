import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition, Meaning } from "#app/domain/categories/definition.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { filterRadiusKm } from "#app/domain/geo.ts";
import { type Centre, COUNTRIES, type Country } from "#app/domain/place.ts";
import { DATE_FILTERS, type Range, type Search } from "#app/domain/search.ts";
import { locate } from "#app/features/listings/places.server.ts";
import { type CardRow, newestOfModel } from "#app/features/listings/queries.server.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { interpretTyped } from "#app/features/search/dictionary/interpret.server.ts";
import {
  applyInterpretation,
  type Interpretation,
  type WordCondition,
} from "#app/features/search/dictionary/interpretation.ts";
import { conditionsOf } from "#app/features/search/find/conditions.server.ts";
import { askedCategories } from "#app/features/search/find/everything.ts";
import { anyOf } from "#app/features/search/find/filter-conditions.server.ts";
import { excludesType } from "#app/features/search/find/word-conditions.server.ts";
import { searchListings } from "#app/features/search/search.server.ts";
import { withoutParts } from "#app/features/search/understand/intent.ts";
import { db } from "#app/platform/db.server.ts";
import type { CanonicalSearch } from "./canonical-search.server.ts";
import { anchorsOf, lexemesOf, PICTURES } from "./rules.ts";

/** A row of saved_search_queries. */
export interface CompiledQuery {
  readonly type: string;
  /** A tsquery as text; null means no condition. */
  readonly query: string | null;
  readonly price: Range;
  readonly ranges: Readonly<Record<string, Range>>;
  readonly centre: Centre | null;
  readonly maxKm: number | null;
  readonly maxDays: number | null;
  readonly country: Country | null;
  /**
   * By these, a new listing finds the search: lexemes (`anchorsOf` in rules.ts) with the listing type in front, or only
   * the type.
   */
  readonly anchors: readonly string[];
}

export interface InterpretedSearch {
  readonly queries: readonly CompiledQuery[];
  readonly newest: readonly CardRow[];
}

/**
 * Tsqueries, all of which a listing must match. The search's brands are always one of them, so that they can be anchors
 * (rules.ts); `conditionsOf` sometimes makes them a check instead. So is what its words exclude.
 */
function keysOf(
  definition: CategoryDefinition,
  search: Search,
  centre: Centre | null,
  meaning: Meaning | null,
  wordConditions: readonly WordCondition[],
): RawBuilder<unknown>[] {
  const others = { ...search, brands: [], ranges: {}, date: "all" as const };
  const context = {
    meaning,
    centre,
    wordConditions,
    types: null,
    country: null,
    sellerId: null,
    viewerId: null,
    pageSize: 1,
    now: new Date(0),
  };
  const { keys, excluded } = conditionsOf(definition, others, context);
  return [
    ...keys,
    ...(search.brands.length === 0 ? [] : [anyOf(search.brands.map((one) => `brand=${one}`))]),
    ...(excluded ? [sql`!!${excluded}`] : []),
  ];
}

/**
 * The share of a type's listings that have a lexeme, from 0 to 1, by the planner's statistics. A lexeme without
 * statistics is rare. For a table without statistics, it is guessed by the kind of lexeme.
 */
async function frequencyOf(queries: readonly { type: string; query: string | null }[]) {
  const tables = queries.map(({ type }) => categoryOfType(type)?.plural ?? type);
  const lexemes = [...new Set(queries.flatMap(({ query }) => (query === null ? [] : lexemesOf(query))))];
  const { rows } = await sql<{ table: string; lexeme: string | null; share: number }>`
    select tablename as table, one.lexeme, one.share
    from pg_stats left join lateral (
      select lexeme, share from unnest(most_common_elems::text::text[], most_common_elem_freqs) as one (lexeme, share)
      where lexeme = any(${lexemes})
    ) one on true
    where schemaname = current_schema() and tablename = any(${tables}) and attname = 'search'
  `.execute(db());
  return (type: string) => {
    const table = categoryOfType(type)?.plural ?? type;
    const tableRows = rows.filter((row) => row.table === table);
    const shares = new Map(tableRows.map(({ lexeme, share }) => [lexeme, share]));
    return (lexeme: string) =>
      shares.get(lexeme) ?? (tableRows.length > 0 ? guessOf(lexeme) / 1000 : guessOf(lexeme));
  };
}

/** Models, "near" cells and the finest grid cells are rarer than words, and words are rarer than facts ("grip=3"). */
function guessOf(key: string): number {
  if (/^(n|g3|model)=/.test(key)) return 0.01;
  if (/^[^=]/.test(key) && key.includes("=")) return key.startsWith("brand=") ? 0.1 : 0.3;
  return 0.05;
}

/**
 * A type in which the search cannot match has no query.
 * @param named the types that the words name; null for all
 * @param centre the centre of the search's distance filter, if known
 */
async function compile(
  { definition, subcategory, search }: Pick<CanonicalSearch, "definition" | "subcategory" | "search">,
  wordConditions: readonly WordCondition[],
  centre: Centre | null,
  named: readonly string[] | null = null,
): Promise<CompiledQuery[]> {
  const types = askedCategories(definition, named).filter(({ type }) => !excludesType(wordConditions, type));
  if (types.length === 0) return [];
  const selects = types.map((type) => {
    const keys = keysOf(type, search, centre, subcategory?.means ?? null, wordConditions);
    if (keys.length === 0) return sql`select ${type.type} as type, null as query, true as possible`;
    // A query without lexemes matches nothing. Joined with others, PostgreSQL would ignore it.
    const possible = keys.map((key) => sql`numnode(${key}) > 0`);
    return sql`select ${type.type} as type, (${sql.join(keys, sql` && `)})::text as query,
      coalesce(${sql.join(possible, sql` and `)}, false) as possible`;
  });
  const { rows } = await sql<{ type: string; query: string | null; possible: boolean }>`
    ${sql.join(selects, sql` union all `)}
  `.execute(db());
  const possible = rows.filter((row) => row.possible);
  const commonness = await frequencyOf(possible);
  const hasDistance = centre !== null && search.maxDistance !== null;
  return possible.map(({ type, query }) => {
    const anchors = query === null ? null : anchorsOf(query, commonness(type));
    return {
      type,
      query,
      price: search.price,
      ranges: search.ranges,
      centre: hasDistance ? centre : null,
      maxKm: hasDistance ? search.maxDistance : null,
      maxDays: DATE_FILTERS[search.date],
      country: null,
      anchors: anchors?.map((one) => `${type} ${one}`) ?? [type],
    };
  });
}

async function centreOf({ place, maxDistance }: Search): Promise<Centre | null> {
  return place && maxDistance !== null ? locate(place.country, place.postalCode) : null;
}

/** Followed by the id of a model, this is the anchor (rules.ts) of the model's listings. */
export const MODEL_KEY = "model=";
/** Followed by the id of a seller, this is the anchor of the seller's listings. */
export const SELLER_KEY = "seller=";

async function searchForModel(definition: CategoryDefinition, slug: string): Promise<InterpretedSearch> {
  const model = (await catalogueFor(definition)).bySlug.get(slug);
  if (!model) return { queries: [], newest: [] };
  const { type } = definition;
  const everything = {
    query: null,
    price: { min: null, max: null },
    ranges: {},
    maxDays: null,
    country: null,
  };
  const anywhere = { centre: null, maxKm: null };
  return {
    queries: [{ type, ...everything, ...anywhere, anchors: [`${type} ${MODEL_KEY}${model.id}`] }],
    newest: await newestOfModel(definition, model.id, PICTURES),
  };
}

/**
 * If nothing matches, the results page leaves out parts of the search. The saved search keeps those with a meaning,
 * such as the price, so its notices wait for a listing that matches them. Words without a meaning stay left out,
 * because perhaps no listing ever has them.
 */
async function withDropped(
  interpretation: Interpretation,
  q: string,
  country: Country | null,
): Promise<Interpretation> {
  const dropped = interpretation.parts.filter(({ typed }) => interpretation.dropped.includes(typed));
  const plain = dropped.filter(({ kind }) => kind === "words" || kind === "extra");
  return plain.length === dropped.length ? interpretation : interpretTyped(withoutParts(q, plain), country);
}

/** The country whose postal codes a person types: that of their choices, as on the results page. */
async function countryOfPerson(id: string): Promise<Country | null> {
  const row = await db()
    .selectFrom("user_preferences")
    .select("country")
    .where("user_id", "=", id)
    .executeTakeFirst();
  return COUNTRIES.find((country) => country === row?.country) ?? null;
}

/** It runs the search too, because the interpretation depends on what is found. */
export async function interpretSearch(
  canonical: CanonicalSearch,
  viewerId: string,
): Promise<InterpretedSearch> {
  const { definition, subcategory, exact } = canonical;
  if (canonical.model !== null) return searchForModel(definition, canonical.model);
  const visitorCountry = await countryOfPerson(viewerId);
  const centre = await centreOf(canonical.search);
  const { maxDistance } = canonical.search;
  const search: Search = {
    ...canonical.search,
    maxDistance: centre && maxDistance !== null ? filterRadiusKm(maxDistance, centre) : maxDistance,
  };
  const context = {
    centre,
    meaning: subcategory?.means ?? null,
    visitorCountry,
    viewerId,
    pageSize: PICTURES,
    now: new Date(),
  };
  const newest: Search = { ...search, sort: "newest" };
  const { rows: newestRows, interpretation } = await searchListings(definition, newest, context, exact);
  const words = await withDropped(interpretation, search.q, visitorCountry);
  const rows = words === interpretation ? newestRows : [];
  const interpreted = { ...canonical, search: applyInterpretation(search, words) };
  const compiled = await compile(interpreted, words.wordConditions, centre ?? words.place, words.types);
  const queries = compiled.map((query) => ({ ...query, country: words.country }));
  const { sellerId } = words;
  if (sellerId === null) return { queries, newest: rows };
  const ofSeller = queries.map((one) => ({ ...one, anchors: [`${one.type} ${SELLER_KEY}${sellerId}`] }));
  return { queries: ofSeller, newest: rows };
}
