import { useCallback, useEffect, useRef, useState } from "react";
import { href, useHref } from "react-router";
import { call, UnansweredError } from "#app/ui/call.ts";
import { type LivePage, useLiveEvents } from "#app/ui/use-live-events.ts";
import { pause } from "#app/ui/use-timer.ts";
import type { DealPanel } from "../panel-view.ts";

/** How long to wait before each retry, for example while the server restarts. */
const RETRY_MS = [2_000, 5_000, 15_000];

/**
 * The deal of a conversation, kept up to date by live events, and a function that fetches it again.
 *
 * @param initial the deal from the page's loader, a new object on each revalidation; null: the browser fetches it
 */
export function useDealPanel(roomId: string, initial: DealPanel | null, page: LivePage) {
  const path = useHref(href("/deals/rooms/:roomId", { roomId }));
  const [fetched, setFetched] = useState<{ panel: DealPanel; after: DealPanel | null }>();
  const latest = useRef(0);
  const newest = useRef(initial);
  newest.current = initial;
  const reload = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    // After the last try the old deal stays until the next event.
    for (const wait of [...RETRY_MS, null]) {
      // An answer is older than what the page's loader brings after the request.
      const after = newest.current;
      const answer = await call<DealPanel>(path).catch((error: Error) => error);
      if (mine !== latest.current) return;
      if (!(answer instanceof Error)) return setFetched({ panel: answer, after });
      if (!(answer instanceof UnansweredError) || wait === null) return;
      await pause(wait);
      if (mine !== latest.current) return;
    }
  }, [path]);
  // Without the page, nothing is retried.
  useEffect(
    () => () => {
      latest.current += 1;
    },
    [],
  );
  useEffect(() => {
    if (initial === null) void reload();
  }, [initial, reload]);
  useLiveEvents(page, (event) => {
    const concerns =
      event.kind === "reset" ||
      ((event.kind === "deal.changed" || event.kind === "chat.left") &&
        event.subject.roomIds.includes(roomId)) ||
      // A new offer and a counter-offer are messages.
      (event.kind === "chat.message" && event.subject.roomId === roomId && event.subject.message?.offer);
    if (concerns) void reload();
  });
  return { panel: fetched?.after === initial ? fetched.panel : initial, reload };
}
