import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { href } from "react-router";
import { formatPrice } from "#app/domain/format.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { type OfferRole, type OfferState, offerBounds } from "#app/domain/offer.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { keyText } from "#app/features/listings/picked.ts";
import { actionsOf, presentCard } from "#app/features/listings/present.server.ts";
import { cardsByKey, listingHead } from "#app/features/listings/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import { eventsUpTo } from "#app/platform/events.server.ts";
import { usernameOf } from "#app/platform/profile.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { offerSettings, saysOffers } from "#app/platform/settings.server.ts";
import type { OffersQuery } from "./offers-address.ts";
import { type ListedOfferRow, presentListedOffer } from "./present.server.ts";
import { OFFER_STOP } from "./rows.server.ts";
import type { OfferList, OfferStart } from "./view.ts";

const OFFERS_AT_ONCE = 20;

/**
 * Returns a page of the viewer's offers as a buyer or as a seller: the latest offer of each conversation, by either
 * person. A page number that is too high returns the last page. Without a role: the offers as a buyer, or those as a
 * seller if the viewer has only these.
 */
export async function offersOf(
  viewer: Viewer,
  { as: role, page: requestedPage }: OffersQuery,
): Promise<OfferList> {
  // Read before the offers, so that the browser also receives events that occur during the queries.
  const after = await eventsUpTo(viewer.id);
  const totals = { buyer: await countOf(viewer, "buyer"), seller: await countOf(viewer, "seller") };
  const as = role ?? (totals.buyer === 0 && totals.seller > 0 ? "seller" : "buyer");
  const pages = Math.max(1, Math.ceil(totals[as] / OFFERS_AT_ONCE));
  const page = Math.min(requestedPage, pages);
  const { rows } = await sql<ListedOfferRow>`
    select latest.*, other.username as other_username, other.avatar_url as other_avatar_url
    from (
      select room.id as room_id, room.listing_type, room.listing_id, room.listing_name,
        ${as === "seller" ? sql`room.buyer_id` : sql`room.seller_id`} as other_id,
        offer.id, offer.made_by as by, offer.state, offer.pieces, offer.price_cents as cents,
        offer.expires_at as "expiresAt", offer.created_at, ${OFFER_STOP} as stop
      from chat_rooms as room
      cross join lateral (
        select * from offers where offers.room_id = room.id order by created_at desc, id desc limit 1
      ) as offer
      where ${isIn(viewer, as)}
      order by offer.state = 'open' desc, offer.created_at desc, room.id
      offset ${(page - 1) * OFFERS_AT_ONCE} limit ${OFFERS_AT_ONCE}
    ) as latest
    left join profiles as other on other.id = latest.other_id
    order by latest.state = 'open' desc, latest.created_at desc, latest.room_id
  `.execute(db());
  const cards = await cardsByKey(rows.map((row) => ({ type: row.listing_type, id: row.listing_id })));
  const cardsById = new Map(cards.map((card) => [card.id, card]));
  return {
    as,
    totals,
    offers: rows.map((row) => presentListedOffer(row, as, cardsById.get(row.listing_id))),
    page,
    pages,
    live: { userId: viewer.id, after },
  };
}

/** An offer as programs see it. */
export interface OfferDetailRow extends ListedOfferRow {
  /** The viewer's. */
  readonly role: OfferRole;
  readonly closed_at: Date | null;
  readonly deal_id: string | null;
  /** `created_at` in microseconds. */
  readonly micros: number;
}

// The job that expires an offer may not have run yet.
const STATE = sql`case when offer.state = 'open' and offer.expires_at <= now() then 'expired' else offer.state end`;

export interface OfferPageQuery {
  readonly role?: OfferRole | undefined;
  readonly state?: OfferState | undefined;
  readonly roomId?: string | undefined;
  readonly id?: string;
  /** The position of the last offer of the page before. */
  readonly before?: { readonly micros: number; readonly id: string } | undefined;
  readonly most: number;
}

