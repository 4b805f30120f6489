import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Centre } from "#app/domain/place.ts";
import type { Search } from "#app/domain/search.ts";
import { isOnOffer, onOffer, SHELVED_AT } from "#app/features/listings/on-offer.server.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import type { FoundPage } from "./conditions.server.ts";
import { conditionsOf, isEverything, type QuestionContext, withoutListingsOf } from "./conditions.server.ts";
import type { Condition, SearchConditions } from "./filter-conditions.server.ts";
import { findNearest } from "./nearest.server.ts";
import {
  all,
  COUNT_LIMIT,
  cardColumns,
  findInIndex,
  isMatch,
  type MatchPage,
  ORDERS,
  type Page,
  type TimeOrder,
} from "./word-index.server.ts";

export async function searchCategory(
  definition: CategoryDefinition,
  search: Search,
  context: QuestionContext,
): Promise<FoundPage> {
  const hidden = definition.ownListings === "hidden" ? context.viewerId : null;
  const isNearest = search.sort === "nearest" && context.centre !== null;
  const sort = search.sort === "nearest" ? "newest" : search.sort;
  const page: Page = {
    type: definition.type,
    listings: onOffer(definition),
    order: ORDERS[sort],
    time: sort === "newest" || sort === "relevance" ? sort : null,
    scannable: true,
    offset: (search.page - 1) * context.pageSize,
    size: context.pageSize * (context.pagesShown ?? 1),
  };

  const conditions = conditionsOf(definition, search, context);
  // A list that is sorted by distance ends at COUNT_LIMIT.
  const isAll = isEverything(conditions) && !isNearest;
  const matches = await match();
  const capped = !isAll && matches.total > COUNT_LIMIT;
  const total = capped ? COUNT_LIMIT : matches.total;
  const last = Math.max(1, Math.ceil(total / context.pageSize));
  if (search.page > last) return searchCategory(definition, { ...search, page: last }, context);
  const ownTotal =
    hidden === null ? 0 : await count(page.listings, [...rowByRow(conditions), sql`user_id = ${hidden}`]);
  return {
    rows: matches.rows,
    total,
    capped,
    page: search.page,
    own: Math.min(ownTotal, COUNT_LIMIT),
    types: [{ type: definition.type, total, capped }],
  };

  async function match(): Promise<MatchPage> {
    const others = withoutListingsOf(hidden, conditions);
    const newest = (requested: Page, narrowed: SearchConditions) => findMatches(requested, narrowed, context);
    if (isNearest && context.centre)
      return findNearest(page, others, context.centre, search.maxDistance, context.now, newest);
    return isAll ? findAll(page, hidden, context.centre) : newest(page, others);
  }
}

async function findMatches(
  requested: Page,
  conditions: SearchConditions,
  { centre, now }: QuestionContext,
): Promise<MatchPage> {
  // No page beyond COUNT_LIMIT matches exists, and a request for such a page must not cause a long scan.
  const page = { ...requested, offset: Math.min(requested.offset, COUNT_LIMIT) };
  if (conditions.keys.length > 0) return findInIndex(page, conditions, centre, now);
  const [total, rows] = await Promise.all([
    count(page.listings, conditions.checks),
    scanInOrder(page, conditions, centre),
  ]);
  return { total, rows, complete: true };
}

/** Skipping more rows than this takes longer than `startOf`. */
const MAX_SKIPPED = 1000;

/** The tables of daily counts, the day of a listing in them, and the condition for the rest of a list from a day on. */
const DAILY = {
  newest: {
    counts: sql.table("listing_counts"),
    day: sql`utc_day(created_at)`,
    until: (day: string) => sql`created_at < (${day}::date + 1)::timestamp at time zone 'UTC'`,
  },
  relevance: {
    counts: sql.table("shelf_counts"),
    day: sql`shelf_day(created_at, shelf_place)`,
    until: (day: string) => sql`${SHELVED_AT} < (${day}::date + 1)::timestamp`,
  },
} as const satisfies Record<TimeOrder, unknown>;

async function findAll(page: Page, hidden: string | null, centre: Centre | null): Promise<MatchPage> {
  const checks = hidden === null ? [] : [sql`user_id <> ${hidden}`];
  const time = page.offset > MAX_SKIPPED ? page.time : null;
  const start = time && (await startOf(page.type, time, page.offset, hidden));
  if (!time || !start) {
    const total = await countAll(page.type, hidden);
    const rows = page.offset < total ? await scanInOrder(page, { keys: [], checks }, centre) : [];
    return { total, rows, complete: true };
  }
  const { total, day, skip } = start;
  if (page.offset >= total) return { total, rows: [], complete: true };
  const onThatDay = { ...page, offset: skip };
  const rows = await scanInOrder(
    onThatDay,
    { keys: [], checks: [...checks, DAILY[time].until(day)] },
    centre,
  );
  return { total, rows, complete: true };
}

/**
 * Finds the day on which a page far into an unfiltered list starts, by the daily counts, and how many rows to skip from
 * the end of that day (docs/decisions/0003).
 */
async function startOf(type: string, time: TimeOrder, offset: number, withoutUser: string | null) {
  const { counts, day } = DAILY[time];
  const { rows } = await sql<{ day: string; before: number; total: number }>`
    with per_day as (
      select day, sum(difference) as n from (
        select day, difference from ${counts} where type = ${type}
        union all
        select ${day}, -1 from listings
          where type = ${type} and user_id = ${withoutUser} and ${isOnOffer}
      ) changes group by day
    ), running as (
      select day, sum(n) over (order by day desc) - n as before, sum(n) over () as total from per_day
    )
    select day, before, total from running where before <= ${offset} order by day limit 1
  `.execute(db());
  const [start] = rows;
  return start && { day: start.day, skip: offset - Number(start.before), total: Number(start.total) };
}

/** From the daily counts, without the listings of one user. */
async function countAll(type: string, withoutUser: string | null): Promise<number> {
  const [row] = await prepared<{ n: number }>(sql`
    select (select coalesce(sum(difference), 0) from listing_counts where type = ${type})
      - (select count(*) from listings where type = ${type} and user_id = ${withoutUser} and ${isOnOffer}) as n
  `);
  return Number(row?.n ?? 0);
}

async function count(from: RawBuilder<unknown>, conditions: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${from} where ${all(conditions)} limit ${COUNT_LIMIT + 1}) found
  `.execute(db());
  return rows[0]?.n ?? 0;
}

/**
 * Reading the listings in order until the page is full is fast where matches are common. Materialized: without
 * statistics of the table, PostgreSQL would read the page again for each listing.
 */
async function scanInOrder(
  page: Page,
  conditions: SearchConditions,
  centre: Centre | null,
): Promise<CardRow[]> {
  const { listings, order, offset, size } = page;
  const { rows } = await sql<CardRow>`
    with picked as materialized (
      select id from ${listings} where ${all(rowByRow(conditions))} order by ${order} offset ${offset} limit ${size}
    )
    select ${cardColumns(centre)} from picked join ${listings} found on found.type = ${page.type} and found.id = picked.id order by ${order}
  `.execute(db());
  return rows;
}

function rowByRow({ keys, checks }: SearchConditions): Condition[] {
  return [...keys.map(isMatch), ...checks];
}
