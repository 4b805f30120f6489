import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { showToast } from "#app/ui/toast.ts";
import type { BulkAnswer } from "../view.ts";

/** Questions about many rows, and what came of them. */
export interface Bulk {
  readonly fetcher: ReturnType<typeof useFetcher<BulkAnswer>>;
  /** What is asked just now. */
  readonly question: Extract<BulkAnswer, { kind: "delete" | "percent" }> | null;
  /** Why nothing was done, on a page without our script. */
  readonly refused: Extract<BulkAnswer, { kind: "refused" }> | null;
  readonly close: () => void;
}

/** @param told what a form without our script was answered */
export function useBulk(path: string, told: BulkAnswer | null): Bulk {
  const fetcher = useFetcher<BulkAnswer>();
  const answer = fetcher.data;
  // Another page has other rows: what was asked about those here is over.
  const [closed, setClosed] = useState<{ answer: BulkAnswer | null | undefined; path: string }>();
  const open = answer ?? told;
  const isClosed = closed?.answer === open && closed?.path === path;

  useEffect(() => {
    if (answer?.kind === "done")
      showToast({ title: answer.title, description: answer.message, tone: "good" });
    if (answer?.kind === "refused")
      showToast({ title: answer.title, description: answer.message, tone: "danger" });
  }, [answer]);

  return {
    fetcher,
    question: !isClosed && (open?.kind === "delete" || open?.kind === "percent") ? open : null,
    refused: told?.kind === "refused" ? told : null,
    close: () => setClosed({ answer: open, path }),
  };
}
