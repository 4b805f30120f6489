import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { NEAR_KM } from "#app/domain/geo.ts";
import type { Search, Sort } from "#app/domain/search.ts";
import { onOffer, SHELVED_AT } from "#app/features/listings/on-offer.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { conditionsOf, type QuestionContext, type Total, type TypeCount } from "./conditions.server.ts";
import { askedCategories, EVERYTHING } from "./everything.ts";
import { monthStart, newestMonths, type SearchConditions } from "./filter-conditions.server.ts";
import { all, COUNT_LIMIT, isMatch, ORDERS, SORT_LIMIT } from "./word-index.server.ts";

export type Order = Exclude<Sort, "nearest">;

/** Matches are counted in the newest two months, then in the newest eight, and in all only if both have few. */
export const MONTH_RANGES = [2, 8] as const;

/** Null stands for all months. */
export type MonthRange = (typeof MONTH_RANGES)[number] | null;

export interface TypeSearch {
  readonly definition: CategoryDefinition;
  readonly order: Order;
  readonly conditions: SearchConditions;
  /** Matches in each range of months that is counted already. More than SORT_LIMIT means only that there are more. */
  readonly counts: Map<MonthRange, number>;
  /** Matches among all listings, once counted; at most COUNT_LIMIT + 1. */
  total: number;
}

export function isByTime(order: Order): boolean {
  return order === "relevance" || order === "newest";
}

/** Reads the listings in the given order, until it has enough matches. */
export function firstMatches(typeSearch: TypeSearch, order: Order, most: number): RawBuilder<unknown> {
  const { keys, checks } = typeSearch.conditions;
  return sql`(
    select id, price_cents, created_at, shelf_place from ${onOffer(typeSearch.definition)}
    where ${all([...keys.map(isMatch), ...checks])}
    order by ${ORDERS[order]} limit ${most}
  )`;
}

export function sumOf(types: readonly Total[]): Total {
  const sum = types.reduce((before, { total }) => before + total, 0);
  return {
    total: Math.min(sum, COUNT_LIMIT),
    capped: sum > COUNT_LIMIT || types.some(({ capped }) => capped),
  };
}

export async function countEverywhere(search: Search, context: QuestionContext): Promise<TypeCount[]> {
  const searches = typeSearches(search, context);
  await countWhereCheap(searches, search, context);
  await count(searches.filter(isUncounted), null, context.now);
  return typeCounts(searches);
}

export const ORDER_OF: Readonly<Record<Sort, Order>> = {
  relevance: "relevance",
  newest: "newest",
  // Only for a search without known coordinates. With coordinates, `nearestOfAllTypes` sorts.
  nearest: "newest",
  price_asc: "price_asc",
  price_desc: "price_desc",
};

export function typeSearches(search: Search, context: QuestionContext): TypeSearch[] {
  return askedCategories(EVERYTHING, context.types).map((definition) => ({
    definition,
    order: ORDER_OF[search.sort],
    conditions: conditionsOf(definition, search, { ...context, meaning: null }),
    counts: new Map(),
    total: 0,
  }));
}

/** Types whose matches are expensive to count stay uncounted. */
export async function countWhereCheap(
  searches: readonly TypeSearch[],
  search: Search,
  context: QuestionContext,
): Promise<void> {
  const plain = searches.filter((typeSearch) => typeSearch.conditions.keys.length === 0);
  if (plain.length > 0) await countPlain(plain);
  const keyed = searches.filter((typeSearch) => typeSearch.conditions.keys.length > 0);
  if (keyed.length === 0) return;
  // A search nearby has few enough matches to read them all, and its cheapest match may be old.
  const isNearby = context.centre !== null && search.maxDistance !== null && search.maxDistance <= NEAR_KM;
  if (isNearby && !isByTime(ORDER_OF[search.sort])) return;
  await countNewest(keyed, context.now);
}

