import type { DealRole, EndReason } from "#app/domain/deal.ts";
import type { DealStep } from "#app/domain/deal-process.ts";
import { m } from "#app/paraglide/messages.js";
import type { OrderFilter, OrderView, OtherView } from "../view.ts";

/** The other party's name, or a phrase for a deleted user or a buyer outside the shop. */
export function otherPartyName({ kind, username }: OtherView): string {
  return username ?? (kind === "elsewhere" ? m.orders_someone_else() : m.orders_someone_left());
}

export const ROLE_NAMES: Readonly<Record<DealRole, () => string>> = {
  buyer: m.orders_buying,
  seller: m.orders_selling,
};

export const ORDER_FILTER_NAMES: Readonly<Record<OrderFilter, () => string>> = {
  todo: m.orders_show_todo,
  open: m.orders_show_open,
  on_the_way: m.orders_show_on_the_way,
  done: m.orders_show_done,
  cancelled: m.orders_show_cancelled,
};

const STEP_NAMES: Readonly<Record<DealStep, () => string>> = {
  confirm: m.orders_step_confirm,
  sold: m.orders_step_sold,
  handed_over: m.orders_step_handed_over,
  sent: m.orders_step_sent,
  received: m.orders_step_received,
  cancel: m.orders_step_cancel,
  end: m.orders_step_end,
};

export function becauseText(because: EndReason, endedBy: DealRole): string {
  if (because === "never_paid") return m.orders_because_never_paid();
  return endedBy === "seller" ? m.orders_because_never_came() : m.orders_because_not_given();
}

interface NamedDeal extends Pick<OrderView, "state" | "requested" | "alone"> {
  readonly role: DealRole;
}

/**
 * The name of a step. For the seller's answers to a "Buy Now" request, "sold" and "cancel" have other names; "cancel"
 * also for a seller without a buyer.
 */
export function stepName(step: DealStep, { state, requested, alone, role }: NamedDeal) {
  if (step === "cancel" && alone && role === "seller") return m.orders_step_relist();
  if (state === "open" && requested && step === "sold") return m.orders_step_accept();
  if (state === "open" && requested && step === "cancel" && role === "seller") return m.orders_step_decline();
  return STEP_NAMES[step]();
}

type OrderProgress = Pick<
  OrderView,
  | "role"
  | "state"
  | "sellerConfirmed"
  | "buyerConfirmed"
  | "requested"
  | "turn"
  | "proposedBy"
  | "other"
  | "suspended"
  | "reviewed"
>;

interface StateFacts extends Pick<OrderView, "state" | "sellerConfirmed" | "declined"> {
  readonly isBuyerHere: boolean;
}

/** What the parties of a deal and the order pages call its state. */
export function stateText({ state, sellerConfirmed, declined, isBuyerHere }: StateFacts): string {
  switch (state) {
    case "open":
      if (!sellerConfirmed) return m.orders_is_reserved();
      return isBuyerHere ? m.orders_is_sold_open() : m.listing_sold();
    case "agreed":
      return m.orders_is_agreed();
    case "handed_over":
      return m.orders_is_handed_over();
    case "sent":
      return m.orders_is_sent();
    case "received":
      return m.orders_is_received();
    case "cancelled":
      return declined ? m.orders_is_declined() : m.orders_is_cancelled();
  }
}

export function orderStateText(order: OrderView): string {
  return stateText({ ...order, isBuyerHere: order.other.kind === "here" });
}

/** What happens next and whose turn it is, or that the other party is suspended. Null for a cancelled deal. */
export function nextText(deal: OrderProgress): string | null {
  if (deal.suspended) return deal.suspended.title;
  const { role, turn, proposedBy, state } = deal;
  if (turn === "me" && deal.other.kind === "left" && (state === "open" || state === "agreed")) {
    if (role === "buyer") return m.orders_seller_left();
    return state === "open" ? m.orders_buyer_left() : m.orders_buyer_left_agreed();
  }
  if (turn === null) return nothingNext(deal);
  const name = otherPartyName(deal.other);
  if (proposedBy === "other") return m.orders_you_answer_proposal({ name });
  if (proposedBy === "me") return m.orders_waits_proposal({ name });
  if (turn === "me") return role === "buyer" ? toBuyer(deal) : toSeller(deal);
  if (role === "seller")
    return deal.state === "open" ? m.orders_waits_confirm({ name }) : m.orders_waits_received({ name });
  if (deal.state === "open" && deal.requested) return m.orders_waits_request({ name });
  return deal.state === "open" ? m.orders_waits_sold({ name }) : m.orders_waits_given({ name });
}

function nothingNext({ state, other, reviewed }: OrderProgress): string | null {
  if (state === "cancelled") return null;
  if (state === "received" && other.kind === "here" && !reviewed)
    return m.orders_you_review({ name: otherPartyName(other) });
  if (state === "received" || state === "open") return m.orders_nothing_next();
  return other.kind === "left" ? m.orders_nobody_next() : null;
}

function toBuyer({ state, sellerConfirmed }: OrderProgress): string {
  if (state === "open")
    return sellerConfirmed ? m.orders_you_confirm_sold() : m.orders_you_confirm_reserved();
  return m.orders_you_receive();
}

function toSeller({ state, buyerConfirmed, requested, other }: OrderProgress): string {
  if (state === "agreed") return m.orders_you_give();
  if (requested) return m.orders_you_answer_request({ name: otherPartyName(other) });
  return buyerConfirmed
    ? m.orders_you_sell_confirmed({ name: otherPartyName(other) })
    : m.orders_you_sell_elsewhere();
}
