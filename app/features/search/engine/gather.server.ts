import { type RawBuilder, sql } from "kysely";
import type { Centre } from "#app/domain/place.ts";
import type { Sort } from "#app/domain/search.ts";
import { distance, isRough } from "#app/features/listings/places.server.ts";
import { type CardRow, columnsFrom } from "#app/features/listings/queries.server.ts";
import { jsonPhoto } from "#app/features/photos/queries.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { type Condition, monthsBack, newestMonths, type SearchConditions } from "./conditions.server.ts";

/** Counting stops here. Nobody reads on, and counting half a million matches costs more than finding ten. */
export const COUNTED = 1000;

export const ORDERS: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  relevance: sql`created_at desc, id desc`,
  newest: sql`created_at desc, id desc`,
  price_asc: sql`price_cents, id`,
  price_desc: sql`price_cents desc, id desc`,
  // By whole kilometres, the newest first within one. Listings without a place come last.
  nearest: sql`floor(distance_km) nulls last, created_at desc, id desc`,
};

export interface Page {
  readonly type: string;
  readonly listings: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  readonly newestFirst: boolean;
  readonly walkable: boolean;
  readonly offset: number;
  readonly size: number;
}

/** `total` is COUNTED + 1 where there are more than COUNTED. */
export interface Gathered {
  readonly total: number;
  readonly rows: readonly CardRow[];
  /**
   * Whether the rows are the page's. False for too many to sort in an order without an index: the caller finds them.
   */
  readonly whole: boolean;
}

