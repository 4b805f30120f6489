import { useState } from "react";
import { useFetcher } from "react-router";
import { showToast } from "#app/ui/toast.ts";
import { useFetcherAnswer } from "#app/ui/use-fetcher-answer.ts";
import type { BulkAnswer } from "../view.ts";

/** The state of a bulk change: the question before it, and its result. */
export interface Bulk {
  readonly fetcher: ReturnType<typeof useFetcher<BulkAnswer>>;
  /** The question that is open now. */
  readonly question: Extract<BulkAnswer, { kind: "delete" | "percent" }> | null;
  /** The refusal of a form without JavaScript. With JavaScript, a toast shows a refusal. */
  readonly refused: Extract<BulkAnswer, { kind: "refused" }> | null;
  readonly close: () => void;
}

/** @param formAnswer the action's answer to a form without JavaScript */
export function useBulk(path: string, formAnswer: BulkAnswer | null): Bulk {
  const fetcher = useFetcher<BulkAnswer>();
  const answer = fetcher.data;
  // The question that the user has closed, with the URL of the page at that moment.
  const [closed, setClosed] = useState<{ answer: BulkAnswer | null | undefined; path: string }>();
  const open = answer ?? formAnswer;
  const isClosed = closed?.answer === open && closed?.path === path;

  useFetcherAnswer(answer, (done) => {
    if (done.kind === "done") showToast({ title: done.title, description: done.message, tone: "good" });
    if (done.kind === "refused") showToast({ title: done.title, description: done.message, tone: "danger" });
  });

  return {
    fetcher,
    question: !isClosed && (open?.kind === "delete" || open?.kind === "percent") ? open : null,
    refused: formAnswer?.kind === "refused" ? formAnswer : null,
    close: () => setClosed({ answer: open, path }),
  };
}
