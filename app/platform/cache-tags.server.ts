import { sql, type Transaction } from "kysely";
import { db } from "./db.server.ts";
import type { DB } from "./db-types.ts";
import { pageCache } from "./page-cache.server.ts";
import { queryCache } from "./query-cache.server.ts";

/** The cache tag of pages that show what a seller states: a trader's details, a discount for several items. */
export const SELLERS_TAG = "sellers";

/**
 * Runs a transaction that changes what is cached with this tag. The other servers drop it once the transaction commits,
 * this one before it returns. Stock needs none of this: triggers notify of its types.
 */
export async function changingTag(
  tag: string,
  write: (trx: Transaction<DB>) => Promise<unknown>,
): Promise<void> {
  await db()
    .transaction()
    .execute(async (trx) => {
      await write(trx);
      await sql`select pg_notify('listings', ${tag})`.execute(trx);
    });
  queryCache.invalidate(tag);
  pageCache.invalidate(tag);
}
