import { sql } from "kysely";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { deleteHeld } from "#app/features/listings/writes.server.ts";
import { db, inBatches } from "#app/platform/db.server.ts";
import { lockStock } from "./table/commands.server.ts";
import { stopUploadsOf } from "./upload/stop.server.ts";

/** The number of listings in a batch. At most as many are left, and are deleted together with their owner. */
const BATCH = 1_000;

/**
 * Stops the owner's uploads, and deletes listings until at most BATCH are left (docs/decisions/0035-stock-table.md).
 * Deleting 50,000 listings together with the account would exceed the statement timeout. Call it only when the account
 * is certain to be deleted.
 */
export async function deleteStock(userId: string): Promise<void> {
  await stopUploadsOf(userId, db());
  const types = new Set<string>();
  await inBatches(async (trx) => {
    await lockStock(trx, userId);
    const { rows: some } = await sql`
      select from listings where user_id = ${userId} limit ${BATCH + 1}
    `.execute(trx);
    if (some.length <= BATCH) return false;
    const { rows } = await sql<{ type: string }>`
      with held as materialized (
        select type, id from listings where user_id = ${userId} order by type, id limit ${BATCH} for update
      ),
      deleted as (
        ${deleteHeld}
        returning listings.type
      )
      select distinct type from deleted
    `.execute(trx);
    for (const { type } of rows) types.add(type);
    return true;
  });
  if (types.size > 0) invalidateListingPages(types);
}
