import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Coordinates } from "#app/domain/place.ts";
import type { Search, Sort } from "#app/domain/search.ts";
import { db } from "#app/platform/db.server.ts";
import {
  type Condition,
  distance,
  type Narrowed,
  narrow,
  newestMonths,
  type SearchContext,
} from "./narrow.server.ts";
import { jsonPhoto, type PhotoRow } from "./photos/queries.server.ts";
import type { ListingRow } from "./rows.ts";

/** Counting stops here: nobody reads on, and counting half a million matches costs more than finding ten. */
export const COUNTED = 1000;

export interface Found {
  readonly rows: readonly (ListingRow & { photo: PhotoRow | null })[];
  /** How many there are; with `capped`, at least so many. */
  readonly total: number;
  readonly capped: boolean;
  /** The page that the rows are from: the last one, where a later one was asked for. */
  readonly page: number;
  /** How many of the viewer's own were left out. */
  readonly own: number;
}

const ORDERS: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  relevance: sql`created_at desc, id desc`,
  newest: sql`created_at desc, id desc`,
  price_asc: sql`price_cents, id`,
  price_desc: sql`price_cents desc, id desc`,
};

/** A page of a category's listings, in this order. */
interface Page {
  readonly type: string;
  readonly listings: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  readonly newestFirst: boolean;
  readonly offset: number;
  readonly size: number;
}

/** With more than COUNTED, `total` is just one more. */
interface Matches {
  readonly total: number;
  readonly ids: readonly string[];
}

const NONE: Matches = { total: 0, ids: [] };

function all(conditions: readonly Condition[]): Condition {
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** All conditions, looked at row by row: the function behind `@@` is one that no index answers. */
function rowByRow({ keys, checks }: Narrowed): Condition[] {
  return [...keys.map((key) => sql`ts_match_vq(search, ${key})`), ...checks];
}

/**
 * Asks the index of words for all matches, and stops at COUNTED. The inner query has the keys alone and no limit, so
 * that it is answered in no other way: not by reading the table in the hope of meeting enough soon, nor with the help
 * of every listing in a price range.
 */
async function collect(
  { listings, order, offset, size }: Page,
  { keys, checks }: Narrowed,
): Promise<Matches> {
  const { rows } = await sql<Matches>`
    with found as materialized (
      select id, user_id, price_cents, latitude, longitude, attributes, created_at
      from ${listings} where ${all(keys.map((key) => sql`search @@ ${key}`))}
    ), matches as materialized (
      select id, price_cents, created_at from found where ${all(checks)} limit ${COUNTED + 1}
    )
    select (select count(*) from matches) as total,
      array(select id from matches order by ${order} offset ${offset} limit ${size}) as ids
  `.execute(db());
  return rows[0] ?? NONE;
}

/** Reads the table in the page's order until the page is full: for what is common. */
async function walk({ listings, order, offset, size }: Page, narrowed: Narrowed): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${listings} where ${all(rowByRow(narrowed))}
    order by ${order} offset ${offset} limit ${size}
  `.execute(db());
  return rows.map((row) => row.id);
}

async function count(from: RawBuilder<unknown>, conditions: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${from} where ${all(conditions)} limit ${COUNTED + 1}) found
  `.execute(db());
  return rows[0]?.n ?? 0;
}

/** How many months back is looked for what is common, before all of them. */
const MONTHS = [2, 8];
/** The same for words that have only begun, in listings: the index is slow to gather all their ends. */
const LOOKED_AT = 20_000;

/**
 * Whether more than COUNTED are among the newest alone. That is how what is common ("racket", "wilson pro staff") is
 * told from what is rare without gathering all of it, and without trusting estimates: words of one name go together.
 */
async function areCommon(page: Page, narrowed: Narrowed, begun: boolean, now: Date): Promise<boolean> {
  if (begun) {
    const newest = sql`(select * from ${page.listings} order by ${ORDERS.newest} limit ${LOOKED_AT}) newest`;
    return (await count(newest, rowByRow(narrowed))) > COUNTED;
  }
  for (const months of MONTHS) {
    const keys = [...narrowed.keys, newestMonths(months, now)];
    const { total } = await collect(page, { ...narrowed, keys });
    if (total > COUNTED) return true;
    // As rare as that, more months would not hold enough either.
    if (total < COUNTED / 5) return false;
  }
  return false;
}

async function find(asked: Page, narrowed: Narrowed, begun: boolean, now: Date): Promise<Matches> {
  // Nothing beyond what is counted can be reached: an address with a later page must not walk there first.
  const page = { ...asked, offset: Math.min(asked.offset, COUNTED) };
  if (narrowed.keys.length > 0) {
    const matches = (await areCommon(page, narrowed, begun, now)) ? null : await collect(page, narrowed);
    if (matches && matches.total <= COUNTED) return matches;
    return { total: COUNTED + 1, ids: await walk(page, narrowed) };
  }
  const [total, ids] = await Promise.all([count(page.listings, narrowed.checks), walk(page, narrowed)]);
  return { total, ids };
}

