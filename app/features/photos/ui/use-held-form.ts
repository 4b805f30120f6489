import { useEffect, useEffectEvent, useState } from "react";
import { isFieldCheck } from "#app/ui/form-errors.tsx";

/**
 * Prevents the form around `root` from being sent while `reason` is not empty. Returns the reason after the user has
 * tried to send the form; before that, and without a reason, an empty text.
 */
export function useHeldForm(
  root: { readonly current: HTMLElement | null },
  reason: string,
  onSubmitPrevented: (() => void) | undefined,
): string {
  const [tried, setTried] = useState(false);
  const held = useEffectEvent(() => onSubmitPrevented?.());
  useEffect(() => {
    const form = root.current?.closest("form");
    if (!form || !reason) return setTried(false);
    function hold(event: SubmitEvent): void {
      // Validating one field on blur does not send the form.
      if (isFieldCheck(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setTried(true);
      held();
      root.current?.scrollIntoView({ block: "nearest" });
    }
    form.addEventListener("submit", hold);
    return () => form.removeEventListener("submit", hold);
  }, [root, reason]);
  return tried ? reason : "";
}
