import type { Transaction } from "kysely";
import { db } from "./db.server.ts";
import type { DB } from "./db-types.ts";

/**
 * Processes waiting work in batches, each in its own transaction. Others wait for one batch at most, and finished
 * batches stay committed when a later one fails.
 *
 * @param part does the next part; returns whether there may be another
 * @param signal no part begins once it is aborted
 * @throws what a part throws; that part is rolled back
 */
export async function inBatches(
  part: (trx: Transaction<DB>) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  let more = true;
  while (more && !signal?.aborted) more = await db().transaction().execute(part);
}
