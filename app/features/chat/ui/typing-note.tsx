import { m } from "#app/paraglide/messages.js";
import { useEphemeralEvents } from "#app/ui/use-live-events.ts";
import { useMomentaryState } from "#app/ui/use-timer.ts";
import type { Thread } from "../thread.ts";
import type { OpenChat } from "../view.ts";

/** Longer than the pause between two reports (`TYPING_EVERY_MS`), so that the note does not flicker. */
const TYPING_SHOWN_MS = 6_000;

/** "Anna is typing…". Its line is always there, so that nothing moves. Screen readers announce it once. */
export function TypingNote({ chat: { page, room }, thread }: { chat: OpenChat; thread: Thread }) {
  // The number of the other user's last message when the event arrived. Their next message ends the note.
  const [typingEvent, setTypingEvent] = useMomentaryState<{ after: number }>(TYPING_SHOWN_MS);
  const last = thread.messages.findLast((message) => !message.mine)?.seq ?? 0;
  useEphemeralEvents(page, ({ kind, subject }) => {
    if (kind === "chat.typing" && subject.roomId === room.id) setTypingEvent({ after: last });
  });
  const typing = typingEvent !== undefined && typingEvent.after === last;
  return (
    <p role="status" className="h-6 shrink-0 truncate px-4 text-soft text-sm">
      {typing && m.chat_typing({ name: room.other.username })}
    </p>
  );
}
