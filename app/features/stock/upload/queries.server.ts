import { sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import type { CellFault } from "../csv/check.ts";
import type { ExistingListings, LinkedRow, UploadState } from "./view.ts";

export interface UploadRow {
  readonly id: string;
  readonly user_id: string;
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
  readonly pictures_waiting: number;
  readonly pictures_done: number;
  readonly pictures_failed: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

export interface FailedUploadRow {
  readonly number: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly faults: readonly CellFault[];
}

const COLUMNS = sql`id, user_id, file_name, known, state, fault, has_file, rows, read, created, updated, kept, failed, created_at,
  finished_at, coalesce(ordered.waiting, 0) as pictures_waiting, coalesce(ordered.done, 0) as pictures_done,
  coalesce(ordered.failed_ones, 0) as pictures_failed`;

const ORDERED = sql`left join lateral (
  select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'done') as done,
    count(*) filter (where state = 'failed') as failed_ones
  from picture_orders where upload_id = uploads.id
) ordered on true`;

/** A user's uploads, the newest first, without those whose file is still arriving. */
export async function uploadRowsOf(userId: string, most: number): Promise<readonly UploadRow[]> {
  const { rows } = await sql<UploadRow>`
    select ${COLUMNS} from uploads ${ORDERED} where user_id = ${userId} and state <> 'receiving'
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

/** The failed rows of an upload whose number is greater than `after`, in the file's order. */
export async function failedRowsOf(
  uploadId: string,
  { after = 0, most }: { after?: number; most: number },
): Promise<readonly FailedUploadRow[]> {
  const { rows } = await sql<FailedUploadRow>`
    select number, cells, faults from upload_rows where upload_id = ${uploadId} and number > ${after}
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

/** The names of COLUMNS that an upload's file has, in the order of the file. */
export async function columnsOfUpload(uploadId: string): Promise<readonly string[]> {
  const row = await db()
    .selectFrom("uploads")
    .select("columns")
    .where("id", "=", uploadId)
    .executeTakeFirst();
  return (row?.columns ?? []).filter((column) => column !== null);
}
