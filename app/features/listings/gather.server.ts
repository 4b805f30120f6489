import { type RawBuilder, sql } from "kysely";
import type { Centre } from "#app/domain/place.ts";
import type { Sort } from "#app/domain/search.ts";
import { jsonPhoto } from "#app/features/photos/queries.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { type CardRow, columnsFrom } from "./queries.server.ts";
import {
  type Condition,
  distance,
  isRough,
  monthsBack,
  newestMonths,
  type SearchConditions,
} from "./search-conditions.server.ts";

/** Counting stops here: nobody reads on, and counting half a million matches costs more than finding ten. */
export const COUNTED = 1000;

export const ORDERS: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  relevance: sql`created_at desc, id desc`,
  newest: sql`created_at desc, id desc`,
  price_asc: sql`price_cents, id`,
  price_desc: sql`price_cents desc, id desc`,
  // By whole kilometres: of what is as near, the newest. What is nowhere comes last.
  nearest: sql`floor(distance_km) nulls last, created_at desc, id desc`,
};

/** A page of a category's listings, in this order. */
export interface Page {
  readonly type: string;
  readonly listings: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  readonly newestFirst: boolean;
  /** Whether an index has the listings in this order. */
  readonly walkable: boolean;
  readonly offset: number;
  readonly size: number;
}

/** With more than COUNTED, `total` is just one more. */
export interface Gathered {
  readonly total: number;
  readonly rows: readonly CardRow[];
  /** Whether the rows are the page's: too many to sort, in an order that no index has, are left to the caller. */
  readonly whole: boolean;
}

export function all(conditions: readonly Condition[]): Condition {
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** How far away a listing is; null where that is not known. */
function km(centre: Centre | null): RawBuilder<unknown> {
  return centre ? distance(centre) : sql`null::float8`;
}

/** What a card shows, of the listing `found`. */
export function cardColumns(centre: Centre | null): RawBuilder<unknown> {
  return sql`${columnsFrom("found")},
    ${km(centre)} as distance_km, ${isRough(centre)} as distance_rough, ${jsonPhoto(sql`found.type`, sql`found.id`)} as photo`;
}

/** So many months, the newest, are looked through first. */
const FIRST_MONTHS = 2;
/** Where it takes more months than this to find enough, all are looked through at once. */
const MAX_MONTHS = 27;
/** Older months hold less as a rule. */
const FEWER_BEFORE = 1.3;
/** Up to so many matches are sorted: cheaper than reading the table in the page's order where matches are far apart. */
const SORTED = 4 * COUNTED;

/** So many among the newest months promise more than `matches` in MAX_MONTHS. */
function promising(matches: number): number {
  return Math.ceil((matches * FEWER_BEFORE * FIRST_MONTHS) / MAX_MONTHS);
}

/** A page is seldom longer: the planner takes it for its length. None has more than COUNTED. */
const MAX_ON_A_PAGE = 100;

interface Look {
  readonly listings: RawBuilder<unknown>;
  readonly narrowed: SearchConditions;
  /** The columns that are kept of a match. */
  readonly kept: RawBuilder<unknown>;
  readonly newestFirst: boolean;
  /** How many of the first, in the page's order, are asked for. */
  readonly wanted: number;
  readonly now: Date;
}

/** Whether a listing has what a key asks for, looked at row by row: the function behind `@@` is one that no index answers. */
export function isMatch(key: RawBuilder<unknown>): Condition {
  return sql`ts_match_vq(search, ${key})`;
}

/** The n-th key of a look. */
function keyAt(index: number): RawBuilder<unknown> {
  return sql`(select ${sql.ref(`k${index}`)} from asked)`;
}

/**
 * What the index of words has, as the beginning of a `with`. How common the words are together is found out on the way,
 * since estimates do not know (words of one name go together): the newest months first (`match1`), then as many more
 * as they promise to take (`match2`), or all (`match3`). `looked` says whether the first two `suffice`, having more
 * than COUNTED, and whether the newest that are wanted are there (`page_found`). Each part asks by the keys alone
 * and with no limit, so that it is answered in no other way than by that index: not by reading the table in the hope of
 * meeting enough soon, nor with the help of every listing in a price range.
 */
export function looks({ listings, narrowed, kept, newestFirst, wanted, now }: Look): RawBuilder<unknown> {
  const { keys, checks } = narrowed;
  const byIndex = all(keys.map((_, index) => sql`search @@ ${keyAt(index)}`));
  const columns = sql.raw(
    "id, user_id, price_cents, latitude, longitude, approximate, brand, attributes, created_at",
  );
  // In another order all matches are wanted, as long as they can be sorted.
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

/** A page of what the index of words has, and how many there are, in one statement. */
export async function gather(
  page: Page,
  narrowed: SearchConditions,
  centre: Centre | null,
  now: Date,
): Promise<Gathered> {
  const { listings, order, newestFirst, walkable, offset, size } = page;
  const kept = sql`id, price_cents, created_at${walkable ? sql`` : sql`, ${km(centre)} as distance_km`}`;
  // The planner knows neither end: were it told them, it would plan each page anew, and never keep a plan.
  const part = sql`order by ${order} offset (select skipped from page) limit (select size from page)`;
  // Within `case` the planner estimates no condition either, and what other processes must not call keeps them away:
  // starting them would take longer than all the rest.
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
