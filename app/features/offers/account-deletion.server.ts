import { sql, type Transaction } from "kysely";
import type { DB } from "#app/platform/db-types.ts";

/**
 * Ends the open offers of a user whose account is deleted. The offers stay in the other person's conversation, without
 * the user's name. Call this function after `anonymizeRooms`, which locks the rooms. An answer to an offer also locks
 * the room before the offer, so that an answer and an account deletion cannot deadlock.
 */
export async function endOffers(trx: Transaction<DB>, userId: string): Promise<() => Promise<void>> {
  await sql`
    update offers set state = 'ended', closed_at = now()
    from chat_rooms as room
    where room.id = offers.room_id and offers.state = 'open' and ${userId}::uuid in (room.seller_id, room.buyer_id)
  `.execute(trx);
  return async () => {};
}
