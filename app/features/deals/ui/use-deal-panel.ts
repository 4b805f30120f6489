import { useCallback, useEffect, useRef, useState } from "react";
import { href, useHref } from "react-router";
import { call } from "#app/ui/call.ts";
import { type LivePage, useLiveEvents } from "#app/ui/use-live-events.ts";
import type { DealPanel } from "../panel-view.ts";

/**
 * The deal of a room, kept up to date while the page is visible, and a function to refetch it.
 *
 * @param initial from the page's loader, new on each revalidation; null: it is fetched
 */
export function useDealPanel(roomId: string, initial: DealPanel | null, page: LivePage) {
  const path = useHref(href("/deals/rooms/:roomId", { roomId }));
  const [fetched, setFetched] = useState<{ panel: DealPanel; after: DealPanel | null }>();
  const latest = useRef(0);
  const reload = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    // Without an answer the conversation keeps the old state. A "reset" event refetches it when the connection is
    // back.
    const panel = await call<DealPanel>(path).catch(() => null);
    if (panel && mine === latest.current) setFetched({ panel, after: initial });
  }, [path, initial]);
  useEffect(() => {
    if (initial === null) void reload();
  }, [initial, reload]);
  useLiveEvents(page, (event) => {
    const concerns =
      event.kind === "reset" ||
      ((event.kind === "deal.changed" || event.kind === "chat.left") &&
        event.subject.roomIds.includes(roomId));
    if (concerns) void reload();
  });
  return { panel: fetched?.after === initial ? fetched.panel : initial, reload };
}
