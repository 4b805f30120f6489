import { type RawBuilder, sql } from "kysely";
import type { Sort } from "#app/domain/search.ts";
import { SHELVED_AT } from "#app/features/listings/on-offer.server.ts";
import { dailyFrom } from "./daily-counts.server.ts";
import {
  type Condition,
  dayStart,
  keysOf,
  monthStart,
  monthsBack,
  newestMonths,
  type SearchConditions,
} from "./filter-conditions.server.ts";
import { timeOf } from "./sort-orders.server.ts";

interface MatchTables {
  readonly type: string;
  readonly listings: RawBuilder<unknown>;
  readonly conditions: SearchConditions;
  readonly columns: RawBuilder<unknown>;
  readonly sort: Sort;
  /** How many matches are needed to fill the page and all earlier pages. */
  readonly needed: number;
  /** The counts end at so many matches and one. */
  readonly countTo?: number;
  readonly now: Date;
  /**
   * For a list in which other categories may have the first matches: how many listings the first step looks among. If a
   * match is common among them, the matches are only counted, and the listings are read in their order.
   */
  readonly newest?: RawBuilder<number>;
}

/**
 * The beginning of a `with` clause that finds matches by the index of words. The planner cannot estimate how many
 * listings have several words, since words of one name occur together. So the clause counts matches in steps: in the
 * newest months (`match1`), or in the newest days where a few days have enough listings; then in as many months as
 * should be enough (`match2`); and, if these two do not suffice, in all months (`match3`).
 *
 * The index has the months and days in which listings were listed. On the shelf, no listing is placed later than it was
 * listed. So these contain all matches that are placed in them, and others, which are left to the next step.
 *
 * `probe` has two results: `suffice`, whether the first two found more than `countTo` matches; and `page_found`,
 * whether they found the newest matches that the page needs. `found1` to `found3` have only the keys and no limit, so
 * that the planner always uses the index of words.
 *
 * The plan at 1,000,000 listings (three common words). It estimates 1 match and finds 893:
 *
 *     CTE found1
 *       Bitmap Heap Scan on rackets  (cost=22.02..23.14 rows=1) (actual time=3.824..8.404 rows=893)
 *         Bitmap Index Scan on rackets_search_idx  (actual time=3.662..3.663 rows=893)
 *           Index Cond: ((search @@ k0) AND (search @@ k1) AND (search @@ k2) AND (search @@ first_times))
 *     CTE found3
 *       Result  One-Time Filter: not suffice
 *         Bitmap Heap Scan on rackets  (never executed)
 */
