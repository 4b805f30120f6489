import type { DealFacts, DealRole } from "./rules.ts";
import type { OrderFilter } from "./view.ts";

/** How far a deal has come, for the filter of the list. Each deal is in exactly one stage. */
export type Stage = Exclude<OrderFilter, "todo">;

/**
 * The stage of a deal. A sale to a buyer outside the shop, or to one who deleted their account, is done: nobody will
 * confirm it.
 */
export function stageOf(deal: DealFacts): Stage {
  switch (deal.state) {
    case "open":
      return deal.sellerConfirmed && !deal.buyerHere ? "done" : "open";
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
 * The party who is expected to act next. Null when nobody is, or when the deal cannot go on because a party has deleted
 * their account. If the seller of an agreed deal has, it is the buyer, who can confirm its arrival or cancel.
 * @param proposedBy who made the deal's open proposal, which the other party has to answer
 */
export function turnOf(deal: DealFacts, proposedBy: DealRole | null): DealRole | null {
  const { sellerHere, buyerHere } = deal;
  switch (deal.state) {
    case "open":
      if (buyerHere && !deal.buyerConfirmed) return sellerHere ? "buyer" : null;
      return sellerHere && !deal.sellerConfirmed ? "seller" : null;
    case "agreed":
      if (!buyerHere) return null;
      return sellerHere && proposedBy !== "seller" ? "seller" : "buyer";
    case "handed_over":
    case "sent":
      return buyerHere ? "buyer" : null;
    case "received":
    case "cancelled":
      return null;
  }
}
