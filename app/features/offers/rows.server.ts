import { sql, type Transaction } from "kysely";
import type { OfferRole, OfferState } from "#app/domain/offer.ts";
import type { OfferFacts } from "#app/domain/offer-process.ts";
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

type OfferRow = NonNullable<Awaited<ReturnType<typeof offerRow>>>;

export async function offerRow(queries: Queries, id: string, locked?: "locked") {
  return queries
    .selectFrom("offers")
    .innerJoin("chat_rooms as room", "room.id", "offers.room_id")
    .select(["offers.room_id", "made_by", "pieces", "price_cents", "state", "expires_at"])
    .select(["room.seller_id", "room.buyer_id", "room.listing_type", "room.listing_id"])
    .select(sql<Date>`clock_timestamp()`.as("now"))
    .where("offers.id", "=", id)
    .$if(locked !== undefined, (query) => query.forUpdate("offers"))
    .executeTakeFirst();
}

export function offerParties({ seller_id: sellerId, buyer_id: buyerId }: OfferRow) {
  return { sellerId, buyerId };
}

export function factsOf({ state, made_by: by, expires_at, now }: OfferRow): OfferFacts {
  // The database checks that both columns contain only these values.
  return { state: state as OfferState, by: by as OfferRole, isOver: now >= expires_at };
}
