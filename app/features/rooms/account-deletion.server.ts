import { sql, type Transaction } from "kysely";
import { takeBackPushes } from "#app/features/push/notes.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishEach } from "#app/platform/events.server.ts";
import { roomPath } from "./unread-notices.server.ts";

/**
 * Anonymizes a user's rooms (docs/decisions/0024-data-export-and-account-deletion.md). Call it before the user is
 * deleted. Rooms without a message are deleted, and rooms whose other user was deleted before. Like `sendMessage`, it
 * locks rooms before other rows, so that the two cannot deadlock.
 * @returns a function that notifies the other users. Call it as the last write of the transaction
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
  // The search index of a message has a marker for each user who may find it. The deleted user's marker is removed.
  const remaining = [...left.values()].flatMap(({ roomIds }) => roomIds);
  await trx
    .updateTable("chat_messages")
    .set({ search: sql`ts_delete(search, ${`@${userId}`}::text)` })
    .where("chat_room_id", "=", sql<string>`any(${remaining}::uuid[])`)
    .execute();
  // A push that waits has the deleted user's name.
  for (const [other, { roomIds }] of left) await takeBackPushes(other, roomIds.map(roomPath), trx);
  return () => publishEach(trx, "chat.left", left);
}
