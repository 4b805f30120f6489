import { useEffect, useState } from "react";
import { firstFaultyStep, inputsOf, type StepInput } from "#app/features/listings/rules.ts";
import type { FormStepView } from "#app/features/listings/view.ts";

/** The focus goes to an input, or to the step's heading (`input` is null). */
type Aim = Omit<StepInput, "input"> & { readonly input: string | null };

export function headingId(formId: string, step: number): string {
  return `${formId}-step-${step}`;
}

/** Photos have no visible input, but a button that adds photos. */
function focusable(form: HTMLElement, input: string): HTMLElement | null {
  const name = CSS.escape(input);
  return (
    form.querySelector<HTMLElement>(`[name="${name}"]:not([type="hidden"])`) ??
    form.querySelector<HTMLElement>(`[data-input="${name}"] button`)
  );
}

/** Steps count from 0. A form that is no wizard has only step 0. */
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
    show: (to: number) => go({ step: to, input: null }),
    /** Moves the focus to the first of these inputs. Returns whether any step has one of them. */
    showFault(faulty: readonly string[], among = steps): boolean {
      const faultyStep = firstFaultyStep(among, faulty);
      if (faultyStep) go(faultyStep);
      return faultyStep !== null;
    },
  };
}
