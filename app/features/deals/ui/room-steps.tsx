import { href } from "react-router";
import type { DealRole } from "#app/domain/deal.ts";
import type { DealStep } from "#app/domain/deal-process.ts";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import type { PanelDeal } from "../panel-view.ts";
import { stepName } from "./order-texts.ts";
import { ProposalAnswers } from "./proposal-answers.tsx";
import type { Stepping } from "./use-step.ts";

/** Steps with fields are on the deal's own page: a phone has no room for a form above the messages. */
const ELSEWHERE: Readonly<Partial<Record<DealStep, (id: string) => string>>> = {
  sent: (id) => `${href("/orders/:dealId", { dealId: id })}#steps`,
  cancel: (id) => `${href("/orders/:dealId", { dealId: id })}?cancel#steps`,
  end: (id) => `${href("/orders/:dealId", { dealId: id })}#way-out`,
};

export function RoomSteps({
  deal,
  role,
  other,
  stepping,
}: {
  deal: PanelDeal;
  role: DealRole;
  other: string;
  stepping: Stepping;
}) {
  const { id, steps } = deal;
  const { Form, formOf, pendingStepOf, answerOf } = stepping;
  const answer = answerOf(id);
  return (
    <>
      {deal.proposal && (
        <ProposalAnswers dealId={id} proposal={deal.proposal} other={other} stepping={stepping} />
      )}
      <div className="flex flex-wrap items-start gap-2">
        {deal.address !== null && (
          <LinkButton to={`${href("/orders/:dealId", { dealId: id })}#address`} size="sm">
            {deal.address === "share" ? m.orders_share_address() : m.orders_see_address()}
          </LinkButton>
        )}
        {steps.map((step) => {
          const elsewhere = step === "cancel" && deal.alone ? undefined : ELSEWHERE[step];
          return elsewhere ? (
            <LinkButton key={step} to={elsewhere(id)} size="sm">
              {stepName(step, { ...deal, role })}
            </LinkButton>
          ) : (
            <Form key={step} {...formOf(id)}>
              <input type="hidden" name="intent" value={step} />
              <Button type="submit" size="sm" busy={pendingStepOf(id) === step}>
                {stepName(step, { ...deal, role })}
              </Button>
            </Form>
          );
        })}
      </div>
      {answer?.ok === false && (
        <p role="alert" className="text-danger text-sm">
          {answer.message}
        </p>
      )}
    </>
  );
}
