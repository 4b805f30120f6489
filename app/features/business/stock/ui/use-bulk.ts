import { useState } from "react";
import { useFetcher } from "react-router";
import { showToast } from "#app/ui/toast.ts";
import { useFetcherAnswer } from "#app/ui/use-fetcher-answer.ts";
import type { BulkAnswer } from "../view.ts";

/** The state of a bulk action: its question and its result. */
export interface Bulk {
  readonly fetcher: ReturnType<typeof useFetcher<BulkAnswer>>;
  /** The open question. */
  readonly question: Extract<BulkAnswer, { kind: "delete" | "percent" }> | null;
  /** The reason for a refusal, on a page without JavaScript. */
  readonly refused: Extract<BulkAnswer, { kind: "refused" }> | null;
  readonly close: () => void;
}

/** @param formAnswer the action's answer to a form without JavaScript */
export function useBulk(path: string, formAnswer: BulkAnswer | null): Bulk {
  const fetcher = useFetcher<BulkAnswer>();
  const answer = fetcher.data;
  // Another page has other rows, so a question about the old ones is closed.
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
