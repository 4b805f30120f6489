import { sql } from "kysely";
import { db, type Queries } from "#app/platform/db.server.ts";
import { enqueue } from "#app/platform/jobs.server.ts";
import { deleteUploads } from "./retention.server.ts";
import { RETENTION_DAYS, STALLED_AFTER_MINUTES } from "./rules.ts";

export const UPLOADS_JOB = "uploads";

export const UPLOADS_CLEANUP_JOB = "uploads-sweep";

export function enqueueUploads(userId: string, queries: Queries = db()): Promise<void> {
  return enqueue(UPLOADS_JOB, { userId }, { singletonKey: userId, db: queries });
}

const IS_UNFINISHED = sql`state in ('waiting', 'working')`;

/** Interrupted, or finished long ago. */
const IS_EXPIRED = sql<boolean>`(
  (state = 'receiving' and created_at < now() - make_interval(mins => ${STALLED_AFTER_MINUTES}))
  or finished_at < now() - make_interval(days => ${RETENTION_DAYS}))`;

/** Whether `recoverAndExpireUploads` would do anything. */
export const UPLOADS_TO_SWEEP = sql<boolean>`exists (select from uploads where ${IS_UNFINISHED} or ${IS_EXPIRED})`;

/**
 * Enqueues all unfinished uploads, since the server that processed them may have crashed. It also deletes expired
 * uploads.
 */
export async function recoverAndExpireUploads(): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from uploads where ${IS_UNFINISHED}
  `.execute(db());
  for (const { user_id: userId } of rows) await enqueueUploads(userId);
  await db()
    .transaction()
    .execute((trx) => deleteUploads(trx, IS_EXPIRED));
}
