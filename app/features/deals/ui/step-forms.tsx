import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { keepOffline } from "#app/ui/keep-offline.ts";
import { TextField } from "#app/ui/text-field.tsx";
import type { DealAnswer } from "../panel-view.ts";
import { type DealRole, type DealStep, PARCEL_MAX, REASON_MAX } from "../rules.ts";

interface StepFormsProps {
  readonly dealId: string;
  /** The expected one first. */
  readonly steps: readonly DealStep[];
  readonly role: DealRole;
  /** Null: they left, or it went to somebody else. */
  readonly other: string | null;
}

/** What one may do with a deal now, each a button; what needs words opens first. */
export function StepForms({ dealId, steps, role, other }: StepFormsProps) {
  const fetcher = useFetcher<DealAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const faults = answer?.faults ?? {};
  const busy = fetcher.state === "idle" ? null : fetcher.formData?.get("intent");
  const form = (step: DealStep, fields: ReactNode, variant?: "primary" | "danger") => (
    <fetcher.Form
      key={step}
      method="post"
      action={`/deals/${dealId}`}
      onSubmit={keepOffline}
      className="grid justify-items-start gap-3"
    >
      {fields}
      <Button type="submit" name="intent" value={step} size="sm" variant={variant} busy={busy === step}>
        {labelOf(step, role, other)}
      </Button>
    </fetcher.Form>
  );
  const [first] = steps;
  return (
    <>
      <div className="flex flex-wrap items-start gap-2">
        {steps.map((step) => {
          if (step === "sent")
            return (
              <Opening key={step} title={m.deal_step_sent()}>
                {form(
                  step,
                  <div className="grid w-full gap-3 sm:grid-cols-2">
                    <TextField
                      label={m.deal_carrier()}
                      name="carrier"
                      maxLength={PARCEL_MAX}
                      optional
                      error={faults.carrier}
                    />
                    <TextField
                      label={m.deal_tracking()}
                      name="tracking"
                      maxLength={PARCEL_MAX}
                      autoComplete="off"
                      optional
                      error={faults.tracking}
                    />
                  </div>,
                  "primary",
                )}
              </Opening>
            );
          if (step === "cancel")
            return (
              <Opening key={step} title={m.ui_cancel()}>
                {form(
                  step,
                  <TextField
                    label={m.deal_reason()}
                    name="reason"
                    maxLength={REASON_MAX}
                    className="w-full"
                    error={faults.reason}
                  />,
                  "danger",
                )}
              </Opening>
            );
          return form(step, null, step === first ? "primary" : undefined);
        })}
      </div>
      {answer && !answer.ok && Object.keys(faults).length === 0 && (
        <p role="alert" className="text-danger text-sm">
          {answer.said}
        </p>
      )}
    </>
  );
}

/** A step that asks for words, closed until it is wanted; works without our script. */
function Opening({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group open:w-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-full border border-edge bg-surface px-4 py-1.5 font-semibold text-[0.9375rem] leading-tight hover:border-ink hover:bg-sunken sm:min-h-9 sm:px-3.5 sm:text-sm">
        {title}
      </summary>
      <div className="pt-3 pb-1">{children}</div>
    </details>
  );
}

function labelOf(step: DealStep, role: DealRole, other: string | null): string {
  switch (step) {
    case "confirm":
      return m.deal_step_confirm();
    case "sold":
      return other === null ? m.deal_sell() : m.deal_sell_to({ name: other });
    case "handed_over":
      return m.deal_step_handed_over();
    case "sent":
      return m.deal_step_sent_confirm();
    case "received":
      return m.deal_step_received();
    case "cancel":
      return role === "seller" ? m.deal_step_cancel_seller() : m.deal_step_cancel_buyer();
  }
}
