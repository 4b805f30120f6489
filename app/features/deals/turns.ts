import type { DealFacts, DealRole } from "./rules.ts";
import type { Show } from "./view.ts";

/** A part of the list by the deal's progress; each deal is in exactly one. */
export type Stage = Exclude<Show, "todo">;

/** The progress of a deal. A sale to a buyer outside the shop is done, because nobody has to confirm it. */
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
 * The party who is expected to act next, or null when there is none or that party is not here.
 * @param proposedBy who made its open proposal of another price or a cancellation, which the other party answers
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
