import { sql } from "kysely";
import type { Attributes } from "#app/domain/categories/derive/input.ts";
import type { DealRole, EndReason } from "#app/domain/deal.ts";
import { readsReason, stepsOf } from "#app/domain/deal-process.ts";
import { formatPrice } from "#app/domain/format.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { listingStatus } from "#app/domain/listing.ts";
import { roleIn } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { sharedIn } from "#app/features/deals/address.server.ts";
import { markStart } from "#app/features/deals/mark-items.server.ts";
import {
  BUYER_ACTIONS,
  type BuyerNext,
  type DealPanel,
  type PanelDeal,
} from "#app/features/deals/panel-view.ts";
import { itemsOf } from "#app/features/deals/pieces.server.ts";
import { cancelledBy, nameAndPieces, piecesIn, presentProposal } from "#app/features/deals/present.server.ts";
import { openProposal } from "#app/features/deals/proposals.server.ts";
import { SUSPENDED } from "#app/features/deals/rows.server.ts";
import { dealFacts } from "#app/features/deals/rules.ts";
import { suspendedOther } from "#app/features/deals/suspension.server.ts";
import { keyText } from "#app/features/listings/picked.ts";
import { actionsOf } from "#app/features/listings/present.server.ts";
import { termsOfDeal } from "#app/features/offers/terms.server.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import { usernameOf } from "#app/platform/profile.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { offerSettings } from "#app/platform/settings.server.ts";

/**
 * Returns the deal of a conversation, and what the viewer can do about it.
 * @throws 404 not a conversation of the viewer
 */
export async function dealPanelOf(viewer: Viewer, roomId: string): Promise<DealPanel> {
  const room = await db()
    .selectFrom("chat_rooms as room")
    .leftJoin("listings as listing", (join) =>
      join
        .onRef("listing.type", "=", "room.listing_type")
        .onRef("listing.id", "=", "room.listing_id")
        // No new deal is made about a hidden listing.
        .on("listing.hidden", "is", null),
    )
    .select(["room.listing_type", "room.listing_id", "room.seller_id", "room.buyer_id", "room.blocked"])
    .select(["listing.quantity", "listing.reserved"])
    .select(sql<Attributes | null>`listing.attributes`.as("attributes"))
    .select(
      sql<boolean>`exists (select from offers where offers.room_id = room.id and offers.state = 'open')`.as(
        "negotiating",
      ),
    )
    .where("room.id", "=", roomId)
    .executeTakeFirst();
  const role = room && roleIn(viewer, { sellerId: room.seller_id, buyerId: room.buyer_id });
  if (!room || !role) throw new Refused("chat_room_gone");
  const otherId = role === "seller" ? room.buyer_id : room.seller_id;
  const key = { type: room.listing_type, id: room.listing_id };
  const [deal, other, terms] = await Promise.all([
    dealIn(role, roomId, key),
    usernameOf(otherId),
    termsOfDeal(viewer.id, [roomId]),
  ]);
  const going = deal !== null && deal.state !== "cancelled" && deal.state !== "received";
  const mayMark = role === "seller" && other !== null && !room.blocked && !going;
  const status = room.quantity === null ? null : listingStatus(room.quantity, room.reserved ?? 0);
  const gone = (status === "reserved" || status === "sold") && (deal === null || deal.state === "cancelled");
  const mayBuy = role === "buyer" && other !== null && !room.blocked && !going && !room.negotiating;
  return {
    roomId,
    role,
    other,
    deal,
    terms: terms.get(roomId) ?? null,
    status,
    next: mayBuy && status ? await nextOf(key, { status, attributes: room.attributes ?? {} }) : null,
    mark: mayMark ? await markStart(viewer, key, roomId) : null,
    taken: gone ? { status, name: role === "seller" ? await holderOf(key) : null } : null,
  };
}

async function nextOf(key: ListingKey, listing: Parameters<typeof actionsOf>[0]): Promise<BuyerNext | null> {
  if (listing.status !== "available") return null;
  const offered = (await offerSettings()).offers ? actionsOf(listing) : [];
  return { listing: keyText(key), actions: BUYER_ACTIONS.filter((action) => offered.includes(action)) };
}

async function dealIn(
  role: DealRole,
  roomId: string,
  { id: listingId }: ListingKey,
): Promise<PanelDeal | null> {
  const row = await db()
    .selectFrom("deal_rooms")
    .innerJoin("deals", "deals.id", "deal_rooms.deal_id")
    .selectAll("deals")
    .select([SUSPENDED.seller.as("seller_suspended"), SUSPENDED.buyer.as("buyer_suspended")])
    .leftJoin("profiles as other", "other.id", role === "seller" ? "deals.buyer_id" : "deals.seller_id")
    .select([
      "other.username as other_username",
      sql<Date | null>`nullif(other.suspended_until, 'infinity')`.as("other_suspended_until"),
    ])
    .where("deal_rooms.room_id", "=", roomId)
    .orderBy(sql`deals.state in ('received', 'cancelled')`)
    .orderBy(sql`deals.state = 'open'`, "desc")
    .orderBy("deals.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const facts = dealFacts(row, new Date());
  const [items, proposal, address] = await Promise.all([
    itemsOf(db(), row.id),
    openProposal(db(), row.id),
    sharedIn(db(), row.id),
  ]);
  const shared = address !== null;
  const isOpen = facts.state === "agreed" && facts.sellerHere;
  return {
    id: row.id,
    state: facts.state,
    sellerConfirmed: facts.sellerConfirmed,
    buyerConfirmed: facts.buyerConfirmed,
    steps: stepsOf(facts, role),
    pieces: piecesIn(items),
    items: items.every(({ listing_id }) => listing_id === listingId) ? [] : items.map(nameAndPieces),
    price: formatPrice(row.price_cents, getLocale()),
    carrier: row.carrier,
    tracking: row.tracking_number,
    reason: row.reason,
    because: row.ended_because as EndReason | null,
    cancelledBy: cancelledBy(row.cancelled_by, role),
    proposal: proposal ? presentProposal(proposal, role) : null,
    address: shared ? "shared" : role === "buyer" && isOpen ? "share" : null,
    requested: facts.requested,
    declined: facts.declined,
    alone: !readsReason(facts, role),
    suspended: suspendedOther(row, facts, role),
  };
}

/**
 * The buyer's name in the newest deal about a listing, without cancelled deals. Null when this deal is a sale outside
 * the shop, or when its buyer has deleted their account.
 */
async function holderOf({ type, id }: ListingKey): Promise<string | null> {
  const row = await db()
    .selectFrom("deal_items as item")
    .innerJoin("deals", "deals.id", "item.deal_id")
    .leftJoin("profiles", "profiles.id", "deals.buyer_id")
    .select("profiles.username")
    .where("item.listing_type", "=", type)
    .where("item.listing_id", "=", id)
    .where("state", "<>", "cancelled")
    .orderBy("deals.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.username ?? null;
}
