import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useHref } from "react-router";
import { useCoalescedTask } from "#app/ui/use-coalesced-task.ts";
import { type LivePage, useLiveEvents } from "#app/ui/use-live-events.ts";
import { fetchUnread, type UnreadCounts } from "./chat-calls.ts";

/** How often the unread count is asked for where it does not arrive by itself (A9.7). */
const REFETCH_MS = 30_000;

/** What the first page of a visit came with: the count, read with `page.after` (`visitOf` on the server). */
export type Began = { readonly unread: number; readonly page: LivePage };

/**
 * How many conversations and notices hold something unread, kept current (A2.34, A7.39).
 *
 * @param initial the counts that the page came with, which a later page brings anew
 * @param began what is counted from: more than that is new, however late this part was loaded
 * @param onMissed called when an answer counts more than was known, so something came that no event told of
 */
export function useUnread(
  initial: UnreadCounts,
  { unread: atFirst, page }: Began,
  onMissed: () => void,
): UnreadCounts {
  const base = useHref("/chat");
  const known = useRef(atFirst);
  const [told, setTold] = useState<UnreadCounts & { initial: UnreadCounts }>();
  const lastSeq = useRef(0);
  const refetch = useEffectEvent(async () => {
    try {
      const before = lastSeq.current;
      const counts = await fetchUnread(base);
      // An event that came meanwhile was counted later.
      if (lastSeq.current !== before) return;
      if (counts.unread > known.current) onMissed();
      known.current = counts.unread;
      setTold({ initial, ...counts });
    } catch {
      // A badge that is late is no reason to interrupt anybody.
    }
  });
  const ask = useCoalescedTask(refetch);

  const live = useLiveEvents(page, (event) => {
    // Tells nothing about what is unread here.
    if (event.kind === "chat.seen") return;
    if (event.kind === "reset" || event.subject.unread === undefined) return ask();
    lastSeq.current++;
    const { unread } = event.subject;
    known.current = unread;
    const unreadChats = "unreadChats" in event.subject ? event.subject.unreadChats : undefined;
    // A notice says nothing of chats.
    setTold((before) => ({
      initial,
      unread,
      unreadChats: unreadChats ?? (before && same(before.initial, initial) ? before : initial).unreadChats,
    }));
  });
  useEffect(() => {
    if (live) return;
    const timer = setInterval(() => document.visibilityState === "visible" && ask(), REFETCH_MS);
    return () => clearInterval(timer);
  }, [live, ask]);

  // What was read without a word of it is not there to be compared with.
  useEffect(() => {
    known.current = Math.min(known.current, initial.unread);
  }, [initial.unread]);

  // A page that was loaded since knows better.
  return told && same(told.initial, initial) ? told : initial;
}

function same(one: UnreadCounts, other: UnreadCounts): boolean {
  return one.unread === other.unread && one.unreadChats === other.unreadChats;
}
