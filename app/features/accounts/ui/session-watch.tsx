import { useEffect, useEffectEvent } from "react";
import { href, useHref, useRevalidator } from "react-router";
import { LIVE_SIGNED_OUT, resumeLiveEvents } from "#app/ui/use-live-events.ts";
import { type SessionNews, SessionRefresh } from "./session-refresh.ts";

/** Also keeps a page's session alive that stays open for a month. */
const TICK_MS = 10 * 60_000;

/**
 * Keeps the session of an open page alive, and notices when it ends: signed out elsewhere, expired, or the account
 * was deleted. Renders nothing, and is lazy-loaded for signed-in users.
 */
export function SessionWatch({ viewerId, onOver }: { viewerId: string; onOver: () => void }) {
  const { revalidate } = useRevalidator();
  const address = useHref(href("/auth/session"));
  const onNews = useEffectEvent((news: SessionNews) => {
    if (news.kind === "gone") onOver();
    else if (news.kind === "alive" && news.viewerId !== viewerId) void revalidate();
    else if (news.kind === "alive") resumeLiveEvents();
  });
  // Not by `call()`: the status distinguishes an ended session from the sign-in page of a hotel network.
  const ask = useEffectEvent(() => fetch(address, { cache: "no-store" }));

  useEffect(() => {
    const refresh = new SessionRefresh({
      ask: () => ask(),
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      now: () => Date.now(),
      visible: () => document.visibilityState === "visible",
      onNews: (news) => onNews(news),
    });
    const shown = () => void refresh.shown();
    const doubted = () => void refresh.doubted();
    const timer = setInterval(() => void refresh.tick(), TICK_MS);
    document.addEventListener("visibilitychange", shown);
    window.addEventListener(LIVE_SIGNED_OUT, doubted);
    return () => {
      refresh.stop();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", shown);
      window.removeEventListener(LIVE_SIGNED_OUT, doubted);
    };
  }, []);

  return null;
}
