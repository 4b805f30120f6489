import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { useCoalescedTask } from "#app/ui/use-coalesced-task.ts";
import { type LivePage, useLiveEvents } from "#app/ui/use-live-events.ts";

/**
 * Revalidates the page when a party acts. Without live events it revalidates when the page becomes visible again.
 */
export function useRevalidateOnDealEvent(page: LivePage): void {
  const { revalidate } = useRevalidator();
  const again = useCoalescedTask(revalidate);
  const live = useLiveEvents(page, ({ kind }) => {
    if (kind === "deal.changed" || kind === "reset") again();
  });
  const looked = useEffectEvent(() => {
    if (!live && document.visibilityState === "visible") again();
  });
  useEffect(() => {
    const listener = () => looked();
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  }, []);
}
