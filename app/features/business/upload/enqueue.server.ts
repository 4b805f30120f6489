import type { Transaction } from "kysely";
import type { DB } from "#app/platform/db-types.ts";
import { enqueue } from "#app/platform/jobs.server.ts";
import { logger } from "#app/platform/log.server.ts";

/** The job that processes one user's files, one after the other. */
export const UPLOADS_JOB = "uploads";

/** The job that continues the uploads of a server that crashed, and deletes expired uploads. */
export const UPLOADS_CLEANUP_JOB = "uploads-sweep";

/** Enqueues the processing of this user's files, if the transaction commits. */
export function enqueueUploads(userId: string, trx: Transaction<DB>): Promise<void> {
  return enqueue(UPLOADS_JOB, { userId }, { singletonKey: userId, db: trx });
}

/** Starts the enqueued job immediately, instead of at the next poll. Call it after the commit of `enqueueUploads`. */
export function runUploadsNow(userId: string): void {
  enqueue(UPLOADS_JOB, { userId }, { singletonKey: userId }).catch((error: unknown) =>
    logger.warn({ err: error }, "the job of uploads was not started"),
  );
}
