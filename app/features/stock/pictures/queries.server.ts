import { sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { isWritable } from "#app/domain/text-rules.ts";
import { db } from "#app/platform/db.server.ts";

export interface PictureCounts {
  readonly waiting: number;
  readonly done: number;
  readonly failed: number;
}

const counts = [
  sql<number>`(count(*) filter (where state = 'waiting'))::int`.as("waiting"),
  sql<number>`(count(*) filter (where state = 'done'))::int`.as("done"),
  sql<number>`(count(*) filter (where state = 'failed'))::int`.as("failed"),
];

/** The picture counts of these uploads, by the upload's id. An upload without pictures is absent. */
export async function pictureCounts(
  uploadIds: readonly string[],
): Promise<ReadonlyMap<string, PictureCounts>> {
  const rows = await db()
    .selectFrom("picture_orders")
    .select(["upload_id", ...counts])
    .where("upload_id", "=", sql<string>`any(${uploadIds}::uuid[])`)
    .groupBy("upload_id")
    .execute();
  return new Map(
    rows.map(({ upload_id, waiting, done, failed }) => [upload_id ?? "", { waiting, done, failed }]),
  );
}

/** The picture counts of these listings, by "type/id". A listing without picture orders is absent. */
export async function pictureStates(
  keys: readonly ListingKey[],
): Promise<ReadonlyMap<string, PictureCounts>> {
  const [types, ids] = [keys.map(({ type }) => type), keys.map(({ id }) => id)];
  const rows = await db()
    .selectFrom("picture_orders")
    .select(["listing_type", "listing_id", ...counts])
    .where(
      sql<boolean>`(listing_type, listing_id) in (select * from unnest(${types}::text[], ${ids}::uuid[]))`,
    )
    .groupBy(["listing_type", "listing_id"])
    .execute();
  return new Map(
    rows.map(({ listing_type, listing_id, waiting, done, failed }) => [
      `${listing_type}/${listing_id}`,
      { waiting, done, failed },
    ]),
  );
}

export interface MissingPictureRow {
  readonly user_id: string;
  readonly url: string;
  readonly state: string;
  readonly fault: string | null;
}

/** The pictures of a listing that are waiting or have failed, in the order of the URLs in its row. */
export async function missingPictures({ type, id }: ListingKey): Promise<MissingPictureRow[]> {
  if (!isId(id)) return [];
  return db()
    .selectFrom("picture_orders")
    .select(["user_id", "url", "state", "fault"])
    .where("listing_type", "=", type)
    .where("listing_id", "=", id)
    .where("state", "<>", "done")
    .orderBy("position")
    .execute();
}

/** The id of the owner of an upload; null when the upload does not exist. */
export async function ownerOfUpload(id: string): Promise<string | null> {
  if (!isId(id)) return null;
  const row = await db().selectFrom("uploads").select("user_id").where("id", "=", id).executeTakeFirst();
  return row?.user_id ?? null;
}

/** The id of the owner of a listing; null when the listing does not exist. */
export async function ownerOfListing({ type, id }: ListingKey): Promise<string | null> {
  if (!isId(id) || !isWritable(type)) return null;
  const row = await db()
    .selectFrom("listings")
    .select("user_id")
    .where("type", "=", type)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export interface FailedRow {
  readonly url: string;
  readonly fault: string | null;
  readonly listing_type: string;
  readonly listing_id: string;
  readonly name: string;
}

/** The failed pictures of an upload, sorted by listing; at most `most`. */
export async function failedOfUpload(id: string, most: number): Promise<FailedRow[]> {
  return db()
    .selectFrom("picture_orders as ordered")
    .innerJoin("listings", (join) =>
      join
        .onRef("listings.type", "=", "ordered.listing_type")
        .onRef("listings.id", "=", "ordered.listing_id"),
    )
    .select(["url", "fault", "listing_type", "listing_id", "name"])
    .where("upload_id", "=", id)
    .where("state", "=", "failed")
    .orderBy("listing_type")
    .orderBy("listing_id")
    .orderBy("position")
    .limit(most)
    .execute();
}
