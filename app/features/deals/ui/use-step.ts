import { type FormEvent, useEffect, useState } from "react";
import { href, useFetcher, useRevalidator } from "react-router";
import { showToast } from "#app/ui/toast.ts";
import type { DealAnswer } from "../panel-view.ts";

/**
 * Takes steps of the deals of a page, one at a time. What was done is said in passing: a card may be gone from the list
 * by then. What was refused is kept for its button until the next try, and the page asks what stands now.
 *
 * @param onStep what else is asked then: what no loader of the page brought
 */
export function useStep(onStep?: () => void) {
  const { Form, data, state, formData } = useFetcher<DealAnswer>();
  const { revalidate } = useRevalidator();
  const [dealId, setDealId] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is told once
  useEffect(() => {
    if (!data) return;
    onStep?.();
    if (data.ok) showToast({ title: data.said, tone: "good" });
    else if (!data.faults) void revalidate();
  }, [data]);
  const idle = state === "idle";
  return {
    Form,
    /** Which step of this deal is on its way; null: none. */
    takingOf: (id: string) => (idle || id !== dealId ? null : String(formData?.get("intent"))),
    /** The last answer, if it was this deal's. */
    answerOf: (id: string) => (idle && id === dealId ? data : undefined),
    /** What a form of this deal needs. */
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
