import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import type { Search, Sort } from "#app/domain/search.ts";
import { onOffer } from "#app/features/listings/on-offer.server.ts";
import { type CardRow, cardsByKey } from "#app/features/listings/queries.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import type { WordCondition } from "../dictionary/interpretation.ts";
import { searchCategory } from "./category.server.ts";
import type { FoundPage, QuestionContext } from "./conditions.server.ts";
import {
  count,
  countWhereCheap,
  firstMatches,
  isByTime,
  isUncounted,
  MONTH_RANGES,
  matchesInMonths,
  ORDER_OF,
  type Order,
  recordCount,
  sumOf,
  type TypeSearch,
  typeCounts,
  typeSearches,
} from "./type-searches.server.ts";
import { LAST_RANK, rankKeys } from "./word-conditions.server.ts";
import { all, COUNT_LIMIT, isMatch, ORDERS, SORT_LIMIT } from "./word-index.server.ts";

/**
 * Finds a page of listings of all types. Relevance sorts the first COUNT_LIMIT matches by rank, then as on the shelf. No older
 * matches are shown (docs/decisions/0016).
 */
export async function searchEverywhere(search: Search, context: QuestionContext): Promise<FoundPage> {
  const { centre, now, pageSize, pagesShown = 1, wordConditions } = context;
  const searches = typeSearches(search, context);
  await countWhereCheap(searches, search, context);
  const keysOf = (page: number) =>
    pageOf(searches, {
      sort: search.sort,
      offset: (page - 1) * pageSize,
      size: pageSize * pagesShown,
      wordConditions,
      now,
    });
  const pageWith = (rows: readonly CardRow[], page: number): FoundPage => {
    const types = typeCounts(searches);
    return { rows, page, types, own: 0, ...sumOf(types) };
  };
  const lastPage = () => Math.max(1, Math.ceil(sumOf(typeCounts(searches)).total / pageSize));
  if (search.sort === "nearest" && centre) {
    await count(searches.filter(isUncounted), null, now);
    const page = Math.min(search.page, lastPage());
    const offset = (page - 1) * pageSize;
    const nearest = await nearestOfAllTypes(
      withMatches(searches).map(({ definition }) => definition),
      { ...search, page: 1 },
      { ...context, pageSize: offset + pageSize * pagesShown, pagesShown: 1 },
    );
    return pageWith(nearest.slice(offset), page);
  }
  const keys = await keysOf(search.page);
  const page = Math.min(search.page, lastPage());
  return pageWith(await cardsByKey(page === search.page ? keys : await keysOf(page), centre), page);
}

interface PageRequest {
  readonly sort: Sort;
  readonly offset: number;
  readonly size: number;
  readonly wordConditions: readonly WordCondition[];
  readonly now: Date;
}

/**
 * Reads the keys of one page of listings, among the first COUNT_LIMIT matches. Relevance sorts these matches by rank.
 * The same statement counts the matches of the uncounted types.
 */
async function pageOf(
  searches: readonly TypeSearch[],
  { sort, offset, size, wordConditions, now }: PageRequest,
): Promise<ListingKey[]> {
  const order = ORDER_OF[sort];
  const isRanked = sort === "relevance" && wordConditions.length > 0;
  const most = isRanked ? COUNT_LIMIT : Math.min(offset + size, COUNT_LIMIT);
  const open = searches
    .filter(isUncounted)
    .map((typeSearch, at) => uncountedSearch(typeSearch, at, order, now));
  const shown = searches.filter((typeSearch) => isUncounted(typeSearch) || typeSearch.total > 0);
  if (shown.length === 0) return [];
  const isNew =
    searches.reduce((sum, typeSearch) => sum + (typeSearch.counts.get(MONTH_RANGES[0]) ?? 0), 0) >
    COUNT_LIMIT;
  const isFull = isNew && isByTime(order);
  const sourceOf = (typeSearch: TypeSearch) => {
    const openSearch = open.find((some) => some.typeSearch === typeSearch);
    return openSearch && !isFull
      ? uncountedSource(openSearch, order, most)
      : source(typeSearch, order, most, isFull, now);
  };
  const first = shown.map(
    (
      typeSearch,
    ) => sql`(select ${typeSearch.definition.type} as type, id, price_cents, created_at, shelf_place
      from ${sourceOf(typeSearch)} one order by ${ORDERS[order]} limit ${most})`,
  );
  const firstFound = sql`found as materialized (
    select * from (${sql.join(first, sql` union all `)}) every order by ${ORDERS[order]} limit ${most}
  )`;
  const ranked = shown.map(
    (
      typeSearch,
    ) => sql`select type, id, created_at, shelf_place, ${rankOf(typeSearch, wordConditions)} as tier from ${onOffer(typeSearch.definition)}
      where type = ${typeSearch.definition.type}
        and id = any(array(select id from found where type = ${typeSearch.definition.type}))`,
  );
  const page = isRanked
    ? sql`select type, id, row_number() over (order by tier, ${ORDERS[order]}) as place
        from (${sql.join(ranked, sql` union all `)}) ranked`
    : sql`select type, id, row_number() over (order by ${ORDERS[order]}) as place from found`;
  const query = sql<{ type: string | null; id: string; totals: number[] }>`
    with ${sql.join([...open.map(({ common }) => common), firstFound])}
    select page.type, page.id, array[${sql.join(open.map(({ n }) => n))}]::int[] as totals
    from (select) one left join (${page} order by place offset ${offset} limit ${size}) page on true order by place
  `;
  // With all types uncounted, the statement has few variants, so they are prepared, which saves half the time.
  const rows = open.length === searches.length ? await prepared(query) : (await query.execute(db())).rows;
  for (const [at, { typeSearch }] of open.entries()) recordCount(typeSearch, null, rows[0]?.totals[at] ?? 0);
  return rows.flatMap(({ type, id }) => (type === null ? [] : [{ type, id }]));
}

