import { can } from "#app/domain/policies.ts";
import { presentMessage } from "#app/features/rooms/present.server.ts";
import type { Presenters } from "#app/platform/event-contents.server.ts";
import { unreadChatsOf, unreadOf } from "#app/platform/unread.server.ts";
import { messagesForEvents, roomUnreadOf } from "./queries.server.ts";

/** Adds to each chat event the content that its recipient may see. */
export const chatEvents: Presenters = {
  async "chat.message"(events) {
    const [rows, chats] = await Promise.all([
      messagesForEvents(
        events.map(({ userId, subject }) => ({ userId, roomId: subject.roomId, seq: subject.seq })),
      ),
      unreadChatsOf(events.map(({ userId }) => userId)),
    ]);
    return rows.map((row) =>
      row &&
      can({ id: row.user_id }, "read", { kind: "room", sellerId: row.seller_id, buyerId: row.buyer_id })
        ? {
            message: presentMessage(row, row.user_id),
            from: row.sender_name,
            unread: row.unread,
            unreadChats: chats.get(row.user_id) ?? 0,
            roomUnread: row.room_unread,
          }
        : null,
    );
  },
  async "chat.read"(events) {
    const [counts, rooms] = await Promise.all([
      presentUnread(events),
      roomUnreadOf(events.map(({ userId, subject }) => ({ userId, roomId: subject.roomId }))),
    ]);
    return counts.map((counts, index) => ({ ...counts, roomUnread: rooms[index] ?? 0 }));
  },
  "chat.left": presentUnread,
};

async function presentUnread(events: readonly { userId: string }[]) {
  const people = events.map(({ userId }) => userId);
  const [unread, chats] = await Promise.all([unreadOf(people), unreadChatsOf(people)]);
  return people.map((id) => ({ unread: unread.get(id) ?? 0, unreadChats: chats.get(id) ?? 0 }));
}
