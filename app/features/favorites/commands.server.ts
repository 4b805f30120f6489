import { sql } from "kysely";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { can } from "#app/features/listings/policy.ts";
import { type ListingKey, ownerOf } from "#app/features/listings/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import { logger } from "#app/platform/log.server.ts";

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

/** Remembers that somebody looked at a listing. The page does not wait for it, and stands when it fails (marketplace spec §7). */
export async function recordView(userId: string, key: ListingKey): Promise<void> {
  try {
    await sql`
      insert into recently_viewed (user_id, listing_type, listing_id)
      select ${userId}, type, id from listings where type = ${key.type} and id = ${key.id} for key share
      on conflict (user_id, listing_type, listing_id) do update set viewed_at = now()
    `.execute(db());
  } catch (error) {
    logger.warn({ err: error, ...key }, "a view was not recorded");
  }
}