/** How many listings of a type there are, from the kept daily counts; less somebody's own. */
async function countAll(type: string, withoutUser: string | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select coalesce(sum(difference), 0) from listing_counts where type = ${type})
      - (select count(*) from listings where type = ${type} and user_id = ${withoutUser}) as n
  `.execute(db());
  return Number(rows[0]?.n ?? 0);
}

/**
 * Where page N of everything starts, newest first, without walking there: the day that its first listing was made on,
 * and how many to skip from the end of that day (docs/decisions/0003). With the total, which costs nothing more.
 */
async function startOf(type: string, offset: number, withoutUser: string | null) {
  const { rows } = await sql<{ day: string; before: number; total: number }>`
    with per_day as (
      select day, sum(difference) as n from (
        select day, difference from listing_counts where type = ${type}
        union all
        select utc_day(created_at), -1 from listings where type = ${type} and user_id = ${withoutUser}
      ) changes group by day
    ), running as (
      select day, sum(n) over (order by day desc) - n as before, sum(n) over () as total from per_day
    )
    select day, before, total from running where before <= ${offset} order by day limit 1
  `.execute(db());
  const [start] = rows;
  return start && { day: start.day, skip: offset - Number(start.before), total: Number(start.total) };
}

/** Beyond this many rows, skipping is dearer than looking up the day. */
const WALKED = 1000;

/** A page of everything. */
async function findAll(page: Page, hidden: string | null): Promise<Matches> {
  const others = hidden === null ? [] : [sql`user_id <> ${hidden}`];
  const isFar = page.newestFirst && page.offset > WALKED;
  const start = isFar ? await startOf(page.type, page.offset, hidden) : undefined;
  const total = start ? start.total : await countAll(page.type, hidden);
  if (page.offset >= total) return { total, ids: [] };
  if (!start) return { total, ids: await walk(page, { keys: [], checks: others }) };
  const before = sql`created_at < (${start.day}::date + 1)::timestamp at time zone 'UTC'`;
  return {
    total,
    ids: await walk({ ...page, offset: start.skip }, { keys: [], checks: [...others, before] }),
  };
}

async function rowsOf({ type, listings, order }: Page, ids: readonly string[], centre: Coordinates | null) {
  if (ids.length === 0) return [];
  const { rows } = await sql<Found["rows"][number]>`
    select type, id, user_id, name, brand, description, price_cents, country, postal_code, attributes, created_at,
      ${centre ? distance(centre) : sql`null`} as distance_km,
      ${jsonPhoto(sql`found.type`, sql`found.id`)} as photo
    from ${listings} found where type = ${type} and id = any(${ids}) order by ${order}
  `.execute(db());
  return rows;
}

/** Finds a page of listings. Never more than `pageSize` rows; the last page where the asked one is beyond it. */
export async function searchListings(
  definition: CategoryDefinition,
  search: Search,
  context: SearchContext,
): Promise<Found> {
  const hidden = definition.ownListings === "hidden" ? context.viewerId : null;
  const page: Page = {
    type: definition.type,
    // The partition itself: asked through `listings`, every plan would check each row's type.
    listings: sql.table(definition.plural),
    order: ORDERS[search.sort],
    newestFirst: search.sort === "relevance" || search.sort === "newest",
    offset: (search.page - 1) * context.pageSize,
    size: context.pageSize,
  };
  const without = (narrowed: Narrowed): Narrowed =>
    hidden === null ? narrowed : { ...narrowed, checks: [...narrowed.checks, sql`user_id <> ${hidden}`] };

  let narrowed = narrow(definition, search, context, "whole");
  const isAll = narrowed.keys.length === 0 && narrowed.checks.length === 0;
  let matches = isAll ? await findAll(page, hidden) : await find(page, without(narrowed), false, context.now);
  if (matches.total === 0 && search.q !== "") {
    narrowed = narrow(definition, search, context, "begun");
    matches = await find(page, without(narrowed), true, context.now);
  }
  const capped = !isAll && matches.total > COUNTED;
  const total = capped ? COUNTED : matches.total;
  const last = Math.max(1, Math.ceil(total / context.pageSize));
  if (search.page > last) return searchListings(definition, { ...search, page: last }, context);
  const [rows, own] = await Promise.all([
    rowsOf(page, matches.ids, context.centre),
    hidden === null ? 0 : count(page.listings, [...rowByRow(narrowed), sql`user_id = ${hidden}`]),
  ]);
  return { rows, total, capped, page: search.page, own };
}

/** Brands that are in stock, in the order of the alphabet; at most 200. Jumps from one to the next in the index. */
export async function brandsInStock(type: string): Promise<string[]> {
  const { rows } = await sql<{ brand: string }>`
    with recursive stocked as (
      (select brand from listings where type = ${type} and brand is not null order by brand limit 1)
      union all
      select (select brand from listings where type = ${type} and brand > stocked.brand order by brand limit 1)
      from stocked where stocked.brand is not null
    )
    select brand from stocked where brand is not null limit 200
  `.execute(db());
  return rows.map((row) => row.brand);
}

/** The place of a postal code: that of the longest known beginning. Null when not even its region is known. */
export async function locate(country: string, postalCode: string): Promise<Coordinates | null> {
  const { rows } = await sql<Coordinates>`
    select latitude, longitude from postal_codes
    where country = ${country}
      and code in (select left(${postalCode}, length) from generate_series(1, length(${postalCode})) as length)
    order by length(code) desc limit 1
  `.execute(db());
  return rows[0] ?? null;
}
