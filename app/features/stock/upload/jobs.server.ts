import { sql, type Transaction } from "kysely";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { enqueue } from "#app/platform/jobs.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { deleteOldFiles, deleteUploads } from "./retention.server.ts";
import { RETENTION_DAYS, STALLED_AFTER_MINUTES } from "./rules.ts";

export const UPLOADS_JOB = "uploads";

export const UPLOADS_CLEANUP_JOB = "uploads-sweep";

export function enqueueUploads(userId: string, trx: Transaction<DB>): Promise<void> {
  return enqueue(UPLOADS_JOB, { userId }, { singletonKey: userId, db: trx });
}

/** Starts the job at once instead of at the next poll. Call it after the commit of `enqueueUploads`. */
export function runUploadsNow(userId: string): void {
  enqueue(UPLOADS_JOB, { userId }, { singletonKey: userId }).catch((error: unknown) =>
    logger.warn({ err: error }, "the job of uploads was not started"),
  );
}

/**
 * Enqueues all unfinished uploads, since the server that processed them may have crashed. It also deletes interrupted
 * uploads, expired uploads, and files beyond a user's MAX_KEPT_UPLOAD_BYTES.
 */
export async function recoverAndExpireUploads(): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from uploads where state in ('waiting', 'working')
  `.execute(db());
  for (const { user_id: userId } of rows) await enqueue(UPLOADS_JOB, { userId }, { singletonKey: userId });
  await deleteOldFiles();
  await db()
    .transaction()
    .execute((trx) =>
      deleteUploads(
        trx,
        sql`(state = 'receiving' and created_at < now() - make_interval(mins => ${STALLED_AFTER_MINUTES}))
          or finished_at < now() - make_interval(days => ${RETENTION_DAYS})`,
      ),
    );
}
