import type { Transaction } from "kysely";
import { db } from "./db.server.ts";
import type { DB } from "./db-types.ts";

/**
 * Processes batches, each in its own transaction: other transactions wait for one batch at most, and earlier batches
 * stay when a later one fails.
 * @param part processes the next batch; returns whether there may be another
 * @param signal no further batch starts once it is aborted
 * @throws what `part` throws; its batch is rolled back
 */
export async function inBatches(
  part: (trx: Transaction<DB>) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  let more = true;
  while (more && !signal?.aborted) more = await db().transaction().execute(part);
}
