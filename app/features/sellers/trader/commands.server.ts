import { sql, type Transaction } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { pageCache } from "#app/platform/page-cache.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import type { TraderInput } from "./schema.ts";

/** The tag of pages that say whether a seller is a trader. */
export const TRADERS_TAG = "traders";

/**
 * Stores who sells as a business, with their declaration. Their listings say so from now on.
 * @throws Refused "too_often"
 */
export async function saveTrader(viewer: Viewer, input: TraderInput): Promise<void> {
  await limit("profile_write", viewer.id);
  await changing(async (trx) => {
    const stated = { ...input, certified_at: sql<Date>`now()` };
    await trx
      .insertInto("traders")
      .values({ user_id: viewer.id, ...stated })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(stated))
      .execute();
  });
}

/**
 * Ends selling as a business.
 * @throws Refused "too_often"
 */
export async function removeTrader(viewer: Viewer): Promise<void> {
  await limit("profile_write", viewer.id);
  await changing(async (trx) => {
    await trx.deleteFrom("traders").where("user_id", "=", viewer.id).execute();
  });
}

/** Other servers drop their cached pages once the transaction commits; this one does when it is done. */
async function changing(write: (trx: Transaction<DB>) => Promise<void>): Promise<void> {
  await db()
    .transaction()
    .execute(async (trx) => {
      await write(trx);
      await sql`select pg_notify('listings', ${TRADERS_TAG})`.execute(trx);
    });
  pageCache.invalidate(TRADERS_TAG);
}
