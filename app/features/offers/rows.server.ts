import { sql, type Transaction } from "kysely";
import type { OfferRole, OfferState } from "#app/domain/offer.ts";
import type { OfferFacts, OfferStop } from "#app/domain/offer-process.ts";
import { can, type Room } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { refusalIn } from "#app/features/rooms/commands.server.ts";
import type { Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { Refused } from "#app/platform/refused.server.ts";

/** While the room is locked, neither person can block the other or delete their account. */
export async function lockedRoom(trx: Transaction<DB>, roomId: string) {
  const room = await trx
    .selectFrom("chat_rooms")
    .select(["seller_id as sellerId", "buyer_id as buyerId", "blocked", "listing_name as listing"])
    .where("id", "=", roomId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!room) throw new Refused("chat_room_gone");
  return room;
}

/** Whether the two people of a conversation have an order about its listing that one of them has not confirmed. */
export async function hasOpenDeal(trx: Transaction<DB>, roomId: string): Promise<boolean> {
  const deal = await trx
    .selectFrom("deal_rooms")
    .innerJoin("deals", "deals.id", "deal_rooms.deal_id")
    .select("deals.id")
    .where("deal_rooms.room_id", "=", roomId)
    .where("state", "=", "open")
    .executeTakeFirst();
  return deal !== undefined;
}

/**
 * The id of a conversation's seller.
 * @throws Refused when the viewer may not write to them
 */
export function sellerIn(viewer: Viewer, room: Room): string {
  if (room.sellerId === null || !can(viewer, "send", { kind: "room", ...room })) throw refusalIn(room);
  return room.sellerId;
}

/** SQL: why an open offer in the conversation `room` of the query binds nobody now, or null. */
export const OFFER_STOP = sql<OfferStop | null>`
  case
    when room.seller_id is null or room.buyer_id is null then 'chat_other_left'
    when room.blocked then 'chat_refused'
    when not exists (
      select from listings where type = room.listing_type and id = room.listing_id and hidden is null
    ) then 'chat_listing_gone'
    when exists (
      select from deal_rooms join deals on deals.id = deal_rooms.deal_id
      where deal_rooms.room_id = room.id and deals.state = 'open'
    ) then 'offer_order_open'
  end
`;

type OfferRow = NonNullable<Awaited<ReturnType<typeof offerRow>>>;

export async function offerRow(queries: Queries, id: string, locked?: "locked") {
  return queries
    .selectFrom("offers")
    .innerJoin("chat_rooms as room", "room.id", "offers.room_id")
    .select(["offers.room_id", "made_by", "pieces", "price_cents", "state", "expires_at"])
    .select(["room.seller_id", "room.buyer_id", "room.listing_type", "room.listing_id"])
    .select([sql<Date>`clock_timestamp()`.as("now"), OFFER_STOP.as("stop")])
    .where("offers.id", "=", id)
    .$if(locked !== undefined, (query) => query.forUpdate("offers"))
    .executeTakeFirst();
}

export function offerParties({ seller_id: sellerId, buyer_id: buyerId }: OfferRow) {
  return { sellerId, buyerId };
}

export function factsOf({ state, made_by: by, expires_at, now, stop }: OfferRow): OfferFacts {
  // The database checks that both columns contain only these values.
  return { state: state as OfferState, by: by as OfferRole, isOver: now >= expires_at, stop };
}
