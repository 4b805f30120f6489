import { useState } from "react";
import { useFetcher } from "react-router";
import { useFetcherAnswer } from "#app/ui/use-answer.ts";
import type { BulkAnswer } from "../view.ts";

type Question = Extract<BulkAnswer, { kind: "delete" | "percent" }>;

export interface Bulk {
  readonly fetcher: ReturnType<typeof useFetcher<BulkAnswer>>;
  readonly question: Question | null;
  /** Only without JavaScript; otherwise a toast shows the refusal. */
  readonly refused: Extract<BulkAnswer, { kind: "refused" }> | null;
  readonly close: () => void;
}

/**
 * @param path the URL of the page; a question that was asked on another page is not shown
 * @param formAnswer the action's answer to a form without JavaScript
 */
export function useBulk(path: string, formAnswer: BulkAnswer | null): Bulk {
  const fetcher = useFetcher<BulkAnswer>();
  const [asked, setAsked] = useState({ question: questionIn(formAnswer), path });

  useFetcherAnswer(fetcher.data, (answer) => setAsked({ question: questionIn(answer), path }));

  return {
    fetcher,
    question: asked.path === path ? asked.question : null,
    refused: formAnswer?.kind === "refused" ? formAnswer : null,
    close: () => setAsked({ question: null, path }),
  };
}

function questionIn(answer: BulkAnswer | null): Question | null {
  return answer?.kind === "delete" || answer?.kind === "percent" ? answer : null;
}
