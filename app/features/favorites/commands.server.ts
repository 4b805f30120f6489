import { sql } from "kysely";
import type { ListingKey } from "#app/domain/listing.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { isShown } from "#app/features/listings/on-offer.server.ts";
import type { Picked } from "#app/features/listings/picked.ts";
import { sellerOf } from "#app/features/listings/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { MAX_VIEWED } from "./queries.server.ts";

/**
 * Adds a listing to the favourites or removes it. A repeated call changes nothing.
 * @throws Refused "too_often", "favorites_gone", "favorites_own"
 */
export async function setFavorite(viewer: Viewer, key: ListingKey, favorite: boolean): Promise<void> {
  await limit("favorite", viewer.id);
  if (favorite) {
    await checkOthers(viewer, key);
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
}

/** @throws Refused when no such listing is shown, or it is the viewer's own */
async function checkOthers(viewer: Viewer, key: ListingKey): Promise<void> {
  const listing = await sellerOf(key);
  if (!listing) throw new Refused("favorites_gone");
  if (!can(viewer, "favorite", { kind: "listing", ...listing })) throw new Refused("favorites_own");
}

function columnsOf(picked: readonly Picked[]) {
  const types = picked.map(({ type }) => type);
  const ids = picked.map(({ id }) => id);
  return sql`unnest(${types}::text[], ${ids}::uuid[])`;
}

/** Removes several of the user's favourites, or all. Returns them with the times at which they were added. */
export async function removeFavorites(viewer: Viewer, picked: readonly Picked[] | "all"): Promise<Picked[]> {
  await limit("favorite", viewer.id);
  const which =
    picked === "all" ? sql`true` : sql`(listing_type, listing_id) in (select * from ${columnsOf(picked)})`;
  const { rows } = await sql<Picked>`
    delete from favorites where user_id = ${viewer.id} and ${which}
    returning listing_type as type, listing_id as id, created_at as at
  `.execute(db());
  return rows;
}

/** Restores removed favourites at their former positions. Skips deleted listings and the user's own. */
export async function restoreFavorites(viewer: Viewer, picked: readonly Picked[]): Promise<void> {
  await limit("favorite", viewer.id);
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
 * Records that the user viewed another person's listing, and deletes all views but the last 200.
 * @throws Refused "favorites_gone", "favorites_own"
 */
export async function recordListingView(viewer: Viewer, key: ListingKey): Promise<void> {
  const { id: userId } = viewer;
  // All parts see the rows as they were before. Not prepared: it may wait for a lock, and few connections run prepared
  // statements.
  const { rows } = await sql`
    with viewed as (
      insert into recently_viewed (user_id, listing_type, listing_id)
      select ${userId}, type, id from listings
      where type = ${key.type} and id = ${key.id} and user_id <> ${userId} and ${isShown} for key share
      on conflict (user_id, listing_type, listing_id) do update set viewed_at = now()
      returning listing_id
    ), forgotten as (
      delete from recently_viewed
      where user_id = ${userId} and listing_id <> ${key.id} and exists (select from viewed) and viewed_at < (
        select viewed_at from recently_viewed where user_id = ${userId} and listing_id <> ${key.id}
        order by viewed_at desc offset ${MAX_VIEWED - 2} limit 1
      )
    )
    select listing_id from viewed
  `.execute(db());
  if (rows.length === 0) await checkOthers(viewer, key);
}

/** Deletes entries from the user's history of viewed listings, or all of it. Returns how many were deleted. */
export async function deleteViews(viewer: Viewer, picked: readonly Picked[] | "all"): Promise<number> {
  await limit("favorite", viewer.id);
  const which =
    picked === "all" ? sql`true` : sql`(listing_type, listing_id) in (select * from ${columnsOf(picked)})`;
  const { rows } = await sql`
    delete from recently_viewed where user_id = ${viewer.id} and ${which} returning listing_id
  `.execute(db());
  return rows.length;
}