export function all(conditions: readonly Condition[]): Condition {
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** The distance of a listing in kilometres; null where it is not known. */
function km(centre: Centre | null): RawBuilder<unknown> {
  return centre ? distance(centre) : sql`null::float8`;
}

/** The columns of a card, of the listing `found`. */
export function cardColumns(centre: Centre | null): RawBuilder<unknown> {
  return sql`${columnsFrom("found")},
    ${km(centre)} as distance_km, ${isRough(centre)} as distance_rough, ${jsonPhoto(sql`found.type`, sql`found.id`)} as photo`;
}

/** How many months are searched first, from the newest. */
const FIRST_MONTHS = 2;
/** Where finding enough takes more months than this, all are searched at once. */
const MAX_MONTHS = 27;
/** Older months usually hold fewer listings. */
const FEWER_BEFORE = 1.3;
/** Up to this many matches are sorted. That is cheaper than reading the table in order where matches are rare. */
const SORTED = 4 * COUNTED;

/** How many matches among the newest months predict more than `matches` in MAX_MONTHS. */
function promising(matches: number): number {
  return Math.ceil((matches * FEWER_BEFORE * FIRST_MONTHS) / MAX_MONTHS);
}

/** A page is seldom longer, so the planner uses it as the length. No page has more than COUNTED. */
const MAX_ON_A_PAGE = 100;

interface Look {
  readonly listings: RawBuilder<unknown>;
  readonly narrowed: SearchConditions;
  /** The columns that are kept of each match. */
  readonly kept: RawBuilder<unknown>;
  readonly newestFirst: boolean;
  /** How many matches are wanted, from the first in the page's order. */
  readonly wanted: number;
  readonly now: Date;
}

/** Whether a listing matches a key, checked row by row. No index answers the function behind `@@`. */
export function isMatch(key: RawBuilder<unknown>): Condition {
  return sql`ts_match_vq(search, ${key})`;
}

/** The n-th key of the search. */
function keyAt(index: number): RawBuilder<unknown> {
  return sql`(select ${sql.ref(`k${index}`)} from asked)`;
}

/**
 * The matches in the index of words, as the beginning of a `with`. The planner's estimates do not know how common the
 * words are together, since words of one name occur together. So it is measured: first the newest months (`match1`),
 * then as many more as should be enough (`match2`), or all (`match3`). `looked` says whether the first two `suffice`,
 * having more than COUNTED, and whether the newest that are wanted are found (`page_found`). Each part has only the
 * keys and no limit, so that the planner always uses that index. Otherwise it may read the table in the hope of enough
 * early matches, or combine it with every listing in a price range.
 *
 * The plan at 1,000,000 listings (bench/plans.md, three common words). It estimates 1 match and finds 893:
 *
 *     CTE found1
 *       Bitmap Heap Scan on rackets  (cost=22.02..23.14 rows=1) (actual time=3.824..8.404 rows=893)
 *         Bitmap Index Scan on rackets_search_idx  (actual time=3.662..3.663 rows=893)
 *           Index Cond: ((search @@ k0) AND (search @@ k1) AND (search @@ k2) AND (search @@ first_months))
 *     CTE found3
 *       Result  One-Time Filter: not suffice
 *         Bitmap Heap Scan on rackets  (never executed)
 */
export function looks({ listings, narrowed, kept, newestFirst, wanted, now }: Look): RawBuilder<unknown> {
  const { keys, checks } = narrowed;
  const byIndex = all(keys.map((_, index) => sql`search @@ ${keyAt(index)}`));
  const columns = sql.raw(
    "id, user_id, price_cents, latitude, longitude, approximate, brand, attributes, created_at",
  );
  // Another order needs all matches, as long as they can be sorted.
  const least = sql.lit(promising(newestFirst ? COUNTED : SORTED));
  const [counted, sorted] = [sql.lit(COUNTED), sql.lit(SORTED)];
  return sql`
    asked as materialized (
      select ${keys.map((key, index) => sql`${key} as ${sql.ref(`k${index}`)}, `).reduce((list, one) => sql`${list}${one}`, sql``)}
        ${newestMonths(FIRST_MONTHS, now)} as first_months,
        ${monthsBack(FIRST_MONTHS, MAX_MONTHS, now)}::text[] as months_before,
        ${wanted}::int as wanted
    ), found1 as materialized (
      select ${columns} from ${listings} where ${byIndex} and search @@ (select first_months from asked)
    ), match1 as materialized (
      select ${kept} from found1 where ${all(checks)} limit ${counted} + 1
    ), count1 as materialized (select count(*) as n from match1),
    months2 as materialized (
      select string_agg(quote_literal(month), ' | ')::tsquery as query
      from count1, asked, unnest(months_before) with ordinality as before (month, at)
      where n between ${least} and ${counted}
        and at <= ${sql.lit(COUNTED * FEWER_BEFORE * FIRST_MONTHS)} / n - ${sql.lit(FIRST_MONTHS)} + 1
    ), found2 as materialized (
      select ${columns} from ${listings} where ${byIndex} and search @@ (select query from months2)
    ), match2 as materialized (
      select ${kept} from found2 where ${all(checks)} limit ${sorted} + 1
    ), count2 as materialized (select count(*) as n from match2),
    looked as materialized (
      select n1, n2, n1 + n2 > ${counted} as suffice,
        ${sql.lit(newestFirst)} and n1 <= ${counted} and n2 <= ${sorted} and n1 + n2 >= wanted as page_found
      from (select count1.n as n1, count2.n as n2, wanted from count1, count2, asked) counts
    ), found3 as materialized (
      select ${columns} from ${listings} where ${byIndex} and (select not suffice from looked)
    ), match3 as materialized (
      select ${kept} from found3 where ${all(checks)}
      limit (select case when page_found then ${counted} else ${sorted} end + 1 from looked)
    )`;
}

/** A page of the matches in the index of words and their number, in one statement. */
export async function gather(
  page: Page,
  narrowed: SearchConditions,
  centre: Centre | null,
  now: Date,
): Promise<Gathered> {
  const { listings, order, newestFirst, walkable, offset, size } = page;
  const kept = sql`id, price_cents, created_at${walkable ? sql`` : sql`, ${km(centre)} as distance_km`}`;
  // The planner sees neither bound: with known bounds it would plan each page anew and never keep a plan.
  const part = sql`order by ${order} offset (select skipped from page) limit (select size from page)`;
  // Within `case` the planner estimates no condition. The parallel-restricted function keeps parallel workers away:
  // starting them would take longer than the query. The plan (bench/plans.md) stays an ordered read that can stop early:
  //   Index Scan using rackets_created_at_id_idx  (never executed)
  //     Filter: CASE WHEN (pg_backend_pid() <> 0) THEN (ts_match_vq(search, k0) AND …) END
  const byRow = [...narrowed.checks, ...narrowed.keys.map((_, index) => isMatch(keyAt(index)))];
  const walked = sql`union all
      (select id from ${listings} where (select not page_found and not all_found from state)
        and case when pg_backend_pid() <> 0 then ${all(byRow)} end ${part})`;
  const rows = await prepared<CardRow & { total: number; whole: boolean }>(sql`
    with ${looks({ listings, narrowed, kept, newestFirst, wanted: offset + size, now })},
    state as materialized (
      select page_found, not suffice and not page_found and n3 <= ${sql.lit(SORTED)} as all_found,
        least(greatest(n3, n1 + n2), ${sql.lit(COUNTED)} + 1) as total
      from looked, (select count(*) as n3 from match3) count3
    ), at_hand as (
      select * from match1 where (select page_found from state)
      union all select * from match2 where (select page_found from state)
      union all select * from match3 where (select all_found from state)
    ), page as materialized (select ${offset}::int as skipped, ${size}::int as size),
    picked as (
      select id from ((select id from at_hand ${part}) ${walkable ? walked : sql``}) parts
        limit ${sql.lit(size > MAX_ON_A_PAGE ? COUNTED : MAX_ON_A_PAGE)}
    )
    select state.total, page_found or all_found or ${sql.lit(walkable)} as whole, card.* from state left join (
      select ${cardColumns(centre)} from picked join ${listings} found on found.type = ${page.type} and found.id = picked.id
    ) card on true order by ${order}
  `);
  const { total = 0, whole = true } = rows[0] ?? {};
  const cards = rows.filter((row) => row.id !== null).map(({ total: _, whole: __, ...row }) => row);
  return { total, rows: cards, whole };
}
