import { href } from "react-router";
import type { DealRole } from "#app/domain/deal.ts";
import type { DealStep } from "#app/domain/deal-process.ts";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import type { PanelDeal } from "../panel-view.ts";
import { stepName } from "./order-texts.ts";
import { ProposalAnswers } from "./proposal-answers.tsx";
import type { Stepping } from "./use-step.ts";

/** Steps with fields are on the deal's own page. */
const ELSEWHERE: Readonly<Partial<Record<DealStep, (id: string) => string>>> = {
  sent: (id) => `${href("/orders/:dealId", { dealId: id })}#steps`,
  cancel: (id) => `${href("/orders/:dealId", { dealId: id })}?cancel#steps`,
  end: (id) => `${href("/orders/:dealId", { dealId: id })}#way-out`,
};

interface StepProps {
  readonly deal: PanelDeal;
  readonly role: DealRole;
  readonly stepping: Stepping;
}

/** Whether the first step is expected of the viewer: not to cancel, and nothing while the other party is suspended. */
export function isExpected({ steps, alone, suspended }: PanelDeal): boolean {
  return suspended === null && steps[0] !== undefined && (steps[0] !== "cancel" || alone);
}

export function RoomSteps({ deal, role, other, stepping }: StepProps & { other: string }) {
  const { id, steps } = deal;
  const answer = stepping.answerOf(id);
  return (
    <>
      {deal.proposal && (
        <ProposalAnswers dealId={id} proposal={deal.proposal} other={other} stepping={stepping} />
      )}
      <div className="button-column">
        <AddressButton deal={deal} />
        {steps.map((step, nth) => (
          <StepButton
            key={step}
            deal={deal}
            role={role}
            step={step}
            stepping={stepping}
            isMain={nth === 0 && isExpected(deal) && deal.address !== "share"}
          />
        ))}
      </div>
      {answer?.ok === false && (
        <p role="alert" className="text-danger text-sm">
          {answer.message}
        </p>
      )}
    </>
  );
}

/** Leads to the address of the deal, which the buyer first has to share. */
export function AddressButton({ deal: { id, address } }: { deal: PanelDeal }) {
  if (address === null) return null;
  const isMain = address === "share";
  return (
    <LinkButton
      to={`${href("/orders/:dealId", { dealId: id })}#address`}
      size="sm"
      variant={isMain ? "primary" : "secondary"}
    >
      {isMain ? m.orders_share_address() : m.orders_see_address()}
    </LinkButton>
  );
}

/** The button of a step, or the link to its form. */
export function StepButton({
  deal,
  role,
  step,
  stepping: { Form, formOf, pendingStepOf },
  isMain,
}: StepProps & { step: DealStep; isMain: boolean }) {
  const { id } = deal;
  const elsewhere = step === "cancel" && deal.alone ? undefined : ELSEWHERE[step];
  const look = { size: "sm", variant: isMain ? "primary" : "secondary" } as const;
  const name = stepName(step, { ...deal, role });
  if (elsewhere) {
    return (
      <LinkButton to={elsewhere(id)} {...look}>
        {name}
      </LinkButton>
    );
  }
  return (
    <Form {...formOf(id)}>
      <input type="hidden" name="intent" value={step} />
      <Button type="submit" {...look} busy={pendingStepOf(id) === step}>
        {name}
      </Button>
    </Form>
  );
}
