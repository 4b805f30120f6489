import type { Transaction } from "kysely";
import type { DB } from "#app/platform/db-types.ts";
import { enqueue } from "#app/platform/jobs.server.ts";
import { logger } from "#app/platform/log.server.ts";

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
