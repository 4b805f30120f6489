import { useEffect, useState } from "react";
import { firstFault, inputsOf, type StepInput } from "../rules.ts";
import type { FormStepView } from "../view.ts";

/** What gets the focus in a step: an input, or the step's heading (`input` is null). */
type Aim = Omit<StepInput, "input"> & { readonly input: string | null };

export function headingId(formId: string, step: number): string {
  return `${formId}-step-${step}`;
}

/** The element that gets the focus for an input. Photos have no visible input, but a button that adds photos. */
function focusable(form: HTMLElement, input: string): HTMLElement | null {
  const name = CSS.escape(input);
  return (
    form.querySelector<HTMLElement>(`[name="${name}"]:not([type="hidden"])`) ??
    form.querySelector<HTMLElement>(`[data-input="${name}"] button`)
  );
}

/**
 * The visible step of a form, counted from 0, and functions that show another one. A form that is no wizard has only
 * step 0.
 */
export function useSteps(formId: string, views: readonly FormStepView[], start: number) {
  const steps = views.map((view) => inputsOf(view.fields.map((field) => field.name)));
  const [step, setStep] = useState(start);
  const [aim, setAim] = useState<Aim | null>(null);

  // Runs after the step is rendered: a hidden element takes no focus.
  useEffect(() => {
    const form = aim && document.getElementById(formId);
    if (!form) return;
    if (aim.input !== null) {
      const input = focusable(form, aim.input);
      // A field of a closed fold takes no focus.
      input?.closest("details")?.setAttribute("open", "");
      return input?.focus();
    }
    document.getElementById(headingId(formId, aim.step))?.focus({ preventScroll: true });
    form.scrollIntoView({ block: "nearest" });
    if (form.getBoundingClientRect().top < 0) form.scrollIntoView({ block: "start" });
  }, [aim, formId]);

  function go(to: Aim): void {
    setStep(to.step);
    setAim(to);
  }

  return {
    step,
    steps,
    last: step === steps.length - 1,
    /** Shows another step from its top. */
    show: (to: number) => go({ step: to, input: null }),
    /**
     * Shows the step with the first of these inputs, and moves the focus there. Returns whether any step has one of
     * them.
     */
    showFault(faulty: readonly string[], among = steps): boolean {
      const found = firstFault(among, faulty);
      if (found) go(found);
      return found !== null;
    },
  };
}
