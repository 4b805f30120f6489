import type { ProposalAnswer } from "#app/domain/proposal-process.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import type { ProposalView } from "../view.ts";
import type { Stepping } from "./use-step.ts";

interface ProposalAnswersProps {
  readonly dealId: string;
  readonly proposal: ProposalView;
  readonly other: string;
  readonly stepping: Stepping;
}

export function ProposalAnswers({ dealId, proposal, other, stepping }: ProposalAnswersProps) {
  const { reason, answers } = proposal;
  return (
    <>
      <p role="status">
        {sentenceOf(proposal, other)}
        {reason !== null && (
          <>
            {" "}
            {m.orders_reason()}: <bdi>{reason}</bdi>
          </>
        )}
      </p>
      <div className="button-column">
        {answers.map((answer) => (
          <AnswerButton
            key={answer}
            dealId={dealId}
            proposal={proposal}
            answer={answer}
            stepping={stepping}
          />
        ))}
      </div>
    </>
  );
}

export function AnswerButton({
  dealId,
  proposal,
  answer,
  stepping: { Form, formOf, pendingStepOf },
}: Omit<ProposalAnswersProps, "other"> & { answer: ProposalAnswer }) {
  const intent = `${answer}_proposal`;
  return (
    <Form {...formOf(dealId)}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="proposal" value={proposal.id} />
      <Button
        type="submit"
        size="sm"
        variant={answer === "confirm" && proposal.kind === "price" ? "primary" : "secondary"}
        busy={pendingStepOf(dealId) === intent}
      >
        {answerName(answer, proposal)}
      </Button>
    </Form>
  );
}

function sentenceOf({ kind, price, mine }: ProposalView, name: string): string {
  if (kind === "cancellation")
    return mine
      ? m.orders_proposal_cancellation_mine({ name })
      : m.orders_proposal_cancellation_theirs({ name });
  const words = { name, price: price ?? "" };
  return mine ? m.orders_proposal_price_mine(words) : m.orders_proposal_price_theirs(words);
}

function answerName(answer: ProposalAnswer, { kind, price }: ProposalView): string {
  if (answer === "withdraw") return m.offer_withdraw();
  if (answer === "decline") return m.offer_decline();
  return kind === "price" ? m.orders_confirm_price({ price: price ?? "" }) : m.orders_confirm_cancellation();
}
