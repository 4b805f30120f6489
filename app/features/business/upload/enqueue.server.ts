import type { Transaction } from "kysely";
import type { DB } from "#app/platform/db-types.ts";
import { enqueue } from "#app/platform/jobs.server.ts";
import { logger } from "#app/platform/log.server.ts";

/** The job that works one person's files, one after the other. */
export const UPLOADS_JOB = "uploads";

/** The job that goes on with what a server that ended has left, and takes away what is old. */
export const UPLOADS_SWEEP_JOB = "uploads-sweep";

/** Has this person's files worked, exactly if the transaction commits. */
export function enqueueUploads(userId: string, trx: Transaction<DB>): Promise<void> {
  return enqueue(UPLOADS_JOB, { userId }, { singletonKey: userId, db: trx });
}

/** After that commit: a server would otherwise look for new jobs within two seconds. */
export function wakeUploads(userId: string): void {
  enqueue(UPLOADS_JOB, { userId }, { singletonKey: userId }).catch((error: unknown) =>
    logger.warn({ err: error }, "the job of uploads was not woken"),
  );
}
