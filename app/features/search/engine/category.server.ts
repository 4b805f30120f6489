import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Centre } from "#app/domain/place.ts";
import type { Search } from "#app/domain/search.ts";
import { isOnOffer, onOffer } from "#app/features/listings/on-offer.server.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import type { FoundPage } from "./conditions.server.ts";
import {
  type Condition,
  conditionsOf,
  isEverything,
  type SearchConditions,
  type SearchContext,
  type Words,
  withoutListingsOf,
} from "./conditions.server.ts";
import {
  all,
  COUNTED,
  cardColumns,
  type Gathered,
  gather,
  isMatch,
  ORDERS,
  type Page,
} from "./gather.server.ts";
import { findNearest } from "./nearest.server.ts";

/** All conditions, checked row by row. */
function rowByRow({ keys, checks }: SearchConditions): Condition[] {
  return [...keys.map(isMatch), ...checks];
}

/** Reads the table in the page's order until the page is full. It is fast for common matches. */
async function walk(page: Page, narrowed: SearchConditions, centre: Centre | null): Promise<CardRow[]> {
  const { listings, order, offset, size } = page;
  const { rows } = await sql<CardRow>`
    select ${cardColumns(centre)} from (
      select id from ${listings} where ${all(rowByRow(narrowed))} order by ${order} offset ${offset} limit ${size}
    ) picked join ${listings} found on found.type = ${page.type} and found.id = picked.id order by ${order}
  `.execute(db());
  return rows;
}

async function count(from: RawBuilder<unknown>, conditions: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${from} where ${all(conditions)} limit ${COUNTED + 1}) found
  `.execute(db());
  return rows[0]?.n ?? 0;
}

/** Prefixes are searched in this many listings first: the index is slow to collect all words with a prefix. */
const LOOKED_AT = 20_000;

async function find(
  asked: Page,
  narrowed: SearchConditions,
  words: Words,
  { centre, now }: SearchContext,
): Promise<Gathered> {
  // Nothing beyond the counted matches can be reached: a request for a later page must not walk there first.
  const page = { ...asked, offset: Math.min(asked.offset, COUNTED) };
  if (narrowed.keys.length > 0) {
    if (words === "begun") {
      const newest = sql`(select * from ${page.listings} order by ${ORDERS.newest} limit ${LOOKED_AT}) newest`;
      const total = await count(newest, rowByRow(narrowed));
      if (total > COUNTED) return { total, rows: await walk(page, narrowed, centre), whole: true };
    }
    return gather(page, narrowed, centre, now);
  }
  const [total, rows] = await Promise.all([
    count(page.listings, narrowed.checks),
    walk(page, narrowed, centre),
  ]);
  return { total, rows, whole: true };
}

/** The number of listings of a type on offer, from the kept daily counts, without one user's own. */
async function countAll(type: string, withoutUser: string | null): Promise<number> {
  const [row] = await prepared<{ n: number }>(sql`
    select (select coalesce(sum(difference), 0) from listing_counts where type = ${type})
      - (select count(*) from listings where type = ${type} and user_id = ${withoutUser} and ${isOnOffer}) as n
  `);
  return Number(row?.n ?? 0);
}

/**
 * Where page N of everything starts, newest first, without walking there. It returns the day of the first listing, and
 * how many to skip from the end of that day (docs/decisions/0003). The total costs nothing more.
 */
async function startOf(type: string, offset: number, withoutUser: string | null) {
  const { rows } = await sql<{ day: string; before: number; total: number }>`
    with per_day as (
      select day, sum(difference) as n from (
        select day, difference from listing_counts where type = ${type}
        union all
        select utc_day(created_at), -1 from listings
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

/** Beyond this many rows, skipping is slower than looking up the day. */
const WALKED = 1000;

/** A page of everything. */
async function findAll(page: Page, hidden: string | null, centre: Centre | null): Promise<Gathered> {
  const checks = hidden === null ? [] : [sql`user_id <> ${hidden}`];
  const isFar = page.newestFirst && page.offset > WALKED;
  const start = isFar ? await startOf(page.type, page.offset, hidden) : undefined;
  if (!start) {
    const total = await countAll(page.type, hidden);
    const rows = page.offset < total ? await walk(page, { keys: [], checks }, centre) : [];
    return { total, rows, whole: true };
  }
  const { total, day, skip } = start;
  if (page.offset >= total) return { total, rows: [], whole: true };
  const before = sql`created_at < (${day}::date + 1)::timestamp at time zone 'UTC'`;
  const onThatDay = { ...page, offset: skip };
  const rows = await walk(onThatDay, { keys: [], checks: [...checks, before] }, centre);
  return { total, rows, whole: true };
}

/** Finds a page of listings, at most `pageSize` rows. Returns the last page where the requested one is beyond it. */
export async function searchCategory(
  definition: CategoryDefinition,
  search: Search,
  context: SearchContext,
): Promise<FoundPage> {
  const hidden = definition.ownListings === "hidden" ? context.viewerId : null;
  const isNearest = search.sort === "nearest" && context.centre !== null;
  const page: Page = {
    type: definition.type,
    listings: onOffer(definition),
    order: ORDERS[search.sort === "nearest" ? "newest" : search.sort],
    newestFirst: search.sort !== "price_asc" && search.sort !== "price_desc",
    walkable: true,
    offset: (search.page - 1) * context.pageSize,
    size: context.pageSize,
  };

  async function match(narrowed: SearchConditions, words: Words): Promise<Gathered> {
    const others = withoutListingsOf(hidden, narrowed);
    const newest = (asked: Page, some: SearchConditions) => find(asked, some, words, context);
    if (isNearest && context.centre) {
      return findNearest(page, others, context.centre, search.maxDistance, context.now, newest);
    }
    return isEverything(narrowed) ? findAll(page, hidden, context.centre) : newest(page, others);
  }

  let narrowed = conditionsOf(definition, search, context, "whole");
  // By distance, nothing beyond the counted matches is reached.
  const isAll = isEverything(narrowed) && !isNearest;
  let matches = await match(narrowed, "whole");
  // Understood words are completed already.
  if (matches.total === 0 && search.q !== "" && !context.wanted) {
    narrowed = conditionsOf(definition, search, context, "begun");
    matches = await match(narrowed, "begun");
  }
  const capped = !isAll && matches.total > COUNTED;
  const total = capped ? COUNTED : matches.total;
  const last = Math.max(1, Math.ceil(total / context.pageSize));
  if (search.page > last) return searchCategory(definition, { ...search, page: last }, context);
  const own =
    hidden === null ? 0 : await count(page.listings, [...rowByRow(narrowed), sql`user_id = ${hidden}`]);
  return {
    rows: matches.rows,
    total,
    capped,
    page: search.page,
    own: Math.min(own, COUNTED),
    types: [{ type: definition.type, total, capped }],
  };
}
