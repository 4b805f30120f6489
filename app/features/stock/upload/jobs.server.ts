import { sql } from "kysely";
import { db, type Queries } from "#app/platform/db.server.ts";
import { enqueue } from "#app/platform/jobs.server.ts";
import { IS_ASKING_FOR_FEED } from "./far-prices.server.ts";
import { deleteUploads } from "./retention.server.ts";
import { RETENTION_DAYS, STALLED_AFTER_MINUTES } from "./rules.ts";
import { IS_BEING_UNDONE } from "./undo.server.ts";

export const UPLOADS_JOB = "uploads";

export const UPLOADS_CLEANUP_JOB = "uploads-sweep";

export function enqueueUploads(userId: string, queries: Queries = db()): Promise<void> {
  return enqueue(UPLOADS_JOB, { userId }, { singletonKey: userId, db: queries });
}

/** SQL, of `uploads`: whether the job has to process it, or to take it back. */
export const IS_UNFINISHED = sql<boolean>`(state in ('waiting', 'working') or ${IS_BEING_UNDONE})`;

const IS_INTERRUPTED = sql<boolean>`(
  state = 'receiving' and created_at < now() - make_interval(mins => ${STALLED_AFTER_MINUTES}))`;

const IS_OLD = sql<boolean>`(
  finished_at < now() - make_interval(days => ${RETENTION_DAYS})
  and not ${IS_BEING_UNDONE} and not ${IS_ASKING_FOR_FEED})`;

/** Whether `recoverAndExpireUploads` would do anything. Each condition has an index. */
export const UPLOADS_TO_SWEEP = sql<boolean>`(
  exists (select from uploads where ${IS_UNFINISHED}) or exists (select from uploads where ${IS_INTERRUPTED})
  or exists (select from uploads where ${IS_OLD}))`;

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
    .execute((trx) => deleteUploads(trx, sql`(${IS_INTERRUPTED} or ${IS_OLD})`));
}
