import { useId } from "react";
import type { DealStep } from "#app/domain/deal-process.ts";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { faultsOf } from "#app/ui/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { CARRIER_NAMES } from "../carriers.ts";
import { PARCEL_MAX } from "../rules.ts";
import type { OrderWhole } from "../view.ts";
import { CancelDeal } from "./cancel-deal.tsx";
import { DealAddress } from "./deal-address.tsx";
import { stepName } from "./order-texts.ts";
import { type Stepping, useStep } from "./use-step.ts";
import { WayOut } from "./way-out.tsx";

/**
 * Each step is its own form, which works without JavaScript.
 *
 * @param cancelling whether the URL has `?cancel`: without JavaScript the button that cancels is a link to this URL
 */
export function DealSteps({ order, cancelling }: { order: OrderWhole; cancelling: boolean }) {
  const stepping = useStep();
  const { id, steps, turn } = order;
  const refused = faultsOf(stepping.answerOf(id))[""];
  const hasForm: readonly DealStep[] = order.alone ? ["sent", "end"] : ["sent", "end", "cancel"];
  const oneLine = steps.filter((step) => !hasForm.includes(step));
  return (
    <div className="grid gap-5">
      {refused !== undefined && <Alert tone="danger" title={refused} />}
      {oneLine.length > 0 && (
        <div className="button-column">
          {oneLine.map((step, nth) => (
            <StepButton
              key={step}
              id={id}
              step={step}
              name={stepName(step, order)}
              main={turn === "me" && nth === 0 && !order.suspended}
              stepping={stepping}
            />
          ))}
        </div>
      )}
      {steps.includes("sent") && <SendForm id={id} stepping={stepping} />}
      {steps.includes("cancel") && !order.alone && (
        <CancelDeal order={order} cancelling={cancelling} stepping={stepping} />
      )}
      {order.address && <DealAddress order={order} address={order.address} stepping={stepping} />}
      {order.wayOut && <WayOut order={order} wayOut={order.wayOut} stepping={stepping} />}
    </div>
  );
}

function StepButton({
  id,
  step,
  name,
  main,
  stepping: { Form, formOf, pendingStepOf },
}: {
  id: string;
  step: DealStep;
  name: string;
  main: boolean;
  stepping: Stepping;
}) {
  return (
    <Form {...formOf(id)}>
      <input type="hidden" name="intent" value={step} />
      <Button type="submit" variant={main ? "primary" : "secondary"} busy={pendingStepOf(id) === step}>
        {name}
      </Button>
    </Form>
  );
}

function SendForm({
  id,
  stepping: { Form, formOf, pendingStepOf, answerOf },
}: {
  id: string;
  stepping: Stepping;
}) {
  const formId = useId();
  const faults = faultsOf(answerOf(id));
  return (
    <Form
      {...formOf(id)}
      id={formId}
      className="grid gap-4 rounded-md border border-line bg-sunken p-4 sm:p-5"
    >
      <h3 className="font-semibold text-base">{m.orders_by_post()}</h3>
      <FormErrors formId={formId} errors={{ carrier: faults.carrier, tracking: faults.tracking }} />
      <input type="hidden" name="intent" value="sent" />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        <TextField
          id={`${formId}-carrier`}
          name="carrier"
          label={m.orders_carrier()}
          optional
          hint={m.orders_carrier_hint()}
          list={`carriers-${id}`}
          maxLength={PARCEL_MAX}
          autoComplete="off"
          error={faults.carrier}
        />
        <datalist id={`carriers-${id}`}>
          {CARRIER_NAMES.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField
          id={`${formId}-tracking`}
          name="tracking"
          label={m.orders_tracking()}
          optional
          hint={m.orders_tracking_hint()}
          maxLength={PARCEL_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={faults.tracking}
        />
      </div>
      <Button type="submit" busy={pendingStepOf(id) === "sent"} className="justify-self-start">
        {m.orders_step_sent()}
      </Button>
    </Form>
  );
}
