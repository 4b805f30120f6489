import { type FormEvent, useState } from "react";
import { href, useFetcher, useRevalidator } from "react-router";
import { type Answer, faultsOf } from "#app/ui/answer.ts";
import { useFetcherAnswer } from "#app/ui/use-answer.ts";

/**
 * Sends the steps of the deals on a page, one at a time. An error stays beside its button until the next try. Unless it
 * is about a field, the page's data is loaded again.
 *
 * @param onStep called after each answer, to reload data that the page's loaders do not have
 */
export function useStep(onStep?: () => void) {
  const { Form, data, state, formData } = useFetcher<Answer>();
  const { revalidate } = useRevalidator();
  const [dealId, setDealId] = useState("");
  useFetcherAnswer(data, (answer) => {
    onStep?.();
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
