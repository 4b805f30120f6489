import { useRevalidator } from "react-router";
import { useCoalescedTask } from "#app/ui/use-coalesced-task.ts";
import { type LivePage, useLiveEvents } from "#app/ui/use-live-events.ts";
import { useWindowEvent } from "#app/ui/use-window-event.ts";

/**
 * Loads the page's data again when a party of a deal or an offer acts, or deletes their account. Without live events it
 * does so when the page becomes visible again.
 */
export function useRevalidateOnDealEvent(page: LivePage): void {
  const { revalidate } = useRevalidator();
  const revalidateSoon = useCoalescedTask(revalidate);
  const live = useLiveEvents(page, ({ kind }) => {
    if (kind === "deal.changed" || kind === "chat.left" || kind === "reset") revalidateSoon();
  });
  useWindowEvent("visibilitychange", () => {
    if (!live && document.visibilityState === "visible") revalidateSoon();
  });
}
