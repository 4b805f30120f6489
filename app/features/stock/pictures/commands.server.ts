import { sql } from "kysely";
import type { ListingKey } from "#app/domain/listing.ts";
import { db } from "#app/platform/db.server.ts";
import { runNow } from "#app/platform/jobs.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { forgetSilentHosts } from "./fetch-due.server.ts";
import { PICTURES_JOB } from "./jobs.server.ts";

const AGAIN = { state: "waiting", fault: null, tries: 0, next_at: sql<Date>`now()` } as const;

/**
 * Retries the failed pictures of a listing; returns how many. The caller must have
 * checked that the listing belongs to `ownerId`.
 */
export async function retryListingPictures(ownerId: string, { type, id }: ListingKey): Promise<number> {
  await limit("listing_write", ownerId);
  const rows = await db()
    .updateTable("picture_orders")
    .set(AGAIN)
    .where("listing_type", "=", type)
    .where("listing_id", "=", id)
    .where("state", "=", "failed")
    .returning("position")
    .execute();
  forgetSilentHosts(ownerId);
  runNow(PICTURES_JOB);
  return rows.length;
}

/** Retries all failed pictures of an upload, as `retryListingPictures` does. */
export async function retryUploadPictures(ownerId: string, uploadId: string): Promise<number> {
  await limit("stock_upload", ownerId);
  const { numUpdatedRows } = await db()
    .updateTable("picture_orders")
    .set(AGAIN)
    .where("upload_id", "=", uploadId)
    .where("state", "=", "failed")
    .executeTakeFirst();
  forgetSilentHosts(ownerId);
  runNow(PICTURES_JOB);
  return Number(numUpdatedRows);
}

/** Deletes rows that version 0.3 of the program wrote. Nothing reads them. */
export async function deleteFormerHosts(): Promise<void> {
  await db()
    .deleteFrom("picture_hosts")
    .where("failed_at", "<", sql<Date>`now() - interval '1 day'`)
    .execute();
}
