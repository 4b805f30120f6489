import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { type EphemeralListener, type Listener, LiveTab } from "./live-events.ts";

/** Whose page it is, and the number of their latest event when its data was read (`eventsUpTo` on the server). */
export type LivePage = { userId: string; after: number };

type Shared = { tab: LiveTab; users: number; closing?: ReturnType<typeof setTimeout> };

/** One per person: there is more than one only while somebody signs out and somebody else in. */
const shared = new Map<string, Shared>();
/** A page that is left for another of ours keeps the stream. */
const LINGER_MS = 2_000;

/** Dispatched on `window` when the stream says that the session is over, or cannot be had any more. */
export const LIVE_SIGNED_OUT = "second-serve:signed-out";

/** Starts the streams again that were told so and were wrong. */
export function resumeLiveEvents(): void {
  for (const { tab } of shared.values()) tab.resume();
}

function acquire({ userId, after }: LivePage): Shared {
  let open = shared.get(userId);
  if (!open) {
    const tab = new LiveTab(userId, after, {
      url: "/events",
      locks: navigator.locks,
      channel: "BroadcastChannel" in globalThis ? (name) => new BroadcastChannel(name) : undefined,
      visible: () => document.visibilityState === "visible",
      signedOut: () => window.dispatchEvent(new Event(LIVE_SIGNED_OUT)),
    });
    open = { tab, users: 0 };
    shared.set(userId, open);
    tab.start();
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
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") for (const { tab } of shared.values()) tab.askForLeader();
  });
  // A page that is kept for "back" must not hold the stream, nor could it be kept with it.
  addEventListener("pagehide", () => {
    for (const { tab } of shared.values()) tab.stop();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) for (const { tab } of shared.values()) tab.start();
  });
}

/**
 * Calls `listener` for each event of the signed-in person, and with `reset` when some may have been missed: then what
 * the page shows is to be loaded again. `null` (signed out) listens to nothing. Returns whether events arrive live;
 * while they do not, whoever needs to be current asks from time to time.
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

/** Calls `listener` for each ephemeral event of the signed-in person, for as long as the page is subscribed. */
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
