import { paged, ROWS_AT_ONCE } from "#app/features/accounts/leave/paged.ts";
import { db } from "#app/platform/db.server.ts";
import { rooms } from "./queries.server.ts";

/** Somebody's conversations for their download, each with all of its messages. */
export function chatsTaken(userId: string) {
  return { chats: chats(userId) };
}

async function* chats(userId: string) {
  const found = paged((after: { id: string } | null) =>
    rooms(userId)
      .leftJoin("chat_notifications as own", (join) =>
        join.onRef("own.chat_room_id", "=", "chat_rooms.id").on("own.user_id", "=", userId),
      )
      .select(["seller_id", "chat_rooms.created_at", "last_message_at", "own.unread_count"])
      .where(({ or, eb }) => or([eb("last_message_at", "is not", null), eb("buyer_id", "=", userId)]))
      .$if(after !== null, (query) => query.where("chat_rooms.id", ">", after?.id ?? ""))
      .orderBy("chat_rooms.id")
      .limit(ROWS_AT_ONCE)
      .execute(),
  );
  for await (const room of found) {
    yield {
      id: room.id,
      listing: { type: room.listing_type, id: room.listing_id, name: room.listing_name },
      as: room.seller_id === userId ? "seller" : "buyer",
      /** Null: they deleted their account. */
      with: room.other_username,
      openedAt: room.created_at,
      lastMessageAt: room.last_message_at,
      unread: room.unread_count ?? 0,
      messages: messages(userId, room.id),
    };
  }
}

async function* messages(userId: string, roomId: string) {
  const found = paged((after: { seq: number } | null) =>
    db()
      .selectFrom("chat_messages")
      .select(["seq", "sender_id", "message", "created_at"])
      .where("chat_room_id", "=", roomId)
      .where("seq", ">", after?.seq ?? 0)
      .orderBy("seq")
      .limit(ROWS_AT_ONCE)
      .execute(),
  );
  for await (const { sender_id, message, created_at } of found) {
    yield { from: sender_id === userId ? "me" : "them", message, writtenAt: created_at };
  }
}
