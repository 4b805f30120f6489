import { useRevalidator } from "react-router";
import { useCoalescedTask } from "#app/ui/use-coalesced-task.ts";
import { type LivePage, useLiveEvents } from "#app/ui/use-live-events.ts";

const REVALIDATING: readonly string[] = ["deal.changed", "chat.left", "reset"];

/**
 * Loads the page's data again when a party of a deal or an offer acts, or deletes their account. A page that
 * becomes visible again gets the events that it missed.
 */
export function useRevalidateOnDealEvent(page: LivePage): void {
  const { revalidate } = useRevalidator();
  const revalidateSoon = useCoalescedTask(revalidate);
  useLiveEvents(page, (event) => {
    // A new offer and a counter-offer are messages.
    const isOffer = event.kind === "chat.message" && event.subject.message?.offer !== undefined;
    if (isOffer || REVALIDATING.includes(event.kind)) revalidateSoon();
  });
}
