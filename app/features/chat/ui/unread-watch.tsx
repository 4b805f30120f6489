import { useEffect, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { useLiveEvents } from "#app/ui/use-live-events.ts";
import { type Began, useUnread } from "./use-unread.ts";

/**
 * `useUnread` as a part that only who is signed in loads. It draws nothing, and says that there is a new notice to who
 * does not see the bell.
 */
export function UnreadWatch({
  initial,
  began,
  onCount,
}: {
  initial: number;
  began: Began;
  onCount: (unread: number) => void;
}) {
  const [news, setNews] = useState(false);
  const unread = useUnread(initial, began, () => setNews(true));
  useLiveEvents(began.page, ({ kind }) => {
    if (kind === "notification.new") setNews(true);
    if (kind === "notification.read") setNews(false);
  });
  useEffect(() => onCount(unread), [unread, onCount]);
  return (
    <p aria-live="polite" className="sr-only">
      {news && unread > 0 && m.shell_new_notice({ count: unread })}
    </p>
  );
}
