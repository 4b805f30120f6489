import type { Presenters } from "#app/platform/event-contents.server.ts";
import { unreadOf } from "#app/platform/unread.server.ts";
import { can } from "./policy.ts";
import { presentMessage } from "./present.server.ts";
import { messagesTold, roomUnreadOf } from "./queries.server.ts";

/** What the chat's events bring to the browsers of a room's two. */
export const chatEvents: Presenters = {
  async "chat.message"(events) {
    const rows = await messagesTold(
      events.map(({ userId, subject }) => ({ userId, roomId: subject.roomId, seq: subject.seq })),
    );
    return rows.map((row) =>
      row &&
      can({ id: row.user_id }, "read", {
        sellerId: row.seller_id,
        buyerId: row.buyer_id,
        blocked: row.blocked,
      })
        ? { message: presentMessage(row, row.user_id), unread: row.unread, roomUnread: row.room_unread }
        : null,
    );
  },
  async "chat.read"(events) {
    const [told, rooms] = await Promise.all([
      presentUnread(events),
      roomUnreadOf(events.map(({ userId, subject }) => ({ userId, roomId: subject.roomId }))),
    ]);
    return told.map(({ unread }, index) => ({ unread, roomUnread: rooms[index] ?? 0 }));
  },
  "chat.left": presentUnread,
};

async function presentUnread(events: readonly { userId: string }[]) {
  const unread = await unreadOf(events.map(({ userId }) => userId));
  return events.map(({ userId }) => ({ unread: unread.get(userId) ?? 0 }));
}
