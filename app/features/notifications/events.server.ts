import type { Presenters } from "#app/platform/event-contents.server.ts";
import { unreadOf } from "#app/platform/unread.server.ts";

export const notificationEvents: Presenters = {
  "notification.new": presentUnread,
  "notification.read": presentUnread,
};

async function presentUnread(events: readonly { userId: string }[]) {
  const unread = await unreadOf([...new Set(events.map(({ userId }) => userId))]);
  return events.map(({ userId }) => ({ unread: unread.get(userId) ?? 0 }));
}
