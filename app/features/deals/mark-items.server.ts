import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { formatPrice } from "#app/domain/format.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { bundleOf } from "#app/features/bundles/bundles.server.ts";
import { keyText } from "#app/features/listings/picked.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Interested, MarkStart } from "./panel-view.ts";
import { ITEMS_MAX } from "./rules.ts";

const MAX_INTERESTED = 200;

interface ItemRow {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly price_cents: number;
  readonly left: number;
  readonly rank: number;
}

/**
 * Why the form offers a listing. Listings with a lower rank come first.
 * `asked`: the buyer asked for it from their cart.
 * `own`: it is the listing of the conversation, or of the page with the form.
 * `wrote`: the buyer wrote about it in another conversation with the seller.
 * `newest`: it is one of the seller's newest.
 */
const RANKS = { asked: 0, own: 1, wrote: 2, newest: 3 } as const;

/**
 * The initial values of the form that starts a deal. The form offers the seller's listings in the order of `RANKS`.
 * Returns null when no listing with the rank `asked` or `own` is on offer.
 */
export async function markStart(
  seller: Viewer,
  { type, id }: ListingKey,
  roomId: string | null,
): Promise<MarkStart | null> {
  const { rows } = await sql<ItemRow>`
    with proposed (type, id, rank) as (
      select listing_type, listing_id, ${RANKS.asked}::integer from cart_requests where room_id = ${roomId}
      union all
      select ${type}, ${id}::uuid, ${RANKS.own}::integer
      union all
      select other.listing_type, other.listing_id, ${RANKS.wrote}::integer
      from chat_rooms room
      join chat_rooms other on other.buyer_id = room.buyer_id and other.seller_id = room.seller_id
      where room.id = ${roomId}
      union all
      (
        select type, id, ${RANKS.newest}::integer from listings
        where user_id = ${seller.id} and quantity > reserved and hidden is null
        order by created_at desc limit ${ITEMS_MAX}
      )
    )
    select listings.type, listings.id, name, price_cents, quantity - reserved as left, rank
    from (select type, id, min(rank) as rank from proposed group by type, id) ranked
    join listings on listings.type = ranked.type and listings.id = ranked.id
    where user_id = ${seller.id} and quantity > reserved and hidden is null
    order by rank, created_at desc, listings.id
    limit ${ITEMS_MAX}
  `.execute(db());
  const locale = getLocale();
  const first = rows[0]?.rank;
  if (first === undefined || first > RANKS.own) return null;
  const items = rows.map((row) => ({
    key: keyText(row),
    name: row.name,
    left: row.left,
    priceCents: row.price_cents,
    price: formatPrice(row.price_cents, locale),
    chosen: row.rank === first,
  }));
  const terms = await bundleOf(seller.id);
  return { dealId: randomUUID(), items, bundle: terms && { terms, text: m.bundle_text(terms) } };
}

/**
 * The data of the form that starts a deal about a listing. `mark` has its values; null when no pieces are left.
 * `interested` lists the people with a conversation about the listing, the latest message first.
 * @throws 404 no such listing, 403 not the viewer's listing
 */
export async function markingOf(viewer: Viewer, key: ListingKey) {
  const listing = await db()
    .selectFrom("listings")
    .select(["name", "user_id"])
    .where("type", "=", key.type)
    .where("id", "=", key.id)
    .executeTakeFirst();
  if (!listing) throw new Refused("chat_listing_gone");
  if (!can(viewer, "edit", { kind: "listing", userId: listing.user_id }))
    throw new Refused("listing_not_yours");
  return {
    name: listing.name,
    mark: await markStart(viewer, key, null),
    interested: await interestedIn(viewer, key),
  };
}

/** The possible buyers of the viewer's listing: the users who wrote about it and who can still buy. */
async function interestedIn(viewer: Viewer, { type, id }: ListingKey): Promise<Interested[]> {
  return db()
    .selectFrom("chat_rooms as room")
    .innerJoin("profiles", "profiles.id", "room.buyer_id")
    .select(["room.id as roomId", "profiles.username as name"])
    .where("room.seller_id", "=", viewer.id)
    .where("room.listing_type", "=", type)
    .where("room.listing_id", "=", id)
    .where("room.blocked", "=", false)
    .where("room.last_message_at", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("deal_rooms")
            .innerJoin("deals", "deals.id", "deal_rooms.deal_id")
            .select("deals.id")
            .whereRef("deal_rooms.room_id", "=", "room.id")
            .where("state", "=", "open"),
        ),
      ),
    )
    .orderBy("room.last_message_at", "desc")
    .limit(MAX_INTERESTED)
    .execute();
}