/** All offers of the viewer's conversations that fit, by either person, the newest first. */
export async function offerPage(
  viewer: Viewer,
  { role, state, roomId, id, before, most }: OfferPageQuery,
): Promise<OfferDetailRow[]> {
  const parts = [
    role && isIn(viewer, role),
    state && sql`${STATE} = ${state}`,
    roomId && sql`room.id = ${roomId}`,
    id && sql`offer.id = ${id}`,
    before &&
      sql`(offer.created_at, offer.id)
        < ('epoch'::timestamptz + ${before.micros}::bigint * interval '1 microsecond', ${before.id}::uuid)`,
  ].filter((part) => part !== undefined && part !== "");
  const { rows } = await sql<OfferDetailRow>`
    select offer.id, offer.made_by as by, ${STATE} as state, offer.pieces, offer.price_cents as cents,
      offer.expires_at as "expiresAt", offer.created_at, offer.closed_at, offer.deal_id,
      ${OFFER_STOP} as stop,
      (extract(epoch from offer.created_at) * 1000000)::bigint as micros,
      room.id as room_id, room.listing_type, room.listing_id, room.listing_name,
      case room.seller_id when ${viewer.id}::uuid then 'seller' else 'buyer' end as role,
      other.username as other_username, other.avatar_url as other_avatar_url
    from offers offer join chat_rooms room on room.id = offer.room_id
    left join profiles other
      on other.id = case room.seller_id when ${viewer.id}::uuid then room.buyer_id else room.seller_id end
    where ${sql.join([sql`${viewer.id}::uuid in (room.seller_id, room.buyer_id)`, ...parts], sql` and `)}
    order by offer.created_at desc, offer.id desc limit ${most}
  `.execute(db());
  return rows;
}

/** The number of open offers that others made the viewer. */
export async function openOffersTo(viewer: Viewer): Promise<number> {
  const ofOther = (role: OfferRole, other: OfferRole) =>
    sql`(${isIn(viewer, role)} and offers.made_by = ${other})`;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from chat_rooms as room join offers on offers.room_id = room.id
    where offers.state = 'open' and offers.expires_at > now()
      and (${ofOther("seller", "buyer")} or ${ofOther("buyer", "seller")})
  `.execute(db());
  return rows[0]?.count ?? 0;
}

/** Whether pages speak of offers to the viewer: the shop has them, or had some of the viewer's. */
export async function speaksOfOffers(viewer: Viewer): Promise<boolean> {
  if (await saysOffers()) return true;
  return (await countOf(viewer, "buyer")) + (await countOf(viewer, "seller")) > 0;
}

function isIn({ id }: Viewer, role: OfferRole) {
  return role === "seller" ? sql`room.seller_id = ${id}` : sql`room.buyer_id = ${id}`;
}

async function countOf(viewer: Viewer, role: OfferRole): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from chat_rooms as room
    where ${isIn(viewer, role)} and exists (select from offers where offers.room_id = room.id)
  `.execute(db());
  return rows[0]?.count ?? 0;
}

/**
 * Returns the initial values of the form for an offer.
 * @throws 404 no such listing; 403 the viewer's own listing; 409 no offers can be made for the listing, or the viewer's
 * conversation about it has an open offer of either person: then the error page links to that conversation
 */
export async function offerStart(viewer: Viewer, key: ListingKey): Promise<OfferStart> {
  const row = await listingHead(key);
  if (!row) throw new Refused("chat_listing_gone");
  if (!can(viewer, "chat", { kind: "listing", userId: row.user_id })) throw new Refused("chat_own");
  const card = presentCard(row, viewer);
  const seller = await usernameOf(row.user_id);
  const { offers, offerPercent: percent } = await offerSettings();
  if (!card || seller === null || !offers || !actionsOf(row).includes("bid"))
    throw new Refused("offer_not_offered");
  const roomId = await roomWithOpenOffer(viewer, key);
  if (roomId !== null) {
    const link = { to: href("/messages/:roomId", { roomId }), text: m.offer_to_conversation() };
    throw new Refused("offer_open_already", {}, { link });
  }
  const { least } = offerBounds({ priceCents: row.price_cents, pieces: 1, percent });
  return {
    listing: keyText(key),
    name: card.name,
    path: card.path,
    seller,
    offerId: randomUUID(),
    left: row.quantity - row.reserved,
    asking: formatPrice(row.price_cents, getLocale()),
    least: formatPrice(least, getLocale()),
    priceCents: row.price_cents,
    percent,
  };
}

async function roomWithOpenOffer(viewer: Viewer, { type, id }: ListingKey): Promise<string | null> {
  const open = await db()
    .selectFrom("chat_rooms as room")
    .innerJoin("offers", "offers.room_id", "room.id")
    .select("room.id")
    .where("room.listing_type", "=", type)
    .where("room.listing_id", "=", id)
    .where("room.buyer_id", "=", viewer.id)
    .where("offers.state", "=", "open")
    .where("offers.expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return open?.id ?? null;
}
