import { sql, type Transaction } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { type LimitName, limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { pauseUndone } from "../feeds/stop.server.ts";
import { confirmPrices } from "./far-prices.server.ts";
import { enqueueUploads } from "./jobs.server.ts";
import { deleteUploads } from "./retention.server.ts";
import { isPossible, undoStateOf } from "./rules.ts";
import type { ShownPrices, UploadIntent, UploadState } from "./view.ts";

/** An update is as much work as a new upload, so it has the same limit. */
const LIMITS = {
  update: "stock_upload",
  stop: "stock_write",
  forget: "stock_write",
  undo: "stock_write",
  prices: "stock_write",
} as const satisfies Record<UploadIntent, LimitName>;

const CHANGES: Readonly<
  Record<
    UploadIntent,
    (trx: Transaction<DB>, viewer: Viewer, id: string, shown: ShownPrices) => Promise<void>
  >
> = {
  async update(trx, viewer, id) {
    await sql`delete from upload_rows where upload_id = ${id}`.execute(trx);
    await sql`delete from upload_models where upload_id = ${id}`.execute(trx);
    await sql`
      update uploads set known = 'update', state = 'waiting', fault = null, read = 0, created = 0, updated = 0, kept = 0,
        failed = 0, sold_here = 0, tries = 0, finished_at = null
      where id = ${id}
    `.execute(trx);
    await enqueueUploads(viewer.id, trx);
  },
  async stop(trx, _, id) {
    await sql`update uploads set state = 'stopped', finished_at = now() where id = ${id}`.execute(trx);
  },
  async undo(trx, viewer, id) {
    const { numUpdatedRows } = await trx
      .updateTable("uploads")
      .set({
        undo_asked_at: sql`now()`,
        undo_total: sql`undo_read + (select count(*) from upload_listings where upload_id = ${id} and kept is null)`,
        tries: 0,
      })
      .where("id", "=", id)
      .where("undo_asked_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await pauseUndone(trx, id);
    await enqueueUploads(viewer.id, trx);
  },
  async prices(trx, viewer, id, shown) {
    if (!(await confirmPrices(trx, id, shown))) return;
    await sql`
      update uploads set state = 'waiting', fault = null, tries = 0, finished_at = null where id = ${id}
    `.execute(trx);
    await enqueueUploads(viewer.id, trx);
  },
  async forget(trx, _, id) {
    await deleteUploads(trx, sql`id = ${id}`);
  },
};

/**
 * "update": processes the file again, to update existing listings.
 * "stop": ends the processing after the current batch.
 * "undo": takes the upload back, in a job, and pauses the feed that it is of. Repeated, it changes nothing.
 * "prices": lists the rows that wait until their prices are confirmed, which are those `shown`. Repeated, it changes nothing.
 * "forget": deletes the upload with its file and its failed rows. Its listings stay.
 * @throws Refused "too_often", "upload_gone", "upload_not_now" when the state of the upload forbids the change,
 *   "upload_other_prices"
 */
export async function changeUpload(
  viewer: Viewer,
  id: string,
  intent: UploadIntent,
  shown: ShownPrices = { count: 0, last: 0 },
): Promise<void> {
  await limit(LIMITS[intent], viewer.id);
  if (!isId(id)) throw new Refused("upload_gone");
  await db()
    .transaction()
    .execute(async (trx) => {
      const row = await trx
        .selectFrom("uploads")
        .select([
          "user_id as userId",
          "state",
          "has_file as hasFile",
          sql<boolean>`read >= rows`.as("isRead"),
        ])
        .select(["undo_asked_at as askedAt", "undo_done_at as doneAt"])
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      if (!row || !can(viewer, "change", { kind: "upload", userId: row.userId }))
        throw new Refused("upload_gone");
      const { state, hasFile, isRead } = row;
      const upload = {
        state: state as UploadState,
        hasFile,
        isRead: isRead === true,
        undo: undoStateOf(row),
      };
      if (!isPossible(intent, upload)) throw new Refused("upload_not_now");
      await CHANGES[intent](trx, viewer, id, shown);
    });
}
