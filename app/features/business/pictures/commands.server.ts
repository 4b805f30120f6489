import { sql } from "kysely";
import type { ListingKey } from "#app/features/listings/photos/rules.ts";
import { db } from "#app/platform/db.server.ts";
import { wake } from "#app/platform/jobs.server.ts";
import { PICTURES_JOB } from "./jobs.server.ts";

const AGAIN = { state: "waiting", fault: null, tries: 0, next_at: sql<Date>`now()` } as const;

/** Has the pictures of a listing that failed fetched again; answers how many. Whose it is, the caller has asked. */
export async function fetchListingAgain({ type, id }: ListingKey): Promise<number> {
  const rows = await db()
    .updateTable("picture_orders")
    .set(AGAIN)
    .where("listing_type", "=", type)
    .where("listing_id", "=", id)
    .where("state", "=", "failed")
    .returning("position")
    .execute();
  wake(PICTURES_JOB);
  return rows.length;
}

/** The same for all pictures of an upload. */
export async function fetchUploadAgain(uploadId: string): Promise<number> {
  const { numUpdatedRows } = await db()
    .updateTable("picture_orders")
    .set(AGAIN)
    .where("upload_id", "=", uploadId)
    .where("state", "=", "failed")
    .executeTakeFirst();
  wake(PICTURES_JOB);
  return Number(numUpdatedRows);
}
