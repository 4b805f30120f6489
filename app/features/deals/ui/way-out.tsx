import type { ReactNode } from "react";
import { END_REASONS_OF } from "#app/domain/deal.ts";
import { m } from "#app/paraglide/messages.js";
import { faultsOf } from "#app/ui/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { RadioGroup } from "#app/ui/choice-groups.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useTimeFormat } from "#app/ui/time-format.ts";
import { REASON_MAX } from "../rules.ts";
import type { OrderWhole, WayOutView } from "../view.ts";
import { becauseText, otherPartyName } from "./order-texts.ts";
import { ProposalAnswers } from "./proposal-answers.tsx";
import type { Stepping } from "./use-step.ts";

interface WayOutProps {
  readonly order: OrderWhole;
  readonly wayOut: WayOutView;
  readonly stepping: Stepping;
}

/** The forms with which the two parties of an agreed deal change its price, cancel it together, or end it alone. */
export function WayOut({ order, wayOut, stepping }: WayOutProps) {
  const { date } = useTimeFormat();
  const name = otherPartyName(order.other);
  const { proposal, endsFrom } = wayOut;
  const mayEnd = order.steps.includes("end");
  return (
    <section id="way-out" aria-labelledby="way-out-title" className="scroll-mt-24">
      <h3 id="way-out-title" className="mb-3 font-semibold text-base">
        {m.orders_way_out()}
      </h3>
      <div className="grid gap-4">
        {proposal ? (
          <div className="grid gap-3 rounded-md border border-line bg-surface p-4 sm:p-5">
            <ProposalAnswers dealId={order.id} proposal={proposal} other={name} stepping={stepping} />
          </div>
        ) : (
          <Proposals order={order} wayOut={wayOut} stepping={stepping} />
        )}
        {mayEnd ? (
          <EndForm order={order} stepping={stepping} />
        ) : (
          <p className="text-[0.9375rem] text-soft">{m.orders_end_later({ date: date(endsFrom) })}</p>
        )}
      </div>
    </section>
  );
}

function Proposals({ order, wayOut: { nextId }, stepping }: WayOutProps) {
  const { Form, formOf, pendingStepOf, answerOf } = stepping;
  const { id } = order;
  const faults = faultsOf(answerOf(id));
  const busy = pendingStepOf(id);
  return (
    <>
      <Fold summary={m.orders_propose_price()}>
        <Form {...formOf(id)} className="grid gap-4">
          <input type="hidden" name="intent" value="propose_price" />
          <input type="hidden" name="proposal" value={nextId} />
          <TextField
            label={m.orders_new_price()}
            hint={order.pieces > 1 ? m.deal_price_together() : undefined}
            name="price"
            prefix="€"
            inputMode="decimal"
            autoComplete="off"
            required
            error={faults.price}
            announced
          />
          <TextArea name="reason" label={m.orders_reason()} optional rows={2} maxLength={REASON_MAX} />
          <Button type="submit" busy={busy === "propose_price"} className="justify-self-start">
            {m.orders_propose_send()}
          </Button>
        </Form>
      </Fold>
      <Fold summary={m.orders_cancellation()}>
        <Form {...formOf(id)} className="grid gap-4">
          <input type="hidden" name="intent" value="propose_cancellation" />
          <input type="hidden" name="proposal" value={nextId} />
          <p className="text-soft">{m.orders_cancellation_text({ name: otherPartyName(order.other) })}</p>
          <TextArea
            name="reason"
            label={m.orders_reason()}
            rows={3}
            required
            maxLength={REASON_MAX}
            error={faults.reason}
            announced
          />
          <Button type="submit" busy={busy === "propose_cancellation"} className="justify-self-start">
            {m.orders_propose_send()}
          </Button>
        </Form>
      </Fold>
    </>
  );
}

function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="rounded-md border border-line p-4 sm:p-5">
      <summary className="min-h-6 cursor-pointer font-semibold">{summary}</summary>
      <div className="pt-4">{children}</div>
    </details>
  );
}

function EndForm({ order, stepping }: Omit<WayOutProps, "wayOut">) {
  const { Form, formOf, pendingStepOf, answerOf } = stepping;
  const { id, role } = order;
  return (
    <Fold summary={m.orders_end_title()}>
      <Form {...formOf(id)} className="grid gap-4">
        <input type="hidden" name="intent" value="end" />
        <p className="text-soft">{m.orders_end_text({ name: otherPartyName(order.other) })}</p>
        <RadioGroup
          legend={m.orders_reason()}
          name="because"
          chosen=""
          choices={END_REASONS_OF[role].map((value) => ({ value, label: becauseText(value, role) }))}
          error={faultsOf(answerOf(id)).because}
          announced
        />
        <Button
          type="submit"
          variant="danger"
          busy={pendingStepOf(id) === "end"}
          className="justify-self-start"
        >
          {m.orders_step_end()}
        </Button>
      </Form>
    </Fold>
  );
}
