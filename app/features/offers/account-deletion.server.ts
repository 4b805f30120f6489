import { sql, type Transaction } from "kysely";
import type { DB } from "#app/platform/db-types.ts";

/**
 * Ends a user's open offers before the user is deleted. To avoid deadlocks, call it after `anonymizeRooms`: an answer
 * to an offer also locks the room before the offer.
 */
export async function endOffers(trx: Transaction<DB>, userId: string): Promise<() => Promise<void>> {
  await sql`
    update offers set state = 'ended', closed_at = now()
    from chat_rooms as room
    where room.id = offers.room_id and offers.state = 'open' and ${userId}::uuid in (room.seller_id, room.buyer_id)
  `.execute(trx);
  return async () => {};
}
