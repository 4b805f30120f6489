import { type FormEvent, useState } from "react";
import { href, useFetcher, useRevalidator } from "react-router";
import { type Answer, faultsOf } from "#app/ui/answer.ts";
import { useFetcherAnswer } from "#app/ui/use-answer.ts";
import { useCoalescedTask } from "#app/ui/use-coalesced-task.ts";
import { type LivePage, useLiveEvents } from "#app/ui/use-live-events.ts";

/**
 * Sends the steps of the deals on a page, one at a time. An error stays beside its button until the next try. Unless it
 * is about a field, the page's data is loaded again.
 *
 * @param onStep called with each answer, for example to reload data that the page's loaders do not have
 */
export function useStep(onStep?: (answer: Answer) => void) {
  const { Form, data, state, formData } = useFetcher<Answer>();
  const { revalidate } = useRevalidator();
  const [dealId, setDealId] = useState("");
  useFetcherAnswer(data, (answer) => {
    onStep?.(answer);
    if (faultsOf(answer)[""] !== undefined) void revalidate();
  });
  const idle = state === "idle";
  return {
    Form,
    pendingStepOf: (id: string) => (idle || id !== dealId ? null : String(formData?.get("intent"))),
    answerOf: (id: string) => (idle && id === dealId ? data : undefined),
    formOf: (id: string) => ({
      method: "post" as const,
      action: href("/deals/:id", { id }),
      onSubmit(event: FormEvent<HTMLFormElement>) {
        if (!idle) return event.preventDefault();
        setDealId(id);
      },
    }),
  };
}

export type Stepping = ReturnType<typeof useStep>;

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
