import { PAGE_ROWS, paginate } from "#app/features/accounts/data-export/paginate.ts";
import { db } from "#app/platform/db.server.ts";
import { sharedIn } from "./address.server.ts";

/** Exports the user's deals, as seller and as buyer. */
export function exportDeals(userId: string) {
  return { deals: deals(userId) };
}

async function proposalsOf(dealId: string) {
  const rows = await db()
    .selectFrom("deal_proposals")
    .select(["id", "made_by", "kind", "price_cents", "reason", "state", "created_at", "closed_at"])
    .where("deal_id", "=", dealId)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    by: row.made_by,
    kind: row.kind,
    priceCents: row.price_cents,
    reason: row.reason,
    state: row.state,
    at: row.created_at,
    closedAt: row.closed_at,
  }));
}

async function itemsOf(dealId: string) {
  return db()
    .selectFrom("deal_items")
    .leftJoin("models", "models.id", "deal_items.model_id")
    .select(["listing_type as type", "listing_id as id", "listing_name as name"])
    .select(["models.slug as model", "condition", "pieces"])
    .where("deal_id", "=", dealId)
    .orderBy("place")
    .execute();
}

async function* deals(userId: string) {
  const pages = paginate((after: { id: string } | null) =>
    db()
      .selectFrom("deals")
      .leftJoin("profiles as seller", "seller.id", "deals.seller_id")
      .leftJoin("profiles as buyer", "buyer.id", "deals.buyer_id")
      .selectAll("deals")
      .select(["seller.username as seller_name", "buyer.username as buyer_name"])
      .where(({ or, eb }) => or([eb("seller_id", "=", userId), eb("buyer_id", "=", userId)]))
      .$if(after !== null, (query) => query.where("deals.id", ">", after?.id ?? ""))
      .orderBy("deals.id")
      .limit(PAGE_ROWS)
      .execute(),
  );
  for await (const deal of pages) {
    const [first, ...furtherItems] = await itemsOf(deal.id);
    if (!first) throw new Error("A deal is about at least one item.");
    const { pieces, ...listing } = first;
    const mine = deal.seller_id === userId;
    yield {
      id: deal.id,
      chat: deal.room_id,
      listing,
      as: mine ? "seller" : "buyer",
      /** The other party's name. Null for a buyer outside the shop or a deleted user. */
      with: mine ? deal.buyer_name : deal.seller_name,
      pieces,
      furtherItems,
      priceCents: deal.price_cents,
      state: deal.state,
      markedAt: deal.created_at,
      soldAt: deal.seller_confirmed_at,
      confirmedAt: deal.buyer_confirmed_at,
      givenAt: deal.given_at,
      givenAs: deal.given_as,
      carrier: deal.carrier,
      trackingNumber: deal.tracking_number,
      receivedAt: deal.received_at,
      cancelledAt: deal.cancelled_at,
      cancelledBy: deal.cancelled_by,
      reason: deal.reason,
      /** Only in the buyer's export: their shared address, while the seller can see it. */
      sharedAddress: mine ? undefined : await sharedIn(db(), deal.id),
      endedBecause: deal.ended_because,
      proposals: await proposalsOf(deal.id),
    };
  }
}
