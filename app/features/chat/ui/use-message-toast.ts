import { href, useNavigate } from "react-router";
import { isNews } from "#app/domain/chat-message.ts";
import { isolated } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";
import { type LivePage, useLiveEvents } from "#app/ui/use-live-events.ts";
import { pause } from "#app/ui/use-timer.ts";
import { previewText } from "../inbox.ts";

const LONGEST = 90;
/** The delay of tabs that do not show the conversation, so that a tab that shows it comes first. */
const OTHERS_WAIT_MS = 250;
/** How long one tab prevents the others from showing the same message. */
const CLAIM_MS = 3_000;

/**
 * Shows each message of another user as a toast in one of the visible tabs. No tab shows it while one of them has the
 * conversation open.
 */
export function useMessageToast(page: LivePage): void {
  const navigate = useNavigate();
  useLiveEvents(page, async (event) => {
    if (event.kind !== "chat.message" || document.visibilityState !== "visible") return;
    const { roomId, seq, message, from, roomUnread } = event.subject;
    if (!message || !isNews(message, roomUnread ?? 0, Date.now())) return;
    const isOpen = document.querySelector(`[data-room="${roomId}"]`) !== null;
    if (!isOpen) await pause(OTHERS_WAIT_MS);
    if (!(await claimed(`message ${roomId} ${seq}`)) || isOpen) return;
    const text = previewText(message.message, message.offer !== undefined);
    showToast({
      title: m.chat_new_message({ name: isolated(from ?? m.account_deleted_user()) }),
      description: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text,
      action: {
        label: m.chat_new_message_open(),
        run: () => void navigate(href("/messages/:roomId", { roomId })),
      },
    });
  });
}

/** Claims a name for this tab. Resolves with false when another tab has claimed it recently. */
function claimed(name: string): Promise<boolean> {
  // Without https browsers have no locks. Then each tab shows the toast.
  if (!("locks" in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock) await pause(CLAIM_MS);
    });
  });
}
