import { href, useFetcher, useNavigate, useSubmit } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";
import { useFetcherAnswer } from "#app/ui/use-fetcher-answer.ts";
import { SAVED_PATH, type SavedAnswer } from "../view.ts";

export const SAVED_ACTION = href("/search/saved");

/** How long a removal can be undone; longer than a toast is usually shown. */
const UNDO_MS = 10_000;

export function useSaving() {
  const fetcher = useFetcher<SavedAnswer>();
  const submit = useSubmit();
  const navigate = useNavigate();
  useFetcherAnswer(fetcher.data, (answer) => {
    if (!answer.ok) {
      showToast({ title: answer.title, description: answer.message, tone: "danger" });
      return;
    }
    const { did, title, undo } = answer;
    async function bringBack(fields: NonNullable<typeof undo>) {
      const sent = { intent: "save", ...fields };
      await submit(sent, { method: "post", action: SAVED_ACTION, navigate: false, fetcherKey: "undo-saved" });
      showToast({ title: m.search_saved_back(), tone: "good" });
    }
    if (undo) {
      const action = { label: m.search_saved_undo(), run: () => void bringBack(undo) };
      showToast({ title, tone: "good", milliseconds: UNDO_MS, action });
    } else if (did === "saved") {
      const action = { label: m.search_saved_all(), run: () => void navigate(SAVED_PATH) };
      showToast({ title, tone: "good", action });
    } else showToast({ title, tone: "good" });
  });
  return fetcher;
}
