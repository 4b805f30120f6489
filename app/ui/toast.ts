/** A passing message. Every toast goes through `showToast`, so that the library behind it loads with the first one. */
export type Toast = {
  title: string;
  description?: string;
  tone?: "plain" | "good" | "danger";
  /** How long it stays; 5,000 ms unless the spec says otherwise. */
  milliseconds?: number;
  /** What may be done about it while it stays. */
  action?: { label: string; run: () => void };
};

type Listener = (toast: Toast) => void;

let listener: Listener | undefined;
const waiting: Toast[] = [];

/** Shows a toast, one at a time. Call it in the browser only. */
export function showToast(toast: Toast): void {
  if (listener) listener(toast);
  else waiting.push(toast);
}

/** For the toaster: receives every toast, those that came before it first. Returns how to stop. */
export function listenForToasts(next: Listener): () => void {
  listener = next;
  for (const toast of waiting.splice(0)) next(toast);
  return () => {
    if (listener === next) listener = undefined;
  };
}
