import { type DealRole, otherRole } from "#app/domain/deal.ts";
import { m } from "#app/paraglide/messages.js";
import { amountText } from "../offer-texts.ts";
import type { DealPanel, PanelDeal } from "../panel-view.ts";
import { becauseText } from "./order-texts.ts";

/**
 * The text above the messages of a conversation: about its deal, and about another person to whom the listing went.
 * Null without either.
 */
export function lineOf({ deal, taken, role, other }: DealPanel): string | null {
  const name = other ?? m.account_deleted_user();
  const partyLine = deal && (role === "seller" ? sellersLine(deal, other) : buyersLine(deal, name));
  if (!taken) return partyLine;
  return [partyLine, takenLine(taken)].filter((line) => line !== null).join(" ");
}

function takenLine({ status, name }: NonNullable<DealPanel["taken"]>): string {
  if (name !== null)
    return status === "sold" ? m.deal_taken_sold_to({ name }) : m.deal_reserved_for({ name });
  return status === "sold" ? m.deal_taken_sold() : m.deal_reserved_already();
}

/** @param other the buyer's name; null when they deleted their account */
function sellersLine(deal: PanelDeal, other: string | null): string {
  const name = other ?? m.account_deleted_user();
  if (deal.state !== "open") return commonLine(deal, name, "seller");
  const price = amountText(deal);
  if (deal.sellerConfirmed && other === null) return m.deal_line_sold_deleted({ price });
  if (deal.sellerConfirmed) return m.deal_line_sold_waiting({ name, price });
  if (deal.requested) return m.deal_line_request({ name, price });
  return deal.buyerConfirmed
    ? m.deal_line_buyer_confirmed({ name, price })
    : m.deal_line_reserved({ name, price });
}

function buyersLine(deal: PanelDeal, name: string): string {
  if (deal.state !== "open") return commonLine(deal, name, "buyer");
  const price = amountText(deal);
  if (deal.requested) return m.deal_line_requested({ name, price });
  if (deal.buyerConfirmed) return m.deal_line_you_confirmed({ name, price });
  return deal.sellerConfirmed
    ? m.deal_line_marked_sold({ name, price })
    : m.deal_line_reserved_for_you({ name, price });
}

function cancelledLine(
  { cancelledBy, because, reason, declined }: PanelDeal,
  name: string,
  role: DealRole,
): string {
  const mine = cancelledBy === "me";
  if (cancelledBy === "time") return m.deal_line_lapsed();
  if (because !== null) {
    const why = becauseText(because, mine ? role : otherRole(role));
    return mine ? m.deal_line_ended_by_you({ reason: why }) : m.deal_line_ended_by({ name, reason: why });
  }
  if (reason === null) return m.deal_was_cancelled();
  if (declined)
    return mine ? m.deal_line_declined_by_you({ reason }) : m.deal_line_declined_by({ name, reason });
  if (cancelledBy === "both") return m.deal_line_cancelled_both({ reason });
  return mine ? m.deal_line_cancelled_by_you({ reason }) : m.deal_line_cancelled_by({ name, reason });
}

function commonLine(deal: PanelDeal, name: string, role: DealRole): string {
  switch (deal.state) {
    case "cancelled":
      return cancelledLine(deal, name, role);
    case "handed_over":
      return m.deal_line_handed_over({ price: amountText(deal) });
    case "sent":
      return sentLine(deal);
    case "received":
      return m.deal_line_received({ price: amountText(deal) });
    default:
      return m.deal_line_agreed({ price: amountText(deal) });
  }
}

function sentLine(deal: PanelDeal): string {
  const { carrier, tracking } = deal;
  const price = amountText(deal);
  if (carrier !== null && tracking !== null) return m.deal_line_sent_tracked({ price, carrier, tracking });
  const parcel = carrier ?? tracking;
  return parcel === null ? m.deal_line_sent({ price }) : m.deal_line_sent_with({ price, parcel });
}
