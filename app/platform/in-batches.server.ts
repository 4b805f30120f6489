import type { Transaction } from "kysely";
import { db } from "./db.server.ts";
import type { DB } from "./db-types.ts";

/**
 * Does what waits in parts, each as a transaction of its own: others wait for one part at the most, and what is done
 * stays done when a later part fails.
 *
 * @param part does the next part; answers whether there may be another
 * @param signal no part begins once it is aborted
 * @throws what a part throws, which is then not done
 */
export async function inBatches(
  part: (trx: Transaction<DB>) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  let more = true;
  while (more && !signal?.aborted) more = await db().transaction().execute(part);
}
