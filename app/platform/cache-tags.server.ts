import { sql, type Transaction } from "kysely";
import { db } from "./db.server.ts";
import type { DB } from "./db-types.ts";
import { pageCache } from "./page-cache.server.ts";
import { queryCache } from "./query-cache.server.ts";

/** The cache tag of pages that show what sellers set: the details of a trader, a discount for several items. */
export const SELLERS_TAG = "sellers";

/**
 * Runs a transaction, and then invalidates the cached pages and query results with this tag on all servers; on this
 * server before it returns. Not for listings: for their types, database triggers do the same.
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
