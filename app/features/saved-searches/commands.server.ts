import { sql, type Transaction } from "kysely";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { logger } from "#app/platform/log.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type CanonicalSearch, readAddress } from "./canonical-search.server.ts";
import { type CompiledQuery, interpretSearch } from "./compile.server.ts";
import { proposedName } from "./present.server.ts";
import { savedIdAt } from "./queries.server.ts";
import { MAX_SAVED, REINTERPRET_AFTER_HOURS } from "./rules.ts";

const REINTERPRET_AFTER = sql`make_interval(hours => ${sql.lit(REINTERPRET_AFTER_HOURS)})`;

export interface SavedSearchSettings {
  readonly name: string;
  readonly notify: boolean;
}

async function storeQueries(
  trx: Queries,
  searchId: string,
  queries: readonly CompiledQuery[],
): Promise<void> {
  const types = queries.map(({ type }) => type);
  await sql`
    delete from saved_search_queries where search_id = ${searchId} and type <> all(${types}::text[])
  `.execute(trx);
  if (queries.length === 0) return;
  const rows = queries.map(({ type, query, price, ranges, centre, maxKm, maxDays, country, anchors }) => ({
    type,
    query,
    min_cents: price.min,
    max_cents: price.max,
    ranges:
      Object.keys(ranges).length === 0
        ? null
        : Object.fromEntries(Object.entries(ranges).map(([field, { min, max }]) => [field, [min, max]])),
    latitude: centre?.latitude ?? null,
    longitude: centre?.longitude ?? null,
    max_km: maxKm,
    max_days: maxDays,
    country,
    anchors,
  }));
  await sql`
    insert into saved_search_queries as known
      (search_id, type, query, min_cents, max_cents, ranges, latitude, longitude, max_km, max_days, country, anchors)
    select ${searchId}, type, query::tsquery, min_cents, max_cents, nullif(ranges, 'null'), latitude, longitude, max_km,
      max_days, country, anchors
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (type text, query text, min_cents integer,
      max_cents integer, ranges jsonb, latitude float8, longitude float8, max_km float8, max_days integer,
      country text, anchors text[])
    on conflict (search_id, type) do update set
      query = excluded.query, min_cents = excluded.min_cents, max_cents = excluded.max_cents, ranges = excluded.ranges,
      latitude = excluded.latitude, longitude = excluded.longitude, max_km = excluded.max_km,
      max_days = excluded.max_days, country = excluded.country, anchors = excluded.anchors
    where to_jsonb(known) is distinct from to_jsonb(excluded)
  `.execute(trx);
}

/** The listings that the search finds already do not count as new. */
async function recordKnownListings(
  trx: Transaction<DB>,
  viewer: Viewer,
  searchId: string,
  listings: readonly (ListingKey & { readonly created_at: Date; readonly user_id: string })[],
): Promise<void> {
  const others = listings.filter((listing) => listing.user_id !== viewer.id);
  if (others.length === 0) return;
  await trx
    .insertInto("saved_search_matches")
    .values(
      others.map(({ type, id, created_at }) => ({
        user_id: viewer.id,
        listing_type: type,
        listing_id: id,
        search_id: searchId,
        known: true,
        matched_at: sql<Date>`least(${created_at}::timestamptz, now())`,
      })),
    )
    .execute();
}

/**
 * Saves a search, and returns its id. A search that is already saved stays as it is; `isNew` is then false.
 * @throws Refused "too_often", "saved_too_many"
 */
export async function saveSearch(
  viewer: Viewer,
  canonical: CanonicalSearch,
  { name, notify }: SavedSearchSettings,
): Promise<{ id: string; isNew: boolean }> {
  await limit("saved_search", viewer.id);
  const { queries, newest } = await interpretSearch(canonical, viewer.id);
  return db()
    .transaction()
    .execute(async (trx) => {
      // Locks the profile, so that concurrent requests cannot exceed the maximum.
      await sql`select from profiles where id = ${viewer.id} for no key update`.execute(trx);
      const existing = await savedIdAt(viewer.id, canonical.address, trx);
      if (existing !== null) return { id: existing, isNew: false };
      const { count } = await trx
        .selectFrom("saved_searches")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("user_id", "=", viewer.id)
        .executeTakeFirstOrThrow();
      if (count >= MAX_SAVED) throw new Refused("saved_too_many", { most: MAX_SAVED });
      const { id } = await trx
        .insertInto("saved_searches")
        .values({
          user_id: viewer.id,
          address: canonical.address,
          name,
          tell: notify,
          words: canonical.search.q,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await storeQueries(trx, id, queries);
      await recordKnownListings(trx, viewer, id, newest);
      return { id, isNew: true };
    });
}

/**
 * Saves the search of a page, by default under a name made from its criteria.
 * @param of path and query of the page
 * @throws Refused "saved_no_search", and as `saveSearch`
 */
export async function savePage(
  viewer: Viewer,
  of: string,
  { name, notify }: { readonly name?: string | undefined; readonly notify: boolean },
): Promise<{ id: string; isNew: boolean }> {
  const canonical = readAddress(of);
  if (!canonical) throw new Refused("saved_no_search");
  return saveSearch(viewer, canonical, { name: name ?? (await proposedName(canonical)), notify });
}

/**
 * Changes the name of a saved search, or whether it sends notifications.
 * @throws Refused "too_often", "saved_gone"
 */
export async function changeSaved(
  viewer: Viewer,
  id: string,
  { name, notify }: Partial<SavedSearchSettings>,
): Promise<void> {
  await limit("saved_search", viewer.id);
  if (!isId(id)) throw new Refused("saved_gone");
  const { numUpdatedRows } = await db()
    .updateTable("saved_searches")
    .set({ name: name ?? sql`name`, tell: notify ?? sql`tell` })
    .where("id", "=", id)
    .where("user_id", "=", viewer.id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refused("saved_gone");
}

/**
 * Removes a saved search. Returns the data to restore it.
 * @throws Refused "too_often", "saved_gone"
 */
export async function removeSaved(
  viewer: Viewer,
  id: string,
): Promise<SavedSearchSettings & { readonly address: string }> {
  await limit("saved_search", viewer.id);
  if (!isId(id)) throw new Refused("saved_gone");
  const row = await db()
    .deleteFrom("saved_searches")
    .where("id", "=", id)
    .where("user_id", "=", viewer.id)
    .returning(["address", "name", "tell as notify"])
    .executeTakeFirst();
  if (!row) throw new Refused("saved_gone");
  return row;
}

/**
 * The first view of a day interprets the words again, since new listings may have new words. The page does not wait for
 * it, and a failure is only logged.
 */
export async function recordSearchView(
  viewer: Viewer,
  id: string,
  canonical: CanonicalSearch,
): Promise<void> {
  try {
    // Compares days: with frequent views, the time between two views stays short forever.
    const { rows } = await sql<{ stale: boolean }>`
      update saved_searches set looked_at = now() where id = ${id} and user_id = ${viewer.id}
      returning date_bin(${REINTERPRET_AFTER}, old.looked_at, 'epoch') < date_bin(${REINTERPRET_AFTER}, now(), 'epoch') as stale
    `.execute(db());
    if (!rows[0]?.stale) return;
    const { queries } = await interpretSearch(canonical, viewer.id);
    await db()
      .transaction()
      .execute(async (trx) => {
        const existing = await sql`select from saved_searches where id = ${id} for key share`.execute(trx);
        if (existing.rows.length > 0) await storeQueries(trx, id, queries);
      });
  } catch (error) {
    logger.warn({ err: error, id }, "the view of a saved search was not recorded");
  }
}
