import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useHref } from "react-router";
import { UnansweredError } from "#app/ui/call.ts";
import { useCoalescedTask } from "#app/ui/use-coalesced-task.ts";
import { LIVE_SIGNED_OUT, type LivePage, useLiveEvents } from "#app/ui/use-live-events.ts";
import { useInterval } from "#app/ui/use-timer.ts";
import { fetchUnread, type UnreadCounts } from "./chat-calls.ts";

/** The polling interval of the unread count without an event stream, as in a hidden tab. */
const REFETCH_MS = 30_000;

/** From the first page that the browser loaded: the unread count, and the user's last event that the count includes. */
export type FirstPage = { readonly unread: number; readonly page: LivePage };

/**
 * Unread counts, kept current.
 * @param initial the counts of the current page
 * @param firstPage the counts of the first page that the browser loaded
 * @param onMissed called with the server's count when it is higher than the last one received: then an event was missed
 */
export function useUnread(
  initial: UnreadCounts,
  { unread: atFirst, page }: FirstPage,
  onMissed: (unread: number) => void,
): UnreadCounts {
  const base = useHref("/chat");
  const latest = useRef(atFirst);
  const [received, setReceived] = useState<UnreadCounts & { initial: UnreadCounts }>();
  const [isRefused, setRefused] = useState(false);
  const lastSeq = useRef(0);
  const refetch = useEffectEvent(async () => {
    try {
      const before = lastSeq.current;
      const counts = await fetchUnread(base);
      // An event during the request has a later count.
      if (lastSeq.current !== before) return;
      if (counts.unread > latest.current) onMissed(counts.unread);
      latest.current = counts.unread;
      setReceived({ initial, ...counts });
    } catch (error) {
      // A stale badge is no reason to interrupt the user, but the end of the session is one.
      if (error instanceof UnansweredError) return;
      setRefused(true);
      window.dispatchEvent(new Event(LIVE_SIGNED_OUT));
    }
  });
  const ask = useCoalescedTask(refetch);

  const live = useLiveEvents(page, (event) => {
    // A read receipt does not change the viewer's unread count.
    if (event.kind === "chat.seen") return;
    if (event.kind === "reset" || event.subject.unread === undefined) return ask();
    lastSeq.current++;
    const { unread } = event.subject;
    latest.current = unread;
    const unreadChats = "unreadChats" in event.subject ? event.subject.unreadChats : undefined;
    // The event of a notice has no number of unread conversations.
    setReceived((before) => ({
      initial,
      unread,
      unreadChats: unreadChats ?? (before && same(before.initial, initial) ? before : initial).unreadChats,
    }));
  });
  useInterval(ask, live || isRefused ? null : REFETCH_MS);
  // The session continues under another cookie.
  useEffect(() => {
    if (live) setRefused(false);
  }, [live]);

  // Messages may have been read without an event. With the lower count, `refetch` notices a message that arrives later.
  useEffect(() => {
    latest.current = Math.min(latest.current, initial.unread);
  }, [initial.unread]);

  // A page that was loaded since then has newer counts.
  return received && same(received.initial, initial) ? received : initial;
}

function same(counts: UnreadCounts, other: UnreadCounts): boolean {
  return counts.unread === other.unread && counts.unreadChats === other.unreadChats;
}
