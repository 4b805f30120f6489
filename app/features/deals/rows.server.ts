import { sql, type Transaction } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import type { DB } from "#app/platform/db-types.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { lockListing } from "./pieces.server.ts";
import { can, roleIn } from "./policy.ts";
import { dealFacts } from "./rules.ts";

const FACT_COLUMNS = [
  "state",
  "seller_id",
  "buyer_id",
  "seller_confirmed_at",
  "buyer_confirmed_at",
  "lapses_at",
  "cancelled_by",
  "ended_because",
] as const;

/** Whether the seller and the buyer of a deal are suspended, of a query that reads `deals`. */
export const SUSPENDED = {
  seller: sql<boolean>`exists (select from profiles where id = deals.seller_id and suspended_until > now())`,
  buyer: sql<boolean>`exists (select from profiles where id = deals.buyer_id and suspended_until > now())`,
};

function dealRow(trx: Transaction<DB>, dealId: string, held?: "held") {
  return trx
    .selectFrom("deals")
    .select([...FACT_COLUMNS, "listing_type", "listing_id", "pieces", "price_cents"])
    .select([SUSPENDED.seller.as("seller_suspended"), SUSPENDED.buyer.as("buyer_suspended")])
    .select(sql<boolean>`state = 'open' and coalesce(lapses_at <= clock_timestamp(), false)`.as("lapsed"))
    .select(sql<Date>`clock_timestamp()`.as("now"))
    .where("id", "=", dealId)
    .$if(held !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();
}

/**
 * Locks a deal of the viewer's and its listing, in the lock order of all commands. Concurrent steps wait here.
 * @throws 404 not a deal of the viewer's
 */
export async function heldDeal(trx: Transaction<DB>, viewer: Viewer, dealId: string) {
  const row = await dealRow(trx, dealId);
  if (!row || !can(viewer, "move", partiesOf(row))) throw new Refused("deal_gone");
  const listing =
    row.listing_id === null
      ? undefined
      : await lockListing(trx, { type: row.listing_type, id: row.listing_id });
  const deal = await dealRow(trx, dealId, "held");
  const role = deal && roleIn(viewer, partiesOf(deal));
  if (!deal || !role) throw new Refused("deal_gone");
  return { deal, role, listing, facts: dealFacts(deal, deal.now) };
}

function partiesOf(deal: { seller_id: string | null; buyer_id: string | null }) {
  return { sellerId: deal.seller_id, buyerId: deal.buyer_id };
}
