import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Question, useQuestion } from "#app/ui/question.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { REASON_MAX } from "../rules.ts";
import type { OrderWhole } from "../view.ts";
import { otherPartyName, stepName } from "./order-texts.ts";
import type { Stepping } from "./use-step.ts";

/**
 * A dialog, or part of the page without JavaScript. The dialog closes when the deal is cancelled, because its parent is
 * removed.
 */
export function CancelDeal({
  order,
  cancelling,
  stepping,
}: {
  order: OrderWhole;
  cancelling: boolean;
  stepping: Stepping;
}) {
  const { open, setOpen, ask } = useQuestion();
  const { id } = order;
  const text = m.orders_cancel_text({ name: otherPartyName(order.other) });
  const declining = order.requested && order.state === "open";
  const title = declining ? m.orders_decline_title() : m.orders_cancel_title();
  const keep = declining ? m.orders_decline_not() : m.orders_keep();
  const parts = { id, stepping, name: stepName("cancel", order), keep };
  if (cancelling)
    return (
      <Question id="cancel" title={title} text={text}>
        <ReasonForm {...parts} />
      </Question>
    );
  return (
    <div>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={title}
        description={text}
        trigger={
          <LinkButton to={`${href("/orders/:dealId", { dealId: id })}?cancel`} variant="ghost" onClick={ask}>
            {stepName("cancel", order)}
          </LinkButton>
        }
      >
        <ReasonForm {...parts} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function ReasonForm({
  id,
  name,
  keep,
  stepping: { Form, formOf, pendingStepOf, answerOf },
  onClose,
}: {
  id: string;
  /** The text of the button. */
  name: string;
  /** The text of the link that changes nothing. */
  keep: string;
  stepping: Stepping;
  /** Closes the dialog. Without a dialog, the link opens the order again. */
  onClose?: () => void;
}) {
  const answer = answerOf(id);
  const refused = answer?.ok === false ? answer.message : undefined;
  return (
    <Form {...formOf(id)}>
      <input type="hidden" name="intent" value="cancel" />
      <TextArea
        name="reason"
        label={m.orders_reason()}
        rows={3}
        required
        maxLength={REASON_MAX}
        error={refused}
        announced
      />
      <div className="mt-5 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <LinkButton
          to={href("/orders/:dealId", { dealId: id })}
          preventScrollReset
          onClick={(event) => {
            if (!onClose) return;
            event.preventDefault();
            onClose();
          }}
        >
          {keep}
        </LinkButton>
        <Button type="submit" variant="danger" busy={pendingStepOf(id) === "cancel"}>
          {name}
        </Button>
      </div>
    </Form>
  );
}
