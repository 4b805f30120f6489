import type { ReceivedEvent } from "#app/ui/live-events.ts";

const KINDS: ReadonlySet<ReceivedEvent["kind"]> = new Set([
  "notification.new",
  "notification.read",
  // Reading a conversation also marks its notification as read.
  "chat.read",
  "reset",
]);

export function changesNotices({ kind }: ReceivedEvent): boolean {
  return KINDS.has(kind);
}
