import { sql, type Transaction } from "kysely";
import { db } from "./db.server.ts";
import type { DB } from "./db-types.ts";
import { pageCache } from "./page-cache.server.ts";
import { queryCache } from "./query-cache.server.ts";

/** The cache tag of pages that show a seller's own settings: a trader's details, a discount for several items. */
export const SELLERS_TAG = "sellers";

/**
 * Runs a transaction that changes data of cached pages with this tag, and invalidates these pages. Other servers do so
 * when the transaction commits, this server before the function returns. Changes of listings do not need this function:
 * database triggers send the types of the changed listings as tags.
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
