import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";
import { hasUnsavedInput } from "#app/ui/unsaved-input.ts";

/**
 * Handles the end of a page's session (A4.3). It says so and revalidates, which shows the public page or redirects to
 * /auth. A page with unsent text stays as it is, under a hint how to go on: `over` is true until the next
 * revalidation.
 *
 * @param told the server's last answer: a new object each time
 */
export function useSessionOver(told: object): { over: boolean; end: () => void } {
  const { revalidate } = useRevalidator();
  const [overFor, setOverFor] = useState<object>();
  const ended = useRef<object>(undefined);

  function end(): void {
    // A tab may be notified by the stream, by another tab and by its own request.
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
