import type { ReceivedEvent } from "#app/ui/live-events.ts";

const KINDS: ReadonlySet<ReceivedEvent["kind"]> = new Set([
  "notification.new",
  "notification.read",
  // Who reads a conversation has read the notice of it.
  "chat.read",
  "reset",
]);

/** Whether a list of notices is another after this. */
export function changesNotices({ kind }: ReceivedEvent): boolean {
  return KINDS.has(kind);
}
