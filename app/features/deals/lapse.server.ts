import { sql, type Transaction } from "kysely";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishingTransaction } from "#app/platform/events.server.ts";
import { notifyDeal } from "./notify.server.ts";
import { type DealItem, itemsOf, lockItems, movePieces } from "./pieces.server.ts";

const REQUESTS_AT_ONCE = 100;

/** Cancels "Buy Now" requests that the seller did not confirm in time. */
export async function endLapsedRequests(signal?: AbortSignal): Promise<void> {
  const due = await db()
    .selectFrom("deals")
    .select("id")
    .where("state", "=", "open")
    .where("lapses_at", "<=", sql<Date>`now()`)
    .orderBy("lapses_at")
    .limit(REQUESTS_AT_ONCE)
    .execute();
  for (const { id } of due) {
    if (signal?.aborted) return;
    const items = await itemsOf(db(), id);
    await publishingTransaction((trx) => lapse(trx, id, items));
    invalidateListingPages(items.map(({ listing_type }) => listing_type));
  }
}

async function lapse(trx: Transaction<DB>, id: string, items: readonly DealItem[]): Promise<void> {
  // To avoid deadlocks, all commands lock the listings before the deal.
  await lockItems(trx, items);
  const now = sql<Date>`now()`;
  const lapsed = await trx
    .updateTable("deals")
    .set({ state: "cancelled", cancelled_at: now, cancelled_by: "time", updated_at: now })
    .where("id", "=", id)
    .where("state", "=", "open")
    .where("seller_confirmed_at", "is", null)
    .where("lapses_at", "<=", now)
    .returning("id")
    .executeTakeFirst();
  // The seller has confirmed or declined the request in the meantime.
  if (!lapsed) return;
  await movePieces(trx, items, { state: "open", sellerConfirmed: false }, null);
  await notifyDeal(trx, null, id, "request_lapsed");
}
