import { useFetcher, useSubmit } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { showToast, type Toast } from "./toast.ts";
import { useFetcherAnswer } from "./use-fetcher-answer.ts";

/** The answer of an action to the form that undoes something. */
type UndoAnswer =
  | { readonly ok: true; readonly title: string }
  | { readonly ok: false; readonly title: string; readonly message: string };

const FETCHER_KEY = "undo";

/** Longer than it takes to read a message. */
export const UNDO_MS = 10_000;

/**
 * Returns a function that makes the button of a toast, which sends `form` to the URL `action`. The Toaster shows the
 * answer, because the user may have left the page that showed the toast.
 */
export function useUndo(): (form: FormData, action: string) => NonNullable<Toast["action"]> {
  const submit = useSubmit();
  return (form, action) => ({
    label: m.ui_undo(),
    run: () => void submit(form, { method: "post", action, navigate: false, fetcherKey: FETCHER_KEY }),
  });
}

/** The last answer that was shown. A page with an error mounts another Toaster, which finds the same answer. */
let shown: UndoAnswer | undefined;

/** For the Toaster: shows the answer to each form of `useUndo`, once. */
export function useUndoAnswers(): void {
  const { data } = useFetcher<UndoAnswer>({ key: FETCHER_KEY });
  useFetcherAnswer(data, (answer) => {
    if (answer === shown) return;
    shown = answer;
    showToast(
      answer.ok
        ? { title: answer.title, tone: "good" }
        : { title: answer.title, description: answer.message, tone: "danger" },
    );
  });
}
