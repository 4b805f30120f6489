import { type RawBuilder, sql } from "kysely";
import type { ListingKey } from "#app/domain/listing.ts";
import { type CardRow, cardsByKey } from "#app/features/listings/queries.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";

/** The most listings that the page of favourites shows. */
export const MAX_FAVORITES = 500;

/** How many viewed listings are stored for a user, at most: the last ones. */
export const MAX_VIEWED = 200;

/** Returns the ids of the listings that are the viewer's favourites. A signed-out viewer has none. */
export async function favoritesAmong(
  viewer: { readonly id: string } | null,
  listings: readonly ListingKey[],
): Promise<string[]> {
  if (!viewer || listings.length === 0) return [];
  const rows = await prepared(favoritesOf(viewer.id, listings));
  return rows.map((row) => row.listing_id);
}

/** SQL: those of the listings that are the user's favourites. */
export function favoritesOf(
  userId: string,
  listings: readonly ListingKey[],
): RawBuilder<{ listing_id: string }> {
  const types = [...new Set(listings.map((listing) => listing.type))];
  const ids = listings.map((listing) => listing.id);
  return sql`
    select listing_id from favorites
    where user_id = ${userId} and listing_type = any(${types}::text[]) and listing_id = any(${ids}::uuid[])
  `;
}

/** The keys of the user's favourites, newest first; at most 500. */
export async function favoriteKeys(userId: string): Promise<ListingKey[]> {
  return db()
    .selectFrom("favorites")
    .select(["listing_type as type", "listing_id as id"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(MAX_FAVORITES)
    .execute();
}

/** The listings that the user viewed, newest first. */
export async function viewedListings(userId: string): Promise<CardRow[]> {
  const rows = await db()
    .selectFrom("recently_viewed")
    .select(["listing_type as type", "listing_id as id"])
    .where("user_id", "=", userId)
    .orderBy("viewed_at", "desc")
    .limit(MAX_VIEWED)
    .execute();
  return cardsByKey(rows);
}
