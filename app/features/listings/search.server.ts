import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition, Meaning } from "#app/domain/categories/definition.ts";
import { cellsWithin } from "#app/domain/geo.ts";
import type { Coordinates } from "#app/domain/place.ts";
import { listedSince, type Range, type Search } from "#app/domain/search.ts";
import { db } from "#app/platform/db.server.ts";
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

/** What a search is made with besides what the visitor typed. */
export interface SearchContext {
  readonly meaning: Meaning | null;
  readonly centre: Coordinates | null;
  readonly viewerId: string | null;
  readonly pageSize: number;
  readonly now: Date;
}

type Condition = RawBuilder<unknown>;

function lexeme(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** "any of these values", as a query on the lexemes of `listing_facets`. */
function anyOf(field: string, values: readonly string[]): string {
  return `(${values.map((value) => lexeme(`${field}=${value}`)).join(" | ")})`;
}

/** Facts and places: everything that is answered by the index of words. */
function factsQuery(search: Search, { meaning, centre }: SearchContext): string | null {
  const parts = Object.entries(search.choices).map(([field, values]) => anyOf(field, values));
  if (search.brands.length > 0) parts.push(anyOf("brand", search.brands));
  if (meaning && "field" in meaning) parts.push(anyOf(meaning.field, meaning.values));
  const cells = centre && search.maxDistance !== null ? cellsWithin(centre, search.maxDistance) : null;
  if (cells) parts.push(`(${cells.map(lexeme).join(" | ")})`);
  return parts.length > 0 ? parts.join(" & ") : null;
}

function between(value: Condition, { min, max }: Range): Condition[] {
  const ends: Condition[] = [];
  if (min !== null) ends.push(sql`${value} >= ${min}`);
  if (max !== null) ends.push(sql`${value} <= ${max}`);
  return ends;
}

function distance(centre: Coordinates): Condition {
  return sql`distance_km(latitude, longitude, ${centre.latitude}, ${centre.longitude})`;
}

function conditionsOf(definition: CategoryDefinition, search: Search, context: SearchContext): Condition[] {
  const { meaning, centre } = context;
  const since = listedSince(search.date, context.now);
  const facts = factsQuery(search, context);
  const conditions: Condition[] = [sql`type = ${definition.type}`];
  // One condition for all that the index answers: the planner then knows what it is worth together.
  const queries: Condition[] = [];
  if (search.q !== "") queries.push(sql`words_query(${search.q})`);
  if (meaning && "words" in meaning) queries.push(sql`to_tsquery('simple', ${`${lexeme(meaning.words)}:A`})`);
  if (facts) queries.push(sql`${facts}::tsquery`);
  if (queries.length > 0) conditions.push(sql`search @@ (${sql.join(queries, sql` && `)})`);
  conditions.push(...between(sql`price_cents`, search.price));
  for (const [field, range] of Object.entries(search.ranges)) {
    conditions.push(...between(sql`(attributes ->> ${field})::numeric`, range));
  }
  if (since) conditions.push(sql`created_at >= ${since}`);
  if (centre && search.maxDistance !== null)
    conditions.push(sql`${distance(centre)} <= ${search.maxDistance}`);
  return conditions;
}

const ORDERS = {
  relevance: sql`created_at desc, id desc`,
  newest: sql`created_at desc, id desc`,
  price_asc: sql`price_cents, id`,
  price_desc: sql`price_cents desc, id desc`,
} as const;

const and = sql` and `;

async function count(conditions: readonly Condition[], most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from listings where ${sql.join(conditions, and)} limit ${most}) found
  `.execute(db());
  return rows[0]?.n ?? 0;
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
 * and how many to skip from the end of that day (docs/decisions/0003).
 */
async function startOf(type: string, offset: number, withoutUser: string | null) {
  const { rows } = await sql<{ day: string; before: number }>`
    with per_day as (
      select day, sum(difference) as n from (
        select day, difference from listing_counts where type = ${type}
        union all
        select utc_day(created_at), -1 from listings where type = ${type} and user_id = ${withoutUser}
      ) changes group by day
    ), running as (select day, sum(n) over (order by day desc) - n as before from per_day)
    select day, before from running where before <= ${offset} order by day limit 1
  `.execute(db());
  const start = rows[0];
  return start
    ? {
        before: sql`created_at < (${start.day}::date + 1)::timestamp at time zone 'UTC'`,
        skip: offset - Number(start.before),
      }
    : null;
}

/** Beyond this many rows, skipping is dearer than looking up the day. */
const WALKED = 1000;

/** Finds a page of listings. Never more than `pageSize` rows; the last page where the asked one is beyond it. */
export async function searchListings(
  definition: CategoryDefinition,
  search: Search,
  context: SearchContext,
): Promise<Found> {
  const narrowed = conditionsOf(definition, search, context);
  const hideOwn = context.viewerId !== null && definition.ownListings === "hidden" ? context.viewerId : null;
  const isAll = narrowed.length === 1;
  const others = hideOwn === null ? narrowed : [...narrowed, sql`user_id <> ${hideOwn}`];
  const [total, own] = await Promise.all([
    isAll ? countAll(definition.type, hideOwn) : count(others, COUNTED + 1),
    hideOwn === null ? 0 : count([...narrowed, sql`user_id = ${hideOwn}`], COUNTED),
  ]);
  const capped = !isAll && total > COUNTED;
  const reachable = capped ? COUNTED : total;
  const page = Math.min(search.page, Math.max(1, Math.ceil(reachable / context.pageSize)));
  const offset = (page - 1) * context.pageSize;
  const newestFirst = search.sort === "relevance" || search.sort === "newest";
  const start =
    isAll && newestFirst && offset > WALKED ? await startOf(definition.type, offset, hideOwn) : null;
  const { rows } = await sql<Found["rows"][number]>`
    select type, id, user_id, name, brand, description, price_cents, country, postal_code, attributes, created_at,
      ${context.centre ? distance(context.centre) : sql`null`} as distance_km,
      ${jsonPhoto(sql`found.type`, sql`found.id`)} as photo
    from (
      select * from listings where ${sql.join(start ? [...others, start.before] : others, and)}
      order by ${ORDERS[search.sort]} offset ${start ? start.skip : offset} limit ${context.pageSize}
    ) found
    order by ${ORDERS[search.sort]}
  `.execute(db());
  return { rows, total: reachable, capped, page, own };
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
