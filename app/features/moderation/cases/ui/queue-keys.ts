import { useRef } from "react";
import { useWindowEvent } from "#app/ui/use-window-event.ts";

/** Whether the focus is in a form field, where a key types a letter instead of being a shortcut. */
function isTyping(): boolean {
  return document.activeElement?.matches("input:not([type=radio]), textarea, select") ?? false;
}

/** Keyboard shortcuts of the moderators' queue: "j" and "k" move the focus to the next and the previous case. */
export function useQueueKeys() {
  const list = useRef<HTMLUListElement>(null);
  useWindowEvent("keydown", (event) => {
    if (isTyping() || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { j: 1, k: -1 }[event.key];
    if (step === undefined) return;
    const links = [...(list.current?.querySelectorAll<HTMLElement>("a[data-case]") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
  });
  return list;
}

/** Keyboard shortcuts of a case's page: "c" claims it, "d" goes to the decision, "q" goes back to the queue. */
export function useCaseKeys() {
  useWindowEvent("keydown", (event) => {
    if (isTyping() || event.ctrlKey || event.metaKey || event.altKey) return;
    const wanted = { c: "claim", d: "decide", q: "queue" }[event.key];
    const element = wanted === undefined ? null : document.querySelector<HTMLElement>(`[data-key=${wanted}]`);
    if (!element) return;
    event.preventDefault();
    if (wanted === "decide")
      element.querySelector<HTMLElement>("input:not([type=hidden]), textarea")?.focus();
    else element.click();
  });
}
