import { sql, type Transaction } from "kysely";
import { href } from "react-router";
import type { DB } from "#app/platform/db-types.ts";
import { type Notice, notifyAll } from "#app/platform/notify.server.ts";

interface EndedRow {
  readonly id: string;
  readonly room_id: string;
  readonly listing: string;
  readonly other_id: string | null;
}

/**
 * Ends a user's open offers before the user is deleted. To avoid deadlocks, call it after `anonymizeRooms`: an answer
 * to an offer also locks the room before the offer.
 * @returns a function that notifies the other people
 */
export async function endOffers(trx: Transaction<DB>, userId: string): Promise<() => Promise<void>> {
  const { rows } = await sql<EndedRow>`
    update offers set state = 'ended', closed_at = now()
    from chat_rooms as room
    where room.id = offers.room_id and offers.state = 'open' and ${userId}::uuid in (room.seller_id, room.buyer_id)
    returning offers.id, room.id as room_id, room.listing_name as listing,
      case room.seller_id when ${userId}::uuid then room.buyer_id else room.seller_id end as other_id
  `.execute(trx);
  const notices = rows.flatMap(({ id, room_id: roomId, listing, other_id }): Notice[] => {
    if (other_id === null) return [];
    const facts = { event: "offer_ended_account_deleted", username: "", listing } as const;
    const path = href("/messages/:roomId", { roomId });
    return [{ kind: "deal", eventKey: `${id}:account_deleted`, userIds: [other_id], facts, path }];
  });
  return () => notifyAll(notices, trx);
}
