import { useState } from "react";
import { useFetcher } from "react-router";
import { useFetcherAnswer } from "#app/ui/use-answer.ts";
import type { BulkQuestion, StockAnswer } from "../view.ts";

export interface Bulk {
  readonly fetcher: ReturnType<typeof useFetcher<StockAnswer>>;
  readonly question: BulkQuestion | null;
  readonly close: () => void;
}

/**
 * @param path the URL of the page; a question that was asked on another page is not shown
 * @param formAnswer the action's answer to a form without JavaScript
 */
export function useBulk(path: string, formAnswer: StockAnswer | undefined): Bulk {
  const fetcher = useFetcher<StockAnswer>();
  const [asked, setAsked] = useState({ question: questionIn(formAnswer), path });

  // A refusal is a toast, and leaves the question open.
  useFetcherAnswer(fetcher.data, (answer) => answer.ok && setAsked({ question: questionIn(answer), path }));

  return {
    fetcher,
    question: asked.path === path ? asked.question : null,
    close: () => setAsked({ question: null, path }),
  };
}

function questionIn(answer: StockAnswer | undefined): BulkQuestion | null {
  const value = answer?.value ?? null;
  return value && "kind" in value ? value : null;
}
