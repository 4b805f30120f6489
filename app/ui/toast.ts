/** A toast as the server sends it in an answer. */
export type SentToast = {
  title: string;
  description?: string;
  tone?: "plain" | "good" | "danger";
  /** How long the toast is visible; 5,000 ms by default. */
  milliseconds?: number;
  /** A button "Undo", which posts these fields. */
  undo?: { path: string; fields: Record<string, string | string[]> };
  /** A button that leads to a page. */
  link?: { label: string; to: string };
  /** For a toast that is shown just before a navigation: the navigation does not close it. */
  forNextPage?: boolean;
  /** Screen readers skip it, because the page says it to them. */
  silent?: boolean;
};

export type Toast = SentToast & { action?: { label: string; run: () => void } };

/** For a toast with "Undo": longer than it takes to read it. */
export const UNDO_TOAST_MS = 10_000;

/** For the toast of a button that switches something on and off. */
export const TOGGLE_TOAST_MS = 2000;

type Listener = (toast: Toast) => void;

let listener: Listener | undefined;
const waiting: Toast[] = [];

/** Replaces the last toast, also before the page is hydrated. Call it in the browser only. */
export function showToast(toast: Toast): void {
  if (listener) listener(toast);
  else waiting.push(toast);
}

/** For the toaster: receives every toast, including earlier ones. Returns a function that stops listening. */
export function listenForToasts(next: Listener): () => void {
  listener = next;
  for (const toast of waiting.splice(0)) next(toast);
  return () => {
    if (listener === next) listener = undefined;
  };
}
