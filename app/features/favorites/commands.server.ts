import { sql } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import type { Picked } from "#app/features/listings/picked.ts";
import { can } from "#app/features/listings/policy.ts";
import { type ListingKey, ownerOf } from "#app/features/listings/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { MAX_VIEWED } from "./rules.ts";

/** Why a heart stayed as it was. */
export type FavoriteRefusal = "not_found" | "own";

/** Makes a listing a favourite, or no longer one; doing it twice changes nothing. Null when it is done. */
export async function setFavorite(
  viewer: Viewer,
  key: ListingKey,
  favorite: boolean,
): Promise<FavoriteRefusal | null> {
  const listing = await ownerOf(key);
  if (!listing) return "not_found";
  if (!can(viewer, "favorite", listing)) return "own";
  if (favorite) {
    await sql`
      insert into favorites (user_id, listing_type, listing_id)
      select ${viewer.id}, type, id from listings where type = ${key.type} and id = ${key.id} for key share
      on conflict (user_id, listing_type, listing_id) do nothing
    `.execute(db());
  } else {
    await db()
      .deleteFrom("favorites")
      .where("user_id", "=", viewer.id)
      .where("listing_type", "=", key.type)
      .where("listing_id", "=", key.id)
      .execute();
  }
  return null;
}

function columnsOf(picked: readonly Picked[]) {
  const types = picked.map(({ type }) => type);
  const ids = picked.map(({ id }) => id);
  return sql`unnest(${types}::text[], ${ids}::uuid[])`;
}

/** Takes several of somebody's favourites away, or all: those that were there, and since when. */
export async function removeFavorites(viewer: Viewer, picked: readonly Picked[] | "all"): Promise<Picked[]> {
  const which =
    picked === "all" ? sql`true` : sql`(listing_type, listing_id) in (select * from ${columnsOf(picked)})`;
  const { rows } = await sql<Picked>`
    delete from favorites where user_id = ${viewer.id} and ${which}
    returning listing_type as type, listing_id as id, created_at as at
  `.execute(db());
  return rows;
}

/**
 * Gives favourites back that were taken away, in the place that they had. Like `setFavorite`, for several: not
 * those that are gone, nor one's own.
 */
export async function restoreFavorites(viewer: Viewer, picked: readonly Picked[]): Promise<void> {
  const moments = picked.map(({ at }) => at);
  await sql`
    insert into favorites (user_id, listing_type, listing_id, created_at)
    select ${viewer.id}, listings.type, listings.id, least(wanted.at, now())
    from (select * from rows from (${columnsOf(picked)}, unnest(${moments}::timestamptz[])) as given (type, id, at)) wanted
    join listings on listings.type = wanted.type and listings.id = wanted.id
    where listings.user_id <> ${viewer.id}
    for key share of listings
    on conflict (user_id, listing_type, listing_id) do nothing
  `.execute(db());
}

/**
 * Remembers that somebody looked at a listing, and forgets what they looked at before the last 200. The page does not
 * wait for it, and stands when it fails (M7.14).
 */
export async function recordView(userId: string, key: ListingKey): Promise<void> {
  try {
    await sql`
      insert into recently_viewed (user_id, listing_type, listing_id)
      select ${userId}, type, id from listings where type = ${key.type} and id = ${key.id} for key share
      on conflict (user_id, listing_type, listing_id) do update set viewed_at = now()
    `.execute(db());
    await sql`
      delete from recently_viewed where user_id = ${userId} and viewed_at < (
        select viewed_at from recently_viewed where user_id = ${userId}
        order by viewed_at desc offset ${MAX_VIEWED - 1} limit 1
      )
    `.execute(db());
  } catch (error) {
    logger.warn({ err: error, ...key }, "a view was not recorded");
  }
}

/** Forgets that somebody looked at these, or at anything. Answers how many were forgotten. */
export async function deleteViews(viewer: Viewer, picked: readonly Picked[] | "all"): Promise<number> {
  const which =
    picked === "all" ? sql`true` : sql`(listing_type, listing_id) in (select * from ${columnsOf(picked)})`;
  const { rows } = await sql`
    delete from recently_viewed where user_id = ${viewer.id} and ${which} returning listing_id
  `.execute(db());
  return rows.length;
}
