import { useEffect, useState } from "react";
import { m } from "#app/paraglide/messages.js";
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
  const [hasNew, setHasNew] = useState(false);
  const { unread, unreadChats } = useUnread(initial, firstPage, () => setHasNew(true));
  useMessageToast(firstPage.page);
  useLiveEvents(firstPage.page, ({ kind }) => {
    if (kind === "notification.new") setHasNew(true);
    if (kind === "notification.read") setHasNew(false);
  });
  useEffect(() => onCount({ unread, unreadChats }), [unread, unreadChats, onCount]);
  return (
    <p aria-live="polite" className="sr-only">
      {hasNew && unread > 0 && m.shell_new_notice({ count: unread })}
    </p>
  );
}
