import { useEffect, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { useLiveEvents } from "#app/ui/use-live-events.ts";
import type { UnreadCounts } from "./chat-calls.ts";
import { useMessageToast } from "./use-message-toast.ts";
import { type Began, useUnread } from "./use-unread.ts";

/**
 * `useUnread` and `useMessageToast` as a part that only signed-in users load. It renders only an announcement of new
 * notices for screen readers.
 */
export function UnreadWatch({
  initial,
  began,
  onCount,
}: {
  initial: UnreadCounts;
  began: Began;
  onCount: (counts: UnreadCounts) => void;
}) {
  const [news, setNews] = useState(false);
  const { unread, unreadChats } = useUnread(initial, began, () => setNews(true));
  useMessageToast(began.page);
  useLiveEvents(began.page, ({ kind }) => {
    if (kind === "notification.new") setNews(true);
    if (kind === "notification.read") setNews(false);
  });
  useEffect(() => onCount({ unread, unreadChats }), [unread, unreadChats, onCount]);
  return (
    <p aria-live="polite" className="sr-only">
      {news && unread > 0 && m.shell_new_notice({ count: unread })}
    </p>
  );
}