export function matchTables({
  type,
  listings,
  conditions,
  columns,
  sort,
  needed,
  countTo = COUNT_LIMIT,
  now,
  newest,
}: MatchTables): RawBuilder<unknown> {
  const { checks } = conditions;
  const keys = keysOf(conditions);
  const time = timeOf(sort);
  const mostSorted = mostSortedFor(sort, needed);
  const byIndex = all(keys.map((_, index) => sql`search @@ ${keyAt(index)}`));
  const checkedColumns = sql.raw(
    "id, user_id, price_cents, country, latitude, longitude, approximate, brand, attributes, created_at, shelf_place",
  );
  const first = firstMonths(now);
  const today = dayStart(0, now);
  // An order other than newest first needs all matches, up to what can be sorted.
  const fewest = fewestPromising(time ? countTo : mostSorted);
  const [counted, sorted] = [sql.lit(countTo), sql.lit(SORT_LIMIT)];
  // Sorting more takes longer than reading the few of a usual page in order.
  const mostOfMany = newest ? sql.lit(2 * countTo) : sorted;
  const mostOfNewMonths = time && needed > MAX_ON_A_PAGE ? mostOfMany : counted;
  const isCommon = newest
    ? sql`n > ${mostOfMany} or n >= greatest(1, ${newest} / ${sql.lit(COMMON)})`
    : sql`false`;
  const placed = time === "relevance" ? SHELVED_AT : sql`created_at at time zone 'UTC'`;
  return sql`
    recent as materialized (
      select (select max(day) from (${dailyFrom(type, sql`greatest(listed_days_from(), ${dayStart(MAX_DAYS - 1, now)}::date)`)}) daily
        where through >= ${sql.lit(ENOUGH_LISTINGS)}) as day
    ), parameters as materialized (
      select ${keys.map((key, index) => sql`${key} as ${sql.ref(`k${index}`)}, `).reduce((list, one) => sql`${list}${one}`, sql``)}
        case when day is null then ${newestMonths(first, now)} else (
          select string_agg(to_char(time, '"listed="YYYYMMDD'), ' | ')::tsquery
          from generate_series(day, ${today}::date + 1, interval '1 day') time
        ) end as first_times,
        coalesce(day, ${monthStart(first - 1, now)}::date)::timestamp as first_start,
        case when day is null then ${first} else (${today}::date - day + 1) / 30.0 end::float8 as first_months,
        -- Days are searched again with their months, whole months are not.
        case when day is null then ${first} else 0 end as months_done,
        case when day is null then 1 else extract(day from ${today}::date) / 30.0 end::float8 as newest_month,
        ${monthsBack(0, MAX_MONTHS, now)}::text[] as months,
        ${needed}::int as needed, ${mostSorted}::int as most_sorted
      from recent
    ), found1 as materialized (
      select ${checkedColumns} from ${listings} where ${byIndex} and search @@ (select first_times from parameters)
    ), match1 as materialized (
      select ${columns} from found1 where ${all([...checks, sql`${placed} >= (select first_start from parameters)`])}
      limit ${mostOfNewMonths} + 1
    ), count1 as materialized (select n, ${isCommon} as is_common from (select count(*) as n from match1) counted),
    months2 as materialized (
      select string_agg(quote_literal(month), ' | ')::tsquery as query,
        ${monthStart(0, now)}::timestamp - make_interval(months => max(at)::int - 1) as start
      from count1, parameters, unnest(months) with ordinality as before (month, at)
      where n between greatest(1, first_months * ${fewest}::float8) and ${counted} and at > months_done
        and at <= ${countTo * FEWER_BEFORE}::float8 * first_months / n + 2 - newest_month
    ), found2 as materialized (
      select ${checkedColumns} from ${listings} where ${byIndex} and search @@ (select query from months2)
    ), match2 as materialized (
      select ${columns} from (
        select * from found2
        union all select * from found1 where (select query is not null and months_done > 0 from months2, parameters)
      ) before
      where ${all([
        ...checks,
        sql`${placed} < (select first_start from parameters)`,
        sql`${placed} >= (select start from months2)`,
      ])}
      limit (select case when is_common then greatest(${counted} - n, 0) else ${sorted} end + 1 from count1)
    ), count2 as materialized (select count(*) as n from match2),
    probe as materialized (
      select n1, n2, n1 + n2 > ${counted} as suffice,
        ${sql.lit(time !== null)} and not is_common and n1 <= ${mostOfNewMonths} and n2 <= ${sorted}
          and n1 + n2 >= needed as page_found
      from (select count1.n as n1, count2.n as n2, needed, is_common from count1, count2, parameters) counts
    ), found3 as materialized (
      select ${checkedColumns} from ${listings} where ${byIndex} and (select not suffice from probe)
    ), match3 as materialized (
      select ${columns} from found3 where ${all(checks)}
      limit (select case when page_found then ${counted} else most_sorted end + 1 from probe, parameters)
    )`;
}

export function all(conditions: readonly Condition[]): Condition {
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

export function keyAt(index: number): RawBuilder<unknown> {
  return sql`(select ${sql.ref(`k${index}`)} from parameters)`;
}

/** Counting stops here, since counting half a million matches takes longer than finding ten. */
export const COUNT_LIMIT = 1000;

/**
 * How many months are searched first, unless a few days are: the current one, and the month before until the middle of
 * the current one. More would find far more matches of a common word than are counted.
 */
function firstMonths(now: Date): number {
  return now.getUTCDate() > 15 ? 1 : 2;
}

/** As many of the newest days as have this many listings of the category are searched first, if they are at most MAX_DAYS. */
const ENOUGH_LISTINGS = 10_000;
const MAX_DAYS = 10;

/** At most this many of the newest months are searched. If more seem necessary, all months are searched together. */
const MAX_MONTHS = 27;

/** A month before the newest ones is assumed to have this many times fewer matches than each of them. */
const FEWER_BEFORE = 1.3;

/** Reading so many listings in their order is as fast as finding a match by the index and sorting it. */
const COMMON = 8;

/** Up to this many matches are sorted of the newest months, and of those at some distance, which no index sorts. */
const SORT_LIMIT = 4 * COUNT_LIMIT;

/** How many matches of all months are sorted. More are so common that reading the listings in order is fast. */
function mostSortedFor(sort: Sort, needed: number): number {
  if (sort === "nearest") return SORT_LIMIT;
  // The matches may all be much older than the listings that are read first.
  if (timeOf(sort)) return Math.max(SORT_LIMIT, 20 * needed);
  // The cheapest matches are as frequent among listings as the others.
  return Math.min(SORT_LIMIT, Math.max(COUNT_LIMIT, 100 * needed));
}

/** How many matches a month must have, so that more than `matches` are expected in MAX_MONTHS. */
function fewestPromising(matches: number): number {
  return (matches * FEWER_BEFORE) / MAX_MONTHS;
}

/** Up to so many matches are a usual page with the pages before it. */
export const MAX_ON_A_PAGE = 100;
