import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";
import { hasUnsavedInput } from "#app/ui/unsaved-input.ts";

/**
 * What a page does when its session is over (A4.3). It says so, and asks the server again,
 * which shows what a visitor may see or leads to /auth. But a page that holds something typed and not sent stays as it
 * is, under a line that says how to go on: `over` then, until the server was asked the next time.
 *
 * @param told what the server said last: another object each time
 */
export function useSessionOver(told: object): { over: boolean; end: () => void } {
  const { revalidate } = useRevalidator();
  const [overFor, setOverFor] = useState<object>();
  const ended = useRef<object>(undefined);

  function end(): void {
    // A tab may hear of it from the stream, from another tab and from its own question.
    if (ended.current === told) return;
    ended.current = told;
    if (hasUnsavedInput(document)) {
      setOverFor(told);
      return;
    }
    showToast({ title: m.session_ended(), tone: "danger" });
    void revalidate();
  }

  return { over: overFor === told, end };
}
