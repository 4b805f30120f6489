import { sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import type { CellFault } from "../csv/check.ts";
import { HAS_FAR_PRICE } from "./far-prices.server.ts";
import type { ExistingListings, KeptBecause, LinkedRow, UploadState } from "./view.ts";

export interface UploadRow {
  readonly id: string;
  readonly user_id: string;
  readonly feed_id: string | null;
  readonly file_name: string;
  readonly known: ExistingListings;
  readonly state: UploadState;
  readonly fault: string | null;
  readonly has_file: boolean;
  readonly rows: number | null;
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly kept: number;
  readonly failed: number;
  readonly sold_here: number;
  readonly pictures_waiting: number;
  readonly pictures_done: number;
  readonly pictures_failed: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly askedAt: Date | null;
  readonly doneAt: Date | null;
  readonly undo_total: number;
  readonly undo_read: number;
  readonly undo_deleted: number;
  readonly undo_restored: number;
}

/** What an upload changed, and has not been taken back. */
export interface RememberedCounts {
  readonly created: number;
  readonly changed: number;
}

export interface KeptRow {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly kept: KeptBecause;
  /** The number of all such listings. */
  readonly total: number;
}

export interface FailedUploadRow {
  readonly number: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly faults: readonly CellFault[];
}

const COLUMNS = sql`id, user_id, feed_id, file_name, known, state, fault, has_file, rows, read, created, updated, kept, failed, sold_here,
  created_at, finished_at, undo_asked_at as "askedAt", undo_done_at as "doneAt", undo_total, undo_read, undo_deleted,
  undo_restored, coalesce(ordered.waiting, 0) as pictures_waiting, coalesce(ordered.done, 0) as pictures_done,
  coalesce(ordered.failed_ones, 0) as pictures_failed`;

const ORDERED = sql`left join lateral (
  select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'done') as done,
    count(*) filter (where state = 'failed') as failed_ones
  from picture_orders where upload_id = uploads.id
) ordered on true`;

/** The files that a user has sent, the newest first, without those that are still arriving. */
export async function uploadRowsOf(userId: string, most: number): Promise<readonly UploadRow[]> {
  const { rows } = await sql<UploadRow>`
    select ${COLUMNS} from uploads ${ORDERED} where user_id = ${userId} and feed_id is null
      and state <> 'receiving'
    order by created_at desc, id desc limit ${most}
  `.execute(db());
  return rows;
}

/** The upload with this id, of any user; null if it does not exist. */
export async function uploadRow(id: string): Promise<UploadRow | null> {
  if (!isId(id)) return null;
  const { rows } = await sql<UploadRow>`select ${COLUMNS} from uploads ${ORDERED} where id = ${id}`.execute(
    db(),
  );
  return rows[0] ?? null;
}

/**
 * The failed rows of an upload whose number is greater than `after`, in the file's order.
 * @param withFar whether rows that wait until their prices are confirmed are among them
 */
export async function failedRowsOf(
  uploadId: string,
  { after = 0, most, withFar = true }: { after?: number; most: number; withFar?: boolean },
): Promise<readonly FailedUploadRow[]> {
  const { rows } = await sql<FailedUploadRow>`
    select number, cells, faults from upload_rows where upload_id = ${uploadId} and number > ${after}
      and (${withFar} or not ${HAS_FAR_PRICE})
    order by number limit ${most}
  `.execute(db());
  return rows;
}

/** The first rows of an upload that were linked to a model. `total` is the number of all such rows. */
export async function linkedRowsOf(
  uploadId: string,
  limit: number,
): Promise<readonly (LinkedRow & { readonly total: number })[]> {
  return db()
    .selectFrom("upload_models")
    .select(["number", "name", "model"])
    .select(({ fn }) => fn.countAll<number>().over().as("total"))
    .where("upload_id", "=", uploadId)
    .orderBy("number")
    .limit(limit)
    .execute();
}

/** What taking the upload back would undo, if nothing speaks against it. */
export async function rememberedCounts(uploadId: string): Promise<RememberedCounts> {
  const { rows } = await sql<RememberedCounts>`
    select count(*) filter (where former is null) as created, count(*) filter (where former is not null) as changed
    from upload_listings where upload_id = ${uploadId}
  `.execute(db());
  return rows[0] ?? { created: 0, changed: 0 };
}

/** The listings that taking the upload back left as they are, by name. Those that were deleted later are left out. */
export async function keptListingsOf(uploadId: string, limit: number): Promise<readonly KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    select type, id, name, kept, count(*) over () as total
    from upload_listings join listings on type = listing_type and id = listing_id
    where upload_id = ${uploadId} and kept is not null order by name, id limit ${limit}
  `.execute(db());
  return rows;
}

/** The newest uploads of a user that have created or changed listings, for a choice. */
export async function changingUploadsOf(
  userId: string,
  limit: number,
): Promise<readonly { readonly id: string; readonly file_name: string; readonly created_at: Date }[]> {
  return db()
    .selectFrom("uploads")
    .select(["id", "file_name", "created_at"])
    .where("user_id", "=", userId)
    .where(sql<boolean>`exists (select from upload_listings where upload_id = uploads.id)`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** The names of COLUMNS that an upload's file has, in the order of the file. */
export async function columnsOfUpload(uploadId: string): Promise<readonly string[]> {
  const row = await db()
    .selectFrom("uploads")
    .select("columns")
    .where("id", "=", uploadId)
    .executeTakeFirst();
  return (row?.columns ?? []).filter((column) => column !== null);
}
