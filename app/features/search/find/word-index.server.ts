import { type RawBuilder, sql } from "kysely";
import type { Centre } from "#app/domain/place.ts";
import type { Sort } from "#app/domain/search.ts";
import { SHELF_ORDER, SHELVED_AT } from "#app/features/listings/on-offer.server.ts";
import { distance, isRough } from "#app/features/listings/places.server.ts";
import { type CardRow, columnsFrom } from "#app/features/listings/queries.server.ts";
import { jsonPhoto } from "#app/features/photos/queries.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import {
  type Condition,
  monthStart,
  monthsBack,
  newestMonths,
  type SearchConditions,
} from "./filter-conditions.server.ts";

/** By when listings were listed, or by their place on the shelf. */
export type TimeOrder = "newest" | "relevance";

export interface Page {
  readonly type: string;
  readonly listings: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** Null when the order is not by time. */
  readonly time: TimeOrder | null;
  /** Whether an index has this order. */
  readonly scannable: boolean;
  readonly offset: number;
  readonly size: number;
}

/** `total` is at most COUNT_LIMIT + 1. */
export interface MatchPage {
  readonly total: number;
  readonly rows: readonly CardRow[];
  /** False, and `rows` is empty, when there are too many matches to sort and no index has the order. */
  readonly complete: boolean;
}

export function cardColumns(centre: Centre | null): RawBuilder<unknown> {
  return sql`${columnsFrom("found")}, found.shelf_place,
    ${km(centre)} as distance_km, ${isRough(centre)} as distance_rough, ${jsonPhoto(sql`found.type`, sql`found.id`)} as photo`;
}

function km(centre: Centre | null): RawBuilder<unknown> {
  return centre ? distance(centre) : sql`null::float8`;
}

/**
 * Checks a key row by row: PostgreSQL can use an index for the operator `@@`, but not for its function `ts_match_vq`.
 */
export function isMatch(key: RawBuilder<unknown>): Condition {
  return sql`ts_match_vq(search, ${key})`;
}

interface MatchTables {
  readonly listings: RawBuilder<unknown>;
  readonly conditions: SearchConditions;
  readonly columns: RawBuilder<unknown>;
  readonly time: TimeOrder | null;
  /** How many matches are needed to fill the page and all earlier pages. */
  readonly needed: number;
  readonly now: Date;
}

/**
 * The beginning of a `with` clause that finds matches by the index of words. The planner cannot estimate how many
 * listings have several words, since words of one name occur together. So the clause counts matches in steps: in the
 * newest months (`match1`), then in as many more months as should be enough (`match2`), and, if these two do not
 * suffice, in all months (`match3`).
 *
 * The index has the months in which listings were listed. On the shelf, no listing is placed later than it was listed.
 * So the months contain all matches that are placed in them, and others, which are left to the next step.
 *
 * `probe` has two results: `suffice`, whether the first two found more than COUNT_LIMIT matches; and `page_found`,
 * whether they found the newest matches that the page needs. `found1` to `found3` have only the keys and no limit, so
 * that the planner always uses the index of words.
 *
 * The plan at 1,000,000 listings (three common words). It estimates 1 match and finds 893:
 *
 *     CTE found1
 *       Bitmap Heap Scan on rackets  (cost=22.02..23.14 rows=1) (actual time=3.824..8.404 rows=893)
 *         Bitmap Index Scan on rackets_search_idx  (actual time=3.662..3.663 rows=893)
 *           Index Cond: ((search @@ k0) AND (search @@ k1) AND (search @@ k2) AND (search @@ first_months))
 *     CTE found3
 *       Result  One-Time Filter: not suffice
 *         Bitmap Heap Scan on rackets  (never executed)
 */
export function matchTables({
  listings,
  conditions,
  columns,
  time,
  needed,
  now,
}: MatchTables): RawBuilder<unknown> {
  const { keys, checks } = conditions;
  const byIndex = all(keys.map((_, index) => sql`search @@ ${keyAt(index)}`));
  const checkedColumns = sql.raw(
    "id, user_id, price_cents, latitude, longitude, approximate, brand, attributes, created_at, shelf_place",
  );
  // An order other than newest first needs all matches, up to what can be sorted.
  const least = sql.lit(fewestPromising(time ? COUNT_LIMIT : SORT_LIMIT));
  const [counted, sorted] = [sql.lit(COUNT_LIMIT), sql.lit(SORT_LIMIT)];
  const isShelf = time === "relevance";
  const placedFirst = isShelf ? [sql`${SHELVED_AT} >= (select first_start from parameters)`] : [];
  const placedBefore = isShelf
    ? [
        sql`${SHELVED_AT} < (select first_start from parameters)`,
        sql`${SHELVED_AT} >= (select start from months2)`,
      ]
    : [];
  const leftOver = isShelf
    ? sql` union all select * from found1 where (select query is not null from months2)`
    : sql``;
  return sql`
    parameters as materialized (
      select ${keys.map((key, index) => sql`${key} as ${sql.ref(`k${index}`)}, `).reduce((list, one) => sql`${list}${one}`, sql``)}
        ${newestMonths(FIRST_MONTHS, now)} as first_months,
        ${monthStart(FIRST_MONTHS - 1, now)}::timestamp as first_start,
        ${monthsBack(FIRST_MONTHS, MAX_MONTHS, now)}::text[] as months_before,
        ${needed}::int as needed
    ), found1 as materialized (
      select ${checkedColumns} from ${listings} where ${byIndex} and search @@ (select first_months from parameters)
    ), match1 as materialized (
      select ${columns} from found1 where ${all([...checks, ...placedFirst])} limit ${counted} + 1
    ), count1 as materialized (select count(*) as n from match1),
    months2 as materialized (
      select string_agg(quote_literal(month), ' | ')::tsquery as query,
        min(first_start) - make_interval(months => count(*)::int) as start
      from count1, parameters, unnest(months_before) with ordinality as before (month, at)
      where n between ${least} and ${counted}
        and at <= ${sql.lit(COUNT_LIMIT * FEWER_BEFORE * FIRST_MONTHS)} / n - ${sql.lit(FIRST_MONTHS)} + 1
    ), found2 as materialized (
      select ${checkedColumns} from ${listings} where ${byIndex} and search @@ (select query from months2)
    ), match2 as materialized (
      select ${columns} from (select * from found2${leftOver}) before where ${all([...checks, ...placedBefore])}
      limit ${sorted} + 1
    ), count2 as materialized (select count(*) as n from match2),
    probe as materialized (
      select n1, n2, n1 + n2 > ${counted} as suffice,
        ${sql.lit(time !== null)} and n1 <= ${counted} and n2 <= ${sorted} and n1 + n2 >= needed as page_found
      from (select count1.n as n1, count2.n as n2, needed from count1, count2, parameters) counts
    ), found3 as materialized (
      select ${checkedColumns} from ${listings} where ${byIndex} and (select not suffice from probe)
    ), match3 as materialized (
      select ${columns} from found3 where ${all(checks)}
      limit (select case when page_found then ${counted} else ${sorted} end + 1 from probe)
    )`;
}

