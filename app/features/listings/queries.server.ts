import { sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { jsonPhoto, type PhotoRow, photosOfListing } from "./photos/queries.server.ts";
import type { ListingRow } from "./rows.ts";

export interface ListingKey {
  readonly type: string;
  readonly id: string;
}

export type CardRow = ListingRow & { readonly photo: PhotoRow | null };

export interface DetailRow extends ListingRow {
  readonly description: string;
  readonly photos: readonly PhotoRow[];
  readonly seller: { readonly id: string; readonly username: string; readonly avatar_url: string | null };
}

const COLUMNS = sql.join(
  [
    "type",
    "id",
    "user_id",
    "name",
    "brand",
    "price_cents",
    "country",
    "postal_code",
    "attributes",
    "created_at",
  ].map((column) => sql.ref(`listings.${column}`)),
);

/** A listing with its photos and its seller; null when there is none (or the id is none). */
export async function listingDetail({ type, id }: ListingKey): Promise<DetailRow | null> {
  if (!isId(id)) return null;
  const { rows } = await sql<
    ListingRow & { description: string; username: string; avatar_url: string | null }
  >`
    select ${COLUMNS}, description, seller.username, seller.avatar_url
    from listings
    join lateral (select username, avatar_url from profiles where profiles.id = listings.user_id) seller on true
    where type = ${type} and id = ${id}
  `.execute(db());
  const row = rows[0];
  if (!row) return null;
  const { username, avatar_url, ...listing } = row;
  const photos = await photosOfListing({ type, id });
  return { ...listing, photos, seller: { id: row.user_id, username, avatar_url } };
}

/** What others show of a listing beside their own things: a chat's header. */
export async function listingHead({ type, id }: ListingKey): Promise<CardRow | null> {
  const [row] = await cardsByKey([{ type, id }]);
  return row ?? null;
}

/** The listings of these keys that still exist, in the order of the keys. */
export async function cardsByKey(keys: readonly ListingKey[]): Promise<CardRow[]> {
  const known = keys.filter((key) => isId(key.id));
  if (known.length === 0) return [];
  const { rows } = await sql<CardRow>`
    select ${COLUMNS}, ${jsonPhoto(sql`listings.type`, sql`listings.id`)} as photo
    from unnest(${known.map((key) => key.type)}::text[], ${known.map((key) => key.id)}::uuid[])
      with ordinality as wanted (type, id, place)
    join listings on listings.type = wanted.type and listings.id = wanted.id
    order by wanted.place
  `.execute(db());
  return rows;
}

/** Somebody's listings of all types, newest first; at most 1,000. */
export async function listingsOf(userId: string): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${COLUMNS}, ${jsonPhoto(sql`listings.type`, sql`listings.id`)} as photo
    from listings where user_id = ${userId} order by created_at desc, id desc limit 1000
  `.execute(db());
  return rows;
}

/** What came in last, of all types. */
export async function newestListings(most: number): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${COLUMNS}, ${jsonPhoto(sql`listings.type`, sql`listings.id`)} as photo
    from listings order by created_at desc, id desc limit ${most}
  `.execute(db());
  return rows;
}

/** Where a listing may be edited or deleted: just who owns it. */
export async function ownerOf({ type, id }: ListingKey): Promise<{ userId: string } | null> {
  if (!isId(id)) return null;
  const row = await db()
    .selectFrom("listings")
    .select("user_id")
    .where("type", "=", type)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? { userId: row.user_id } : null;
}
