import { sql, type Transaction } from "kysely";
import type { ListingKey } from "#app/domain/listing.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";

/**
 * Saves about which items the viewer wrote to the seller of this room, instead of an earlier request. The seller's form
 * for a deal preselects these items. Nothing is saved if the viewer is not the buyer of the room.
 */
export async function saveRequest(
  viewer: Viewer,
  roomId: string,
  keys: readonly ListingKey[],
): Promise<void> {
  const types = keys.map(({ type }) => type);
  const ids = keys.map(({ id }) => id);
  await db()
    .transaction()
    .execute(async (trx) => {
      await sql`
        delete from cart_requests using chat_rooms room
        where room.id = ${roomId} and room.buyer_id = ${viewer.id} and cart_requests.room_id = room.id
      `.execute(trx);
      await sql`
        insert into cart_requests (room_id, listing_type, listing_id)
        select room.id, listings.type, listings.id
        from chat_rooms room
        join listings on listings.user_id = room.seller_id
        join unnest(${types}::text[], ${ids}::uuid[]) as asked (type, id)
          on asked.type = listings.type and asked.id = listings.id
        where room.id = ${roomId} and room.buyer_id = ${viewer.id}
        on conflict do nothing
      `.execute(trx);
    });
}

const REQUESTS_SHOWN = 20;

/** What the viewer asked sellers for from their cart, by conversation, the latest first. */
export async function sentRequests(
  viewer: Viewer,
): Promise<readonly { readonly roomId: string; readonly items: readonly ListingKey[] }[]> {
  const { rows } = await sql<{ roomId: string; items: ListingKey[] }>`
    select room.id as "roomId",
      json_agg(json_build_object('type', request.listing_type, 'id', request.listing_id)
        order by request.listing_id desc) as items
    from cart_requests request join chat_rooms room on room.id = request.room_id
    where room.buyer_id = ${viewer.id}
    group by room.id
    order by coalesce(room.last_message_at, room.created_at) desc
    limit ${REQUESTS_SHOWN}
  `.execute(db());
  return rows;
}

/** Deletes what a person asked for, before their account is deleted and their conversations are anonymous. */
export async function deleteCartRequests(trx: Transaction<DB>, userId: string): Promise<() => Promise<void>> {
  await sql`
    delete from cart_requests using chat_rooms room where room.id = room_id and room.buyer_id = ${userId}
  `.execute(trx);
  return async () => {};
}
