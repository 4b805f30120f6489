import { type RawBuilder, sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import { queryCache } from "#app/platform/query-cache.server.ts";
import type { Photo } from "./photo.ts";

/** The columns of `photos` that a browser may see. */
export const PHOTO_COLUMNS = ["id", "key", "width", "height", "thumbhash", "avif"] as const;

export type PhotoRow = Photo;

/**
 * SQL: nothing uses the row of `photos`: no listing, message or profile (which refers to its photo by URL), and nothing
 * that `isKept` knows, an expression for a query of `photos` by a feature above.
 */
export const isUnused = (isKept: RawBuilder<boolean>) => sql<boolean>`(
  listing_id is null and chat_message_id is null
  and not exists (
    select from profiles
    where profiles.id = photos.user_id and starts_with(profiles.avatar_url, '/photos/' || photos.key || '/')
  )
  and not ${isKept}
)`;

const photoObject = sql`json_build_object(${sql.join(
  PHOTO_COLUMNS.map((column) => sql`${sql.lit(column)}, ${sql.ref(`photos.${column}`)}`),
)})`;

/**
 * An SQL expression: the main photo of the listing with this type and id (SQL expressions too), or null. It costs one
 * index look-up for each listing.
 */
export function jsonPhoto(type: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<PhotoRow | null> {
  return sql<PhotoRow | null>`(
    select ${photoObject} from photos
    where photos.listing_type = ${type} and photos.listing_id = ${id} and hidden is null order by photos.position limit 1
  )`;
}

/**
 * An SQL expression: the photos of the listing with this type and id (SQL expressions too) that moderators did not hide,
 * in order: the first is the main one. Null without any.
 */
export function jsonPhotosOfListing(
  type: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<PhotoRow[] | null> {
  return sql<PhotoRow[] | null>`(
    select json_agg(${photoObject} order by photos.position) from photos
    where photos.listing_type = ${type} and photos.listing_id = ${id} and hidden is null
  )`;
}

/**
 * An SQL expression: the photos of the chat message with this id (an SQL expression too), in order; null without any.
 */
export function jsonPhotosOfMessage(id: RawBuilder<unknown>): RawBuilder<PhotoRow[] | null> {
  return sql<PhotoRow[] | null>`(
    select json_agg(${photoObject} order by photos.position) from photos where photos.chat_message_id = ${id}
  )`;
}

/** The cache tag of the keys of hidden photos. A trigger notifies it (docs/triggers.md). */
export const HIDDEN_PHOTOS = "hidden photos";

/**
 * Whether moderators hid a photo with this key. Asks the database only after a photo was hidden or shown again, and
 * while this server cannot listen for that.
 */
export async function isHiddenPhoto(key: string): Promise<boolean> {
  if (queryCache.isListening) return (await queryCache.get("keys", HIDDEN_PHOTOS, hiddenKeys)).has(key);
  const rows = await prepared(
    sql<object>`select from photos where key = ${key} and hidden is not null limit 1`,
  );
  return rows.length > 0;
}

async function hiddenKeys(): Promise<ReadonlySet<string>> {
  const rows = await prepared(sql<{ key: string }>`select distinct key from photos where hidden is not null`);
  return new Set(rows.map(({ key }) => key));
}

/** The photos among `ids` that are this user's, in the order of `ids`, for a form that is shown again. */
export async function ownPhotos(userId: string, ids: readonly string[]): Promise<PhotoRow[]> {
  const validIds = ids.filter(isId);
  if (validIds.length === 0) return [];
  const rows = await db()
    .selectFrom("photos")
    .select(PHOTO_COLUMNS)
    .where("user_id", "=", userId)
    .where("id", "in", validIds)
    .execute();
  return validIds.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
