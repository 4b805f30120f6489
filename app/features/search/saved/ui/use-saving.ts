import { href, useFetcher, useNavigate } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";
import { UNDO_MS, useUndo } from "#app/ui/undo.ts";
import { useFetcherAnswer } from "#app/ui/use-fetcher-answer.ts";
import { SAVED_PATH, type SavedAnswer } from "../view.ts";

export const SAVED_ACTION = href("/search/saved");

export function useSaving() {
  const fetcher = useFetcher<SavedAnswer>();
  const undoButton = useUndo();
  const navigate = useNavigate();
  useFetcherAnswer(fetcher.data, (answer) => {
    if (!answer.ok) {
      showToast({ title: answer.title, description: answer.message, tone: "danger" });
      return;
    }
    const { did, title, undo } = answer;
    if (undo) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ intent: "save", ...undo })) form.set(name, value);
      const action = undoButton(form, SAVED_ACTION);
      showToast({ title, tone: "good", milliseconds: UNDO_MS, action });
    } else if (did === "saved") {
      const action = { label: m.search_saved_all(), run: () => void navigate(SAVED_PATH) };
      showToast({ title, tone: "good", action });
    } else showToast({ title, tone: "good" });
  });
  return fetcher;
}
