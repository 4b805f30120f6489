import { useState } from "react";
import { useFetcher } from "react-router";
import { showToast } from "#app/ui/toast.ts";
import { UNDO_MS, useUndo } from "#app/ui/undo.ts";
import { useFetcherAnswer } from "#app/ui/use-fetcher-answer.ts";
import type { BulkAnswer } from "../picked.ts";

/**
 * Call it in a component that stays after the removal (`useFetcherAnswer`). A form that disappears with its item uses
 * `useRemovalFetcher`.
 */
export function useRemoval(path: string) {
  const fetcher = useRemovalFetcher(path);
  const undoButton = useUndo();
  const [confirming, setConfirming] = useState(false);

  useFetcherAnswer(fetcher.data, (answer) => {
    setConfirming(false);
    if (!answer.ok) {
      showToast({ title: answer.title, description: answer.message, tone: "danger" });
      return;
    }
    const { title, restorable } = answer;
    if (restorable.length === 0) showToast({ title, tone: "good" });
    else {
      const form = new FormData();
      form.set("intent", "restore");
      for (const item of restorable) form.append("item", item);
      const action = undoButton(form, path);
      showToast({ title, tone: "good", milliseconds: UNDO_MS, action });
    }
  });
  return { fetcher, confirming, setConfirming };
}

export function useRemovalFetcher(path: string) {
  return useFetcher<BulkAnswer>({ key: `removal ${path}` });
}
