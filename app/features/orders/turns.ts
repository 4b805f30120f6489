import type { DealRole } from "#app/domain/deal.ts";
import type { DealFacts } from "#app/domain/deal-process.ts";
import type { OrderFilter } from "#app/features/deals/view.ts";

/** How far a deal has come, for the filter of the list. Each deal is in exactly one stage. */
export type Stage = Exclude<OrderFilter, "todo">;

/**
 * The stage of a deal. A sale to a buyer outside the shop is done: nobody will confirm it.
 */
export function stageOf(deal: DealFacts): Stage {
  switch (deal.state) {
    case "open":
      return deal.sellerConfirmed && !deal.buyerHere && deal.abandoned === null ? "done" : "open";
    case "agreed":
      return "open";
    case "handed_over":
    case "sent":
      return "on_the_way";
    case "received":
      return "done";
    case "cancelled":
      return "cancelled";
  }
}

/**
 * The party who is expected to act next. Null when nobody is, as when the time of a request is over. If a party deleted their account before the item was
 * given, it is the other one.
 * @param proposedBy who made the deal's open proposal, which the other party has to answer
 */
export function turnOf(deal: DealFacts, proposedBy: DealRole | null): DealRole | null {
  const { sellerHere, buyerHere, abandoned } = deal;
  if (abandoned !== null) return abandoned;
  if (deal.lapsed) return null;
  switch (deal.state) {
    case "open":
      if (buyerHere && !deal.buyerConfirmed) return "buyer";
      return sellerHere && !deal.sellerConfirmed ? "seller" : null;
    case "agreed":
      return proposedBy === "seller" ? "buyer" : "seller";
    case "handed_over":
    case "sent":
      return buyerHere ? "buyer" : null;
    case "received":
    case "cancelled":
      return null;
  }
}