/**
 * The parts of a statement that reads a page, for a type whose matches were not counted yet. The statement begins by
 * finding and counting these matches: by date all of them, by price at most COUNT_LIMIT + 1.
 */
function uncountedSearch(typeSearch: TypeSearch, at: number, order: Order, now: Date) {
  const [matches, total] = [sql.ref(`all${at}`), sql.ref(`total${at}`)];
  // By date, all matches are read: few are new, so scanning the newest listings would take longer.
  const most = isByTime(order) ? Number.MAX_SAFE_INTEGER : COUNT_LIMIT + 1;
  return {
    typeSearch,
    matches,
    n: sql`(select n from ${total})`,
    common: sql`${matches} as materialized ${matchesInMonths(typeSearch, null, now, most)},
      ${total} as materialized (select count(*)::int as n from ${matches})`,
  };
}

type UncountedSearch = ReturnType<typeof uncountedSearch>;

/** All matches of an uncounted type, or only the first ones in the order of an index, if they are too many to sort. */
function uncountedSource(
  { typeSearch, matches, n }: UncountedSearch,
  order: Order,
  most: number,
): RawBuilder<unknown> {
  if (isByTime(order)) return sql`${matches}`;
  const { keys, checks } = typeSearch.conditions;
  // The planner makes no estimate inside a `case`: see word-index.server.ts.
  return sql`(
    select * from ${matches} where ${n} <= ${sql.lit(COUNT_LIMIT)}
    union all (
      select id, price_cents, created_at, shelf_place from ${onOffer(typeSearch.definition)}
      where ${n} > ${sql.lit(COUNT_LIMIT)}
        and case when pg_backend_pid() <> 0 then ${all([...keys.map(isMatch), ...checks])} end
      order by ${ORDERS[order]} limit ${most}
    )
  )`;
}

/**
 * A query for the first matches of a type in an order.
 * @param isFull the newest months alone (`MONTH_RANGES[0]`) have more matches of all types than can be shown
 */
function source(
  typeSearch: TypeSearch,
  order: Order,
  most: number,
  isFull: boolean,
  now: Date,
): RawBuilder<unknown> {
  const [months, n] = (isFull ? [...typeSearch.counts] : [...typeSearch.counts].slice(-1))[0] ?? [];
  if (months === undefined || n === undefined) return firstMatches(typeSearch, order, most);
  if (isByTime(order)) {
    // Few matches are new, so reading all matches is faster than scanning the newest listings.
    if (months === null) return matchesInMonths(typeSearch, null, now, Number.MAX_SAFE_INTEGER);
    return n > SORT_LIMIT ? firstMatches(typeSearch, order, most) : matchesInMonths(typeSearch, months, now);
  }
  // The cheapest match may be old, so a count of only new months is of no use here. If not all matches were counted,
  // they are common, and reading the listings in order is fast.
  return months === null && n <= SORT_LIMIT
    ? matchesInMonths(typeSearch, null, now)
    : firstMatches(typeSearch, order, most);
}

/**
 * The rank of a listing by relevance. Listings whose facts, name or brand match come first (`rankKeys` has the details),
 * then those that have the words in their facts or their model's name, then all others.
 */
function rankOf(typeSearch: TypeSearch, wordConditions: readonly WordCondition[]): RawBuilder<unknown> {
  const keys = rankKeys(wordConditions, typeSearch.definition.type);
  if (keys.length === 0) return sql`0`;
  const cases = keys.map(({ rank, key }) => sql`when search @@ ${key} then ${sql.lit(rank)}`);
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(LAST_RANK)} end`;
}

async function nearestOfAllTypes(
  definitions: readonly CategoryDefinition[],
  search: Search,
  context: QuestionContext,
): Promise<CardRow[]> {
  const pages = await Promise.all(
    definitions.map((definition) => searchCategory(definition, search, context)),
  );
  const away = ({ distance_km: km }: CardRow) => (km == null ? Number.POSITIVE_INFINITY : Math.round(km));
  return pages
    .flatMap((page) => page.rows)
    .map((row) => ({ row, km: away(row) }))
    .sort((a, b) => (a.km === b.km ? byAge(a.row, b.row) : a.km - b.km))
    .slice(0, context.pageSize)
    .map(({ row }) => row);
}

function byAge(a: CardRow, b: CardRow): number {
  return b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1);
}

function withMatches(searches: readonly TypeSearch[]): TypeSearch[] {
  return searches.filter((typeSearch) => typeSearch.total > 0);
}
