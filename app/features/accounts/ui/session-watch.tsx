import { useEffect, useEffectEvent } from "react";
import { href, useHref, useRevalidator } from "react-router";
import { LIVE_SIGNED_OUT, resumeLiveEvents } from "#app/ui/use-live-events.ts";
import { pause } from "#app/ui/use-timer.ts";
import { SessionRefresh, type SessionState } from "./session-refresh.ts";

const TICK_MS = 10 * 60_000;

/**
 * Keeps the session of an open page alive, and calls `onOver` when it has ended: signed out elsewhere, expired, or the
 * account was deleted.
 */
export function SessionWatch({ viewerId, onOver }: { viewerId: string; onOver: () => void }) {
  const { revalidate } = useRevalidator();
  const address = useHref(href("/auth/session"));
  const onState = useEffectEvent((state: SessionState) => {
    if (state.kind === "ended") onOver();
    else if (state.kind === "alive" && state.viewerId !== viewerId) void revalidate();
    else if (state.kind === "alive") resumeLiveEvents();
  });
  // It does not use `call()`, because the status tells an ended session from the sign-in page of a hotel's network.
  const fetchSession = useEffectEvent(() => fetch(address, { cache: "no-store" }));

  useEffect(() => {
    const refresh = new SessionRefresh({
      fetchSession: () => fetchSession(),
      pause,
      now: () => Date.now(),
      visible: () => document.visibilityState === "visible",
      onState: (state) => onState(state),
    });
    const becameVisible = () => void refresh.becameVisible();
    const recheck = () => void refresh.recheck();
    const timer = setInterval(() => void refresh.tick(), TICK_MS);
    document.addEventListener("visibilitychange", becameVisible);
    window.addEventListener(LIVE_SIGNED_OUT, recheck);
    return () => {
      refresh.stop();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", becameVisible);
      window.removeEventListener(LIVE_SIGNED_OUT, recheck);
    };
  }, []);

  return null;
}
