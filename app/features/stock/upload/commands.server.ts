import { sql, type Transaction } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { type LimitName, limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { enqueueUploads } from "./jobs.server.ts";
import { deleteUploads } from "./retention.server.ts";
import { isPossible } from "./rules.ts";
import type { UploadIntent, UploadState } from "./view.ts";

/** An update is as much work as a new upload, so it has the same limit. */
const LIMITS = {
  update: "stock_upload",
  stop: "stock_write",
  forget: "stock_write",
} as const satisfies Record<UploadIntent, LimitName>;

const CHANGES: Readonly<
  Record<UploadIntent, (trx: Transaction<DB>, viewer: Viewer, id: string) => Promise<void>>
> = {
  async update(trx, viewer, id) {
    await sql`delete from upload_rows where upload_id = ${id}`.execute(trx);
    await sql`delete from upload_models where upload_id = ${id}`.execute(trx);
    await sql`
      update uploads set known = 'update', state = 'waiting', fault = null, read = 0, created = 0, updated = 0, kept = 0,
        failed = 0, tries = 0, finished_at = null
      where id = ${id}
    `.execute(trx);
    await enqueueUploads(viewer.id, trx);
  },
  async stop(trx, _, id) {
    await sql`update uploads set state = 'stopped', finished_at = now() where id = ${id}`.execute(trx);
  },
  async forget(trx, _, id) {
    await deleteUploads(trx, sql`id = ${id}`);
  },
};

/** Stops all uploads of a user. It waits for a batch in progress. A file that is still arriving is refused. */
export async function stopUploadsOf(userId: string, queries: Queries): Promise<void> {
  await queries
    .deleteFrom("uploads")
    .where("user_id", "=", userId)
    .where("state", "=", "receiving")
    .execute();
  await sql`
    update uploads set state = 'stopped', finished_at = now()
    where user_id = ${userId} and state in ('waiting', 'working')
  `.execute(queries);
}

/**
 * "update": processes the file again, to update existing listings.
 * "stop": ends the processing after the current batch.
 * "forget": deletes the upload with its file and its failed rows. Its listings stay.
 * @throws Refused "too_often", "upload_gone", "upload_not_now" when the state of the upload forbids the change
 */
export async function changeUpload(viewer: Viewer, id: string, intent: UploadIntent): Promise<void> {
  await limit(LIMITS[intent], viewer.id);
  if (!isId(id)) throw new Refused("upload_gone");
  await db()
    .transaction()
    .execute(async (trx) => {
      const row = await trx
        .selectFrom("uploads")
        .select(["user_id as userId", "state", "has_file as hasFile"])
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      if (!row || !can(viewer, "change", { kind: "upload", userId: row.userId }))
        throw new Refused("upload_gone");
      if (!isPossible(intent, row.state as UploadState, row.hasFile)) throw new Refused("upload_not_now");
      await CHANGES[intent](trx, viewer, id);
    });
}
