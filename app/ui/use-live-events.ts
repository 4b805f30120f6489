import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { type EphemeralListener, type Listener, LiveTab } from "./live-events.ts";

/** `after`: the number of the latest event when the data of the page was read (`eventsUpTo` on the server). */
export type LivePage = { userId: string; after: number };

type Shared = { tab: LiveTab; users: number; closing?: ReturnType<typeof setTimeout> };

/** One entry per user. There are two only while one user signs out and another signs in. */
const shared = new Map<string, Shared>();
/** How long the stream stays open without a subscriber, such as between two pages. */
const LINGER_MS = 2_000;

/** The event that is dispatched on `window` when the event stream reports that the session is over. */
export const LIVE_SIGNED_OUT = "second-serve:signed-out";

/** Restarts streams that reported the end of the session although another session replaced it. */
export function resumeLiveEvents(): void {
  for (const { tab } of shared.values()) tab.resume();
}

function acquire({ userId, after }: LivePage): Shared {
  let open = shared.get(userId);
  if (!open) {
    const tab = new LiveTab(`/events?user=${userId}`, after, () =>
      window.dispatchEvent(new Event(LIVE_SIGNED_OUT)),
    );
    open = { tab, users: 0 };
    shared.set(userId, open);
    if (document.visibilityState === "visible") tab.start();
  }
  clearTimeout(open.closing);
  open.users++;
  return open;
}

function release(userId: string, open: Shared): void {
  open.users--;
  if (open.users > 0) return;
  open.closing = setTimeout(() => {
    open.tab.stop();
    shared.delete(userId);
  }, LINGER_MS);
}

if (typeof document !== "undefined") {
  const follow = (visible: boolean) => {
    for (const { tab } of shared.values()) visible ? tab.start() : tab.stop();
  };
  // A browser has at most six connections to a server over HTTP/1.1, so only visible tabs have a stream.
  document.addEventListener("visibilitychange", () => follow(document.visibilityState === "visible"));
  // A page in the back/forward cache must not read the stream, and an open stream would keep the page out.
  addEventListener("pagehide", () => follow(false));
  addEventListener(
    "pageshow",
    ({ persisted }) => persisted && follow(document.visibilityState === "visible"),
  );
}

/**
 * Calls `listener` for each event of the signed-in user. With `reset`, events were missed: reload the data of the page.
 * Returns whether events arrive as they happen; while they do not, the caller polls if it needs current data.
 * @param page null when signed out: subscribes to nothing
 */
export function useLiveEvents(page: LivePage | null, listener: Listener): boolean {
  const onEvent = useEffectEvent(listener);
  const userId = page?.userId;
  const after = useEffectEvent(() => page?.after ?? 0);

  useEffect(() => {
    if (userId === undefined) return;
    const open = acquire({ userId, after: after() });
    const unsubscribe = open.tab.subscribe(after(), (event, seq) => onEvent(event, seq));
    return () => {
      unsubscribe();
      release(userId, open);
    };
  }, [userId]);

  return useSyncExternalStore(
    (changed) => {
      if (userId === undefined) return () => {};
      const open = acquire({ userId, after: after() });
      const unwatch = open.tab.watch(changed);
      return () => {
        unwatch();
        release(userId, open);
      };
    },
    () => (userId === undefined ? false : (shared.get(userId)?.tab.live ?? false)),
    () => false,
  );
}

export function useEphemeralEvents(page: LivePage, listener: EphemeralListener): void {
  const onEvent = useEffectEvent(listener);
  const { userId } = page;
  const after = useEffectEvent(() => page.after);
  useEffect(() => {
    const open = acquire({ userId, after: after() });
    const unsubscribe = open.tab.subscribeEphemeral((event) => onEvent(event));
    return () => {
      unsubscribe();
      release(userId, open);
    };
  }, [userId]);
}
