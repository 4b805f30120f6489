import { MessagesSquare } from "lucide-react";
import { href } from "react-router";
import type { DealStep } from "#app/domain/deal-process.ts";
import { ListingName, ListingPicture, OtherName } from "#app/features/deals/ui/listing-name.tsx";
import { nextText, orderStateText, stepName } from "#app/features/deals/ui/order-texts.ts";
import type { Stepping } from "#app/features/deals/ui/use-step.ts";
import type { OrderView } from "#app/features/deals/view.ts";
import { m } from "#app/paraglide/messages.js";
import { Badge } from "#app/ui/badge.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field-parts.tsx";
import type { TimeFormat } from "#app/ui/time-format.ts";

export function OrderCard({
  order,
  moments,
  stepping,
}: {
  order: OrderView;
  moments: TimeFormat;
  stepping: Stepping;
}) {
  const { id, listing, other, pieces, price, at, roomId } = order;
  const next = nextText(order);
  return (
    <article aria-labelledby={`order-${id}`} className="flex gap-4 p-4 sm:gap-5 sm:p-5">
      <ListingPicture listing={listing} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id={`order-${id}`} className="min-w-0 font-display font-semibold text-lg">
            <ListingName listing={listing} />
          </h2>
          <p className="font-semibold tabular-nums">{price}</p>
        </div>
        <p className="mt-0.5 text-[0.9375rem] text-soft">
          <OtherName other={other} />
          {pieces > 1 && ` · ${m.orders_pieces({ count: pieces })}`}
          {" · "}
          <time dateTime={at}>{moments.brief(at)}</time>
        </p>
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.9375rem] *:whitespace-normal">
          <Badge tone={toneOf(order)}>{orderStateText(order)}</Badge>
          {next !== null && <span>{next}</span>}
        </p>
        <div className="mt-4 flex flex-wrap items-start gap-2.5">
          <NextStep order={order} stepping={stepping} />
          <LinkButton
            to={href("/orders/:dealId", { dealId: id })}
            size="sm"
            aria-label={`${m.orders_open()}: ${listing.name}`}
          >
            {m.orders_open()}
          </LinkButton>
          {roomId !== null && (
            <LinkButton
              to={href("/messages/:roomId", { roomId })}
              size="sm"
              variant="ghost"
              icon={<MessagesSquare aria-hidden="true" className="size-4" />}
              aria-label={`${m.chat_inbox_title()}: ${listing.name}`}
            >
              {m.chat_inbox_title()}
            </LinkButton>
          )}
        </div>
      </div>
    </article>
  );
}

function toneOf({ state, turn, suspended }: OrderView): "plain" | "good" | "notice" {
  if (state === "received") return "good";
  return turn === "me" || suspended ? "notice" : "plain";
}

/** The other steps have forms on the deal's own page. */
function isOnePress(step: DealStep | undefined, { alone }: OrderView): boolean {
  return step === "confirm" || step === "sold" || step === "received" || (step === "cancel" && alone);
}

function NextStep({ order, stepping }: { order: OrderView; stepping: Stepping }) {
  const { id, listing, turn, proposedBy, steps, state } = order;
  const { Form, formOf, pendingStepOf, answerOf } = stepping;
  const [step] = steps;
  const answer = answerOf(id);
  // What they do now is on the deal's page.
  if (order.suspended)
    return (
      <NextLink
        to={href("/orders/:dealId", { dealId: id })}
        label={m.deal_suspended_what_to_do()}
        about={listing.name}
      />
    );
  if (state === "received" && order.other.kind === "here" && !order.reviewed)
    return (
      <NextLink
        to={`${href("/orders/:dealId", { dealId: id })}#review`}
        label={m.orders_review()}
        about={listing.name}
      />
    );
  if (proposedBy === "other")
    return (
      <NextLink
        to={`${href("/orders/:dealId", { dealId: id })}#way-out`}
        label={m.orders_see_proposal()}
        about={listing.name}
      />
    );
  const form = turn === "me" && isOnePress(step, order);
  return (
    <>
      {turn === "me" && !form && (
        <NextLink
          to={`${href("/orders/:dealId", { dealId: id })}#steps`}
          label={m.orders_give()}
          about={listing.name}
        />
      )}
      {form && step && (
        <Form {...formOf(id)}>
          <input type="hidden" name="intent" value={step} />
          <Button
            type="submit"
            size="sm"
            busy={pendingStepOf(id) !== null}
            aria-label={`${stepName(step, order)}: ${listing.name}`}
          >
            {stepName(step, order)}
          </Button>
        </Form>
      )}
      {answer?.ok === false && (
        <div role="alert" className="order-last basis-full">
          <FieldError id={`fault-${id}`} error={answer.message} />
        </div>
      )}
    </>
  );
}

function NextLink({ to, label, about }: { to: string; label: string; about: string }) {
  return (
    <LinkButton to={to} size="sm" aria-label={`${label}: ${about}`}>
      {label}
    </LinkButton>
  );
}
