import { useCallback, useEffect, useRef, useState } from "react";
import { href, useHref } from "react-router";
import { call } from "#app/ui/call.ts";
import { type LivePage, useLiveEvents } from "#app/ui/use-live-events.ts";
import type { DealPanel } from "../panel-view.ts";

/**
 * What was agreed in a room, kept current while it is looked at; and how to ask what it is now.
 *
 * @param initial what the page brought, newer each time the page is loaded anew; null: it is asked for
 */
export function useDealPanel(roomId: string, initial: DealPanel | null, page: LivePage) {
  const path = useHref(href("/deals/rooms/:roomId", { roomId }));
  const [asked, setAsked] = useState<{ panel: DealPanel; after: DealPanel | null }>();
  const latest = useRef(0);
  const again = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    // Where it cannot be had the conversation goes on with what there is; back on line a "reset" is heard.
    const panel = await call<DealPanel>(path).catch(() => null);
    if (panel && mine === latest.current) setAsked({ panel, after: initial });
  }, [path, initial]);
  useEffect(() => {
    if (initial === null) void again();
  }, [initial, again]);
  useLiveEvents(page, (heard) => {
    const concerns =
      heard.kind === "reset" ||
      ((heard.kind === "deal.changed" || heard.kind === "chat.left") &&
        heard.subject.roomIds.includes(roomId));
    if (concerns) void again();
  });
  return { panel: asked?.after === initial ? asked.panel : initial, again };
}
