import { type RawBuilder, sql } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import type { TimePosition } from "#app/features/api/pages.server.ts";
import { isShown } from "#app/features/listings/on-offer.server.ts";
import { CARD_COLUMNS, type CardRow, cardsByKey } from "#app/features/listings/queries.server.ts";
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

/** A listing that a user keeps, or viewed. */
export interface KeptListingRow extends CardRow {
  /** Of the favourite; of a viewed listing, the listing's. */
  readonly kept_id: string;
  readonly kept_at: Date;
  /** `kept_at` with microseconds. */
  readonly at: string;
}

/** Some of a user's favourites or viewed listings: one listing, or those after a position. */
interface Kept {
  readonly key?: ListingKey;
  readonly after?: TimePosition | undefined;
  readonly most: number;
}

const TYPES = CATEGORIES.map(({ type }) => type);

async function keptRows(
  userId: string,
  { table, id, moment }: { table: string; id: string; moment: string },
  { key, after, most }: Kept,
): Promise<KeptListingRow[]> {
  const [keptId, keptAt] = [sql.ref(`kept.${id}`), sql.ref(`kept.${moment}`)];
  const isKey = key ? sql`kept.listing_type = ${key.type} and kept.listing_id = ${key.id}` : sql`true`;
  const isAfter = after
    ? sql`(${keptAt}, ${keptId}) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<KeptListingRow>`
    select ${keptId} as kept_id, ${keptAt} as kept_at, ${keptAt}::text as at, ${CARD_COLUMNS}
    from ${sql.table(table)} as kept
    join listings on listings.type = kept.listing_type and listings.id = kept.listing_id
    where kept.user_id = ${userId} and listings.type = any(${TYPES}) and ${isShown} and ${isKey} and ${isAfter}
    order by ${keptAt} desc, ${keptId} desc limit ${most}
  `.execute(db());
  return rows;
}

/** The user's favourites that are shown, the last added first. */
export function favoriteRows(userId: string, which: Kept): Promise<KeptListingRow[]> {
  return keptRows(userId, { table: "favorites", id: "id", moment: "created_at" }, which);
}

/** The listings that the user viewed and that are shown, the last viewed first. */
export function viewedRows(userId: string, which: Kept): Promise<KeptListingRow[]> {
  return keptRows(userId, { table: "recently_viewed", id: "listing_id", moment: "viewed_at" }, which);
}
