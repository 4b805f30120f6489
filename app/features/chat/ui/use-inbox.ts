import { useState } from "react";
import { useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import type { ReceivedEvent } from "#app/ui/live-events.ts";
import { useCoalescedTask } from "#app/ui/use-coalesced-task.ts";
import { useLiveEvents } from "#app/ui/use-live-events.ts";
import { useStateResetBy } from "#app/ui/use-synced-state.ts";
import { useInterval } from "#app/ui/use-timer.ts";
import { useWindowEvent } from "#app/ui/use-window-event.ts";
import { type Inbox, inboxOf, withLatest, withLeft, withMessage, withNext, withUnread } from "../inbox.ts";
import type { InboxPage } from "../view.ts";
import { fetchInbox } from "./chat-calls.ts";

const POLL_MS = 30_000;

export type InboxAddress = {
  /** "" for all conversations. */
  readonly q: string;
  /** "" for the first page. */
  readonly before: string;
};

/** The value of `list` (see `useInbox`) for the first page of all conversations. */
const TOP = " ";

/**
 * An event with the new data of a room changes this room in the list. After an event without data the list is fetched
 * again.
 */
export function useInbox(page: InboxPage, address: InboxAddress) {
  const base = useHref("/chat");
  const list = `${address.before} ${address.q}`;
  const [{ inbox }, change] = useStateResetBy(page, (before?: { list: string; inbox: Inbox }) => ({
    list,
    inbox: before?.list === list ? withLatest(before.inbox, page) : inboxOf(page),
  }));
  const [more, setMore] = useState<"idle" | "loading" | "failed">("idle");
  /** Changes the list, unless the page shows another list by now, which a late answer must not change. */
  const update = (next: (known: Inbox) => Inbox) =>
    change((known) => (known.list === list ? { list, inbox: next(known.inbox) } : known));

  const refresh = useCoalescedTask(async () => {
    try {
      const latest = await fetchInbox(base, address);
      update((known) => withLatest(known, latest));
    } catch {
      // The list stays as it is until the next fetch: after an event without data, by polling, or on the next visit.
    }
  });

  function onEvent(event: ReceivedEvent, seq: number): void {
    const effect = changeBy(event, seq);
    const roomId = event.kind === "chat.message" ? event.subject.roomId : undefined;
    const isNew = roomId !== undefined && !inbox.rows.some(({ room }) => room.id === roomId);
    // Only the first page of all conversations gets new rooms, not a search result or a later page.
    if (effect === "reload" || (isNew && list === TOP)) refresh();
    else if (effect) update((known) => effect(known, address.q !== ""));
  }
  const live = useLiveEvents(page.page, onEvent);
  useReconnect(refresh, live);

  async function showMore(): Promise<void> {
    if (inbox.next === null || more === "loading") return;
    setMore("loading");
    try {
      const next = await fetchInbox(base, { q: address.q, before: inbox.next });
      update((known) => withNext(known, next));
      setMore("idle");
    } catch {
      setMore("failed");
    }
  }
  return { inbox, more, showMore };
}

/** The effect of an event on the list: null (none), a function that applies the event's data, or "reload". */
function changeBy(
  event: ReceivedEvent,
  seq: number,
): ((known: Inbox, searched: boolean) => Inbox) | "reload" | null {
  switch (event.kind) {
    case "reset":
    case "deal.changed":
      return "reload";
    case "chat.left": {
      const nobody = { username: m.account_deleted_user(), avatarUrl: null, left: true, blocked: false };
      return (known) => withLeft(known, seq, event.subject.roomIds, nobody);
    }
    case "chat.read": {
      const { roomId, roomUnread } = event.subject;
      return roomUnread === undefined ? "reload" : (known) => withUnread(known, seq, roomId, roomUnread);
    }
    case "chat.message": {
      const { roomId, message, roomUnread } = event.subject;
      // The list shows the state of an offer too.
      if (!message || roomUnread === undefined || message.offer) return "reload";
      // The results of a search keep their order.
      return (shown, searched) =>
        searched
          ? withUnread(shown, seq, roomId, roomUnread)
          : withMessage(shown, seq, roomId, message, roomUnread);
    }
    default:
      return null;
  }
}

function useReconnect(refresh: () => void, live: boolean): void {
  const ask = () => {
    if (document.visibilityState === "visible") refresh();
  };
  useWindowEvent("online", ask);
  useInterval(ask, live ? null : POLL_MS);
}
