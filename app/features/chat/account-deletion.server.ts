import { sql, type Transaction } from "kysely";
import type { DB } from "#app/platform/db-types.ts";
import { publishEach } from "#app/platform/events.server.ts";

/**
 * What becomes of somebody's rooms when they leave (docs/decisions/0024-data-export-and-account-deletion.md): whoever they wrote with keeps the
 * conversation, from nobody; one without a message, or whose other left before, goes. To be called before the person
 * is deleted: it holds the rooms, as whoever writes a message does first, so that the two cannot wait for each other.
 * @returns what tells the others, as the last write of the transaction
 */
export async function anonymizeRooms(trx: Transaction<DB>, userId: string): Promise<() => Promise<void>> {
  const rooms = await trx
    .selectFrom("chat_rooms")
    .select(["id", "seller_id", "buyer_id", "last_message_at"])
    .where(({ or, eb }) => or([eb("seller_id", "=", userId), eb("buyer_id", "=", userId)]))
    .orderBy("id")
    .forUpdate()
    .execute();
  const left = new Map<string, { roomIds: string[] }>();
  const empty: string[] = [];
  for (const room of rooms) {
    const other = room.seller_id === userId ? room.buyer_id : room.seller_id;
    if (other === null || room.last_message_at === null) empty.push(room.id);
    else left.set(other, { roomIds: [...(left.get(other)?.roomIds ?? []), room.id] });
  }
  await trx.deleteFrom("chat_rooms").where("id", "=", sql<string>`any(${empty}::uuid[])`).execute();
  // Nobody searches in their name any more.
  const kept = [...left.values()].flatMap(({ roomIds }) => roomIds);
  await trx
    .updateTable("chat_messages")
    .set({ search: sql`ts_delete(search, ${`@${userId}`}::text)` })
    .where("chat_room_id", "=", sql<string>`any(${kept}::uuid[])`)
    .execute();
  return () => publishEach(trx, "chat.left", left);
}