async function countPlain(searches: readonly TypeSearch[]): Promise<void> {
  const counts = searches.map(({ definition: { type, plural }, conditions: { checks } }) =>
    checks.length === 0
      ? sql`select ${type} as type, (select least(coalesce(sum(difference), 0), ${COUNT_LIMIT + 1})::int
          from listing_counts where type = ${type}) as n`
      : sql`select ${type} as type, count(*)::int as n
          from (select from ${onOffer({ plural })} where ${all(checks)} limit ${COUNT_LIMIT + 1}) one`,
  );
  const rows = await prepared<{ type: string; n: number }>(sql`${sql.join(counts, sql` union all `)}`);
  for (const typeSearch of searches)
    typeSearch.total = rows.find(({ type }) => type === typeSearch.definition.type)?.n ?? 0;
}

/**
 * All types are counted in one statement, or else each in its own. So there are few different statements, which stay
 * prepared.
 */
export async function count(searches: readonly TypeSearch[], months: MonthRange, now: Date): Promise<void> {
  if (searches.length === CATEGORIES.length) return countTogether(searches, months, now);
  await Promise.all(searches.map((typeSearch) => countTogether([typeSearch], months, now)));
}

async function countTogether(searches: readonly TypeSearch[], months: MonthRange, now: Date): Promise<void> {
  const counts = searches.map(
    (typeSearch, at) =>
      sql`select ${sql.lit(at)} as at, count(*)::int as n from ${matchesInMonths(typeSearch, months, now)} one`,
  );
  const rows = await prepared<{ at: number; n: number }>(sql`${sql.join(counts, sql` union all `)}`);
  for (const { at, n } of rows) {
    const typeSearch = searches[at];
    if (typeSearch) recordCount(typeSearch, months, n);
  }
}

/** The matches are not ordered. By relevance, those in some months are the ones that are placed there on the shelf. */
export function matchesInMonths(
  typeSearch: TypeSearch,
  months: MonthRange,
  now: Date,
  most = SORT_LIMIT + 1,
): RawBuilder<unknown> {
  const { keys, checks } = typeSearch.conditions;
  const within = months === null ? keys : [...keys, newestMonths(months, now)];
  const placed =
    months === null || typeSearch.order !== "relevance"
      ? []
      : [sql`${SHELVED_AT} >= ${monthStart(months - 1, now)}::timestamp`];
  // The inner query has only the keys as conditions, so that the planner uses their index: see `matchTables` in
  // word-index.server.ts.
  return sql`(
    with found as materialized (
      select id, user_id, price_cents, latitude, longitude, approximate, created_at, shelf_place
      from ${onOffer(typeSearch.definition)} where ${all(within.map((key) => sql`search @@ ${key}`))}
    )
    select id, price_cents, created_at, shelf_place from found where ${all([...checks, ...placed])}
    limit ${most}
  )`;
}

export function recordCount(typeSearch: TypeSearch, months: MonthRange, n: number): void {
  typeSearch.counts.set(months, n);
  if (n > COUNT_LIMIT || months === null) typeSearch.total = Math.min(n, COUNT_LIMIT + 1);
}

/**
 * Whether the matches of a type among all listings are still to be counted: those in the newest months were few, or
 * were not counted.
 */
export function isUncounted({ conditions, counts }: TypeSearch): boolean {
  const [months, n] = [...counts].at(-1) ?? [MONTH_RANGES[0], 0];
  return conditions.keys.length > 0 && months !== null && n <= COUNT_LIMIT;
}

export function typeCounts(searches: readonly TypeSearch[]): TypeCount[] {
  return searches.map(({ definition: { type }, total }) => ({
    type,
    total: Math.min(total, COUNT_LIMIT),
    capped: total > COUNT_LIMIT,
  }));
}

/** The second range is counted only for types with few matches in the first, and only if it may have enough. */
async function countNewest(searches: readonly TypeSearch[], now: Date): Promise<void> {
  await count(searches, MONTH_RANGES[0], now);
  const promising = ({ counts }: TypeSearch) => (counts.get(MONTH_RANGES[0]) ?? 0) >= COUNT_LIMIT / 5;
  await count(
    searches.filter((typeSearch) => isUncounted(typeSearch) && promising(typeSearch)),
    MONTH_RANGES[1],
    now,
  );
}
