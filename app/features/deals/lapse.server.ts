import { sql, type Transaction } from "kysely";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishingTransaction } from "#app/platform/events.server.ts";
import { notifyDeal } from "./notify.server.ts";
import { lockListing, movePieces } from "./pieces.server.ts";
import { NO_PIECES, piecesOf } from "./rules.ts";

const REQUESTS_AT_ONCE = 100;

/**
 * Cancels buyers' requests that the seller did not confirm in time: their pieces are on offer again, and both are
 * notified. A step that holds a deal goes first.
 */
export async function endLapsedRequests(signal?: AbortSignal): Promise<void> {
  const due = await db()
    .selectFrom("deals")
    .select(["id", "listing_type", "listing_id"])
    .where("state", "=", "open")
    .where("lapses_at", "<=", sql<Date>`now()`)
    .orderBy("lapses_at")
    .limit(REQUESTS_AT_ONCE)
    .execute();
  for (const { id, listing_type, listing_id } of due) {
    if (signal?.aborted) return;
    await publishingTransaction((trx) => lapse(trx, id, { listing_type, listing_id }));
    invalidateListingPages([listing_type]);
  }
}

async function lapse(
  trx: Transaction<DB>,
  id: string,
  listing: { listing_type: string; listing_id: string | null },
): Promise<void> {
  const { listing_type: type, listing_id } = listing;
  // The lock order of all commands: the listing, then the deal.
  if (listing_id !== null) await lockListing(trx, { type, id: listing_id });
  const now = sql<Date>`now()`;
  const lapsed = await trx
    .updateTable("deals")
    .set({ state: "cancelled", cancelled_at: now, cancelled_by: "time", updated_at: now })
    .where("id", "=", id)
    .where("state", "=", "open")
    .where("seller_confirmed_at", "is", null)
    .where("lapses_at", "<=", now)
    .returning("pieces")
    .executeTakeFirst();
  // The seller confirmed or declined it meanwhile.
  if (!lapsed) return;
  await movePieces(
    trx,
    listing,
    piecesOf({ state: "open", sellerConfirmed: false }, lapsed.pieces),
    NO_PIECES,
  );
  await notifyDeal(trx, null, id, "request_lapsed", { tookLastPiece: false });
}
