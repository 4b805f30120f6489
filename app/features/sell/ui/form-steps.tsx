import type { ReactNode } from "react";
import type { FormStepView } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { classes } from "#app/ui/classes.ts";
import { headingId } from "./use-steps.ts";

/** (step + 1) / steps. Hidden without JavaScript, where all steps are shown. */
export function StepProgress({ steps, step }: { steps: readonly FormStepView[]; step: number }) {
  const progressText = m.listing_step_of({ step: step + 1, steps: steps.length });
  return (
    <div
      role="progressbar"
      aria-label={m.listing_progress()}
      aria-valuemin={0}
      aria-valuenow={step + 1}
      aria-valuemax={steps.length}
      aria-valuetext={progressText}
      className="mb-8 grid auto-cols-fr grid-flow-col gap-2 noscript:hidden sm:gap-3"
    >
      {steps.map((view, index) => (
        <span key={view.key} className="grid content-start gap-2">
          <span
            className={classes("h-1.5 rounded-full transition-colors", index <= step ? "bg-clay" : "bg-line")}
          />
          <span
            className={classes("hidden text-sm sm:block", index === step ? "font-semibold" : "text-soft")}
          >
            {view.label}
          </span>
        </span>
      ))}
    </div>
  );
}

interface FormStepProps {
  readonly formId: string;
  readonly view: FormStepView;
  readonly index: number;
  readonly steps: number;
  /** The visible step; null before hydration, when CSS shows only the first, or all without JavaScript. */
  readonly shown: number | null;
  readonly children: ReactNode;
}

const GRID = "grid gap-x-5 gap-y-6 sm:grid-cols-2";

/** All steps are in the page, so that each value is sent. A form of one step shows no heading. */
export function FormStep({ formId, view, index, steps, shown, children }: FormStepProps) {
  if (steps === 1) return <div className={GRID}>{children}</div>;
  const id = headingId(formId, index);
  return (
    <div
      hidden={shown !== null && shown !== index}
      className={shown === null && index > 0 ? "script-fallback" : undefined}
    >
      <h2
        id={id}
        tabIndex={-1}
        className={classes("mb-6 outline-none", shown === null && index > 0 && "pt-12")}
      >
        <span className="mb-1 block font-normal font-sans text-sm text-soft tracking-normal">
          {m.listing_step_of({ step: index + 1, steps })}
        </span>{" "}
        <span className="text-heading">{view.label}</span>
      </h2>
      <div className={GRID}>{children}</div>
    </div>
  );
}
