import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { formatPrice } from "#app/domain/format.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { notifyDeal } from "#app/features/deals/notify.server.ts";
import { lockListing, tooFewLeft } from "#app/features/deals/pieces.server.ts";
import { insertDeal } from "#app/features/deals/rows.server.ts";
import { REQUEST_HOURS, REQUESTS_AT_ONCE } from "#app/features/deals/rules.ts";
import { DEAL_PRICE_MAX_CENTS } from "#app/features/deals/schema.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { keyText } from "#app/features/listings/picked.ts";
import { actionsOf, presentCard } from "#app/features/listings/present.server.ts";
import { type CardRow, listingHead } from "#app/features/listings/queries.server.ts";
import { openRoom } from "#app/features/rooms/commands.server.ts";
import { buyerRights } from "#app/features/sellers/trader/present.server.ts";
import { traderOf } from "#app/features/sellers/trader/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishingTransaction } from "#app/platform/events.server.ts";
import { usernameOf } from "#app/platform/profile.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { offerSettings } from "#app/platform/settings.server.ts";
import { hasOpenDeal, lockedRoom, sellerIn } from "./rows.server.ts";
import type { BuyInput } from "./schema.ts";
import type { BuyStart } from "./view.ts";

/**
 * Asks to buy at the asking price, which binds the buyer (docs/decisions/0087-offers.md). The pieces are reserved
 * until the seller confirms or declines, for 24 hours at most. A form that is sent twice makes one request.
 * @throws 404 no such listing, or another person's deal has this id; 403 the viewer's own listing, or one of the two
 * blocks the other; 409 the listing has no "Buy Now", the price has changed, too few pieces are left, the two have an
 * open order about it, or the viewer has too many open requests; 429 rate limit
 */
export async function buyNow(
  viewer: Viewer,
  input: BuyInput,
): Promise<{ dealId: string; repeated: boolean }> {
  await limit("deal", viewer.id);
  const listing = await buyable(viewer, input.listing);
  const existing = await dealOf(db(), input.deal);
  if (existing) {
    if (!can(viewer, "buy", { kind: "room", ...existing })) throw new Refused("deal_gone");
    return { dealId: input.deal, repeated: true };
  }
  if (!listing) throw new Refused("deal_not_for_sale");
  const roomId = await openRoom(viewer, input.listing);
  const repeated = await publishingTransaction((trx) => buyIn(trx, viewer, roomId, input));
  if (!repeated) invalidateListingPages([input.listing.type]);
  return { dealId: input.deal, repeated };
}

/** The listing, or null when it has no "Buy Now". */
async function buyable(viewer: Viewer, key: ListingKey): Promise<CardRow | null> {
  const listing = await listingHead(key);
  if (!listing) throw new Refused("chat_listing_gone");
  if (!can(viewer, "chat", { kind: "listing", userId: listing.user_id })) throw new Refused("chat_own");
  const { offers } = await offerSettings();
  return offers && actionsOf(listing).includes("direct_checkout") ? listing : null;
}

async function buyIn(
  trx: Transaction<DB>,
  viewer: Viewer,
  roomId: string,
  input: BuyInput,
): Promise<boolean> {
  const { listing: key, pieces, deal: id, cents } = input;
  // Requests of one buyer run one after the other, so that concurrent ones cannot exceed the limit together.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`requests of ${viewer.id}`}, 0))`.execute(trx);
  const listing = await lockListing(trx, key);
  if (!listing || listing.hidden !== null) throw new Refused("chat_listing_gone");
  if (await dealOf(trx, id)) return true;
  const sellerId = sellerIn(viewer, await lockedRoom(trx, roomId));
  if (listing.price_cents !== cents)
    throw new Refused("deal_price_changed", { price: formatPrice(listing.price_cents, getLocale()) });
  if (cents * pieces > DEAL_PRICE_MAX_CENTS) {
    const max = formatPrice(DEAL_PRICE_MAX_CENTS, getLocale());
    throw new Refused("invalid", { fault: m.deal_total_high({ max }), field: "pieces" });
  }
  const open = await trx
    .selectFrom("deals")
    .select("id")
    .where("buyer_id", "=", viewer.id)
    .where("state", "=", "open")
    .where("lapses_at", "is not", null)
    .execute();
  if (await hasOpenDeal(trx, roomId)) throw new Refused("offer_order_open");
  if (open.length >= REQUESTS_AT_ONCE) throw new Refused("deal_requests_many", { count: REQUESTS_AT_ONCE });
  if (listing.quantity - listing.reserved < pieces) throw await tooFewLeft(trx, key, listing, "buyer");
  await insertDeal(
    trx,
    [{ ...key, name: listing.name, pieces }],
    {
      id,
      room_id: roomId,
      seller_id: sellerId,
      buyer_id: viewer.id,
      price_cents: cents * pieces,
      buyer_confirmed_at: sql<Date>`now()`,
      lapses_at: sql<Date>`now() + make_interval(hours => ${REQUEST_HOURS})`,
    },
    { state: "open", sellerConfirmed: false },
  );
  // Other interested buyers are notified later, when the seller confirms: a request may lapse.
  await notifyDeal(trx, viewer, id, "requested");
  return false;
}

function dealOf(queries: Queries, id: string) {
  return queries
    .selectFrom("deals")
    .select(["seller_id as sellerId", "buyer_id as buyerId"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * Returns the initial values of the "Buy Now" form.
 * @throws 404 no such listing; 403 the viewer's own listing; 409 the listing has no "Buy Now"
 */
export async function buyStart(viewer: Viewer, key: ListingKey): Promise<BuyStart> {
  const row = await buyable(viewer, key);
  const card = row && presentCard(row, viewer);
  const seller = row && (await usernameOf(row.user_id));
  if (!row || !card || seller === null) throw new Refused("deal_not_for_sale");
  return {
    listing: keyText(key),
    name: card.name,
    path: card.path,
    seller,
    rights: buyerRights(seller, await traderOf(row.user_id)),
    dealId: randomUUID(),
    left: row.quantity - row.reserved,
    priceCents: row.price_cents,
    price: formatPrice(row.price_cents, getLocale()),
  };
}