export function all(conditions: readonly Condition[]): Condition {
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

function keyAt(index: number): RawBuilder<unknown> {
  return sql`(select ${sql.ref(`k${index}`)} from parameters)`;
}

export async function findInIndex(
  page: Page,
  conditions: SearchConditions,
  centre: Centre | null,
  now: Date,
): Promise<MatchPage> {
  const { listings, order, time, scannable, offset, size } = page;
  const columns = sql`id, price_cents, created_at, shelf_place${scannable ? sql`` : sql`, ${km(centre)} as distance_km`}`;
  // The bounds of the page are subqueries: with constants, PostgreSQL would plan each page anew instead of reusing a
  // plan.
  const part = sql`order by ${order} offset (select skipped from page) limit (select size from page)`;
  // The planner does not look into a `case` to estimate how few rows match, so it plans to read in order and to stop
  // early. `pg_backend_pid` is parallel-restricted, so no parallel workers are started, whose start would take longer
  // than the query. The plan:
  //   Index Scan using rackets_created_at_id_idx  (never executed)
  //     Filter: CASE WHEN (pg_backend_pid() <> 0) THEN (ts_match_vq(search, k0) AND …) END
  const byRow = [...conditions.checks, ...conditions.keys.map((_, index) => isMatch(keyAt(index)))];
  const scanned = sql`union all
      (select id from ${listings} where (select not page_found and not all_found from state)
        and case when pg_backend_pid() <> 0 then ${all(byRow)} end ${part})`;
  const rows = await prepared<CardRow & { total: number; complete: boolean }>(sql`
    with ${matchTables({ listings, conditions, columns, time, needed: offset + size, now })},
    state as materialized (
      select page_found, not suffice and not page_found and n3 <= ${sql.lit(SORT_LIMIT)} as all_found,
        least(greatest(n3, n1 + n2), ${sql.lit(COUNT_LIMIT)} + 1) as total
      from probe, (select count(*) as n3 from match3) count3
    ), sortable as (
      select * from match1 where (select page_found from state)
      union all select * from match2 where (select page_found from state)
      union all select * from match3 where (select all_found from state)
    ), page as materialized (select ${offset}::int as skipped, ${size}::int as size),
    picked as (
      select id from ((select id from sortable ${part}) ${scannable ? scanned : sql``}) parts
        limit ${sql.lit(size > MAX_ON_A_PAGE ? COUNT_LIMIT : MAX_ON_A_PAGE)}
    )
    select state.total, page_found or all_found or ${sql.lit(scannable)} as complete, card.* from state left join (
      select ${cardColumns(centre)} from picked join ${listings} found on found.type = ${page.type} and found.id = picked.id
    ) card on true order by ${order}
  `);
  const { total = 0, complete = true } = rows[0] ?? {};
  const cards = rows.filter((row) => row.id !== null).map(({ total: _, complete: __, ...row }) => row);
  return { total, rows: cards, complete };
}

/** Counting stops here, since counting half a million matches takes longer than finding ten. */
export const COUNT_LIMIT = 1000;

export const ORDERS: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  relevance: SHELF_ORDER,
  newest: sql`created_at desc, id desc`,
  price_asc: sql`price_cents, id`,
  price_desc: sql`price_cents desc, id desc`,
  // Rounded like the distances on cards (formatKm).
  nearest: sql`floor(distance_km + 0.5) nulls last, created_at desc, id desc`,
};

const FIRST_MONTHS = 2;

/** At most this many of the newest months are searched. If more seem necessary, all months are searched together. */
const MAX_MONTHS = 27;

/** A month before the newest ones is assumed to have this many times fewer matches than each of them. */
const FEWER_BEFORE = 1.3;

/** Up to this many matches are sorted. More are so common that reading the listings in order is fast. */
export const SORT_LIMIT = 4 * COUNT_LIMIT;

/** How many matches the newest months must have, so that more than `matches` are expected in MAX_MONTHS. */
function fewestPromising(matches: number): number {
  return Math.ceil((matches * FEWER_BEFORE * FIRST_MONTHS) / MAX_MONTHS);
}

/** The `limit` that the planner sees for usual pages. For longer pages, which are rare, it sees COUNT_LIMIT. */
const MAX_ON_A_PAGE = 100;
