import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useHref } from "react-router";
import { useBurst } from "#app/ui/use-burst.ts";
import { type LivePage, useLiveEvents } from "#app/ui/use-live-events.ts";
import { fetchUnread } from "./chat-calls.ts";

/** Account-shell-home §9: the unread count is asked for this often, where it does not arrive by itself. */
const REFETCH_MS = 30_000;

/**
 * How many conversations and notices hold something unread, kept current (account-shell-home §2 Header, §7
 * chat_notifications).
 *
 * @param initial the count that the page came with, read with `page.after` (`visitOf` on the server)
 */
export function useUnread(initial: number, page: LivePage): number {
  const base = useHref("/chat");
  const [told, setTold] = useState<{ initial: number; unread: number }>();
  const heard = useRef(0);
  const refetch = useEffectEvent(async () => {
    try {
      const before = heard.current;
      const unread = await fetchUnread(base);
      // An event that came meanwhile was counted later.
      if (heard.current === before) setTold({ initial, unread });
    } catch {
      // A badge that is late is no reason to interrupt anybody.
    }
  });
  const ask = useBurst(refetch);

  const live = useLiveEvents(page, (event) => {
    // Tells nothing about what is unread here.
    if (event.kind === "chat.seen") return;
    if (event.kind === "reset" || event.subject.unread === undefined) return ask();
    heard.current++;
    setTold({ initial, unread: event.subject.unread });
  });
  useEffect(() => {
    if (live) return;
    const timer = setInterval(() => document.visibilityState === "visible" && ask(), REFETCH_MS);
    return () => clearInterval(timer);
  }, [live, ask]);

  // A page that was loaded since knows better.
  return told && told.initial === initial ? told.unread : initial;
}
