import { useState } from "react";
import { useFetcher, useSubmit } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";
import { useFetcherAnswer } from "#app/ui/use-fetcher-answer.ts";
import type { BulkAnswer } from "../picked.ts";

/** Longer than it takes to read a message. */
const UNDO_MS = 10_000;

/**
 * Call it in a component that stays after the removal (`useFetcherAnswer`). A form that disappears with its item uses
 * `useRemovalFetcher`.
 */
export function useRemoval(path: string) {
  const fetcher = useRemovalFetcher(path);
  const submit = useSubmit();
  const [confirming, setConfirming] = useState(false);

  useFetcherAnswer(fetcher.data, (answer) => {
    setConfirming(false);
    if (!answer.ok) {
      showToast({ title: answer.title, description: answer.message, tone: "danger" });
      return;
    }
    async function undo(restorable: readonly string[]) {
      const form = new FormData();
      form.set("intent", "restore");
      for (const item of restorable) form.append("item", item);
      await submit(form, { method: "post", action: path, navigate: false, fetcherKey: "undo" });
      showToast({ title: m.bulk_restored(), tone: "good" });
    }
    const { title, restorable } = answer;
    if (restorable.length === 0) showToast({ title, tone: "good" });
    else {
      const action = { label: m.bulk_undo(), run: () => void undo(restorable) };
      showToast({ title, tone: "good", milliseconds: UNDO_MS, action });
    }
  });
  return { fetcher, confirming, setConfirming };
}

export function useRemovalFetcher(path: string) {
  return useFetcher<BulkAnswer>({ key: `removal ${path}` });
}
