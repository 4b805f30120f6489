import { useEffect, useRef } from "react";
import { href, useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Spoken, useSpoken } from "#app/ui/spoken.tsx";
import { useLiveEvents } from "#app/ui/use-live-events.ts";
import type { UnreadCounts } from "./chat-calls.ts";
import { useMessageToast } from "./use-message-toast.ts";
import { type FirstPage, useUnread } from "./use-unread.ts";

/**
 * Keeps the unread counts current (`useUnread`), and shows new messages as toasts (`useMessageToast`). It is a
 * component of its own, so that only signed-in users load its code.
 */
export function UnreadWatch({
  initial,
  firstPage,
  onCount,
}: {
  initial: UnreadCounts;
  firstPage: FirstPage;
  onCount: (counts: UnreadCounts) => void;
}) {
  const [said, say] = useSpoken();
  const told = useRef(0);
  // With the count of that moment: a later message changes it, and has its own toast. A tab that was away gets its
  // events afterwards, whose counts it has told already.
  function tell(count: number): void {
    if (count <= told.current) return;
    told.current = count;
    say(m.shell_new_notice({ count }));
  }
  const { unread, unreadChats } = useUnread(initial, firstPage, tell);
  useMessageToast(firstPage.page);
  useSubscription(firstPage.page.userId);
  useLiveEvents(firstPage.page, (event) => {
    if (event.kind === "notification.new" && event.subject.unread !== undefined) tell(event.subject.unread);
    if (event.kind === "notification.read") say("");
  });
  useEffect(() => {
    told.current = Math.min(told.current, unread);
    onCount({ unread, unreadChats });
  }, [unread, unreadChats, onCount]);
  return <Spoken said={said} />;
}

/** Keeps a browser subscribed to notifications that its user has turned on. Only then it loads the code. */
function useSubscription(userId: string): void {
  const endpoint = useHref(href("/notifications/push"));
  useEffect(() => {
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    import("#app/features/push/ui/this-device.ts")
      .then(({ stayOn }) => stayOn(endpoint, userId))
      // The next page tries again.
      .catch((error: unknown) => console.warn(error));
  }, [endpoint, userId]);
}
