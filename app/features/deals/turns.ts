import type { DealFacts, DealRole } from "./rules.ts";
import type { Show } from "./view.ts";

/** A part of the list that a deal is in by how far it has come; each is in one. */
export type Stage = Exclude<Show, "todo">;

/** How far a deal has come. What was sold to somebody who is not here is done: nobody else has a word to say. */
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

/** Who of the two is expected to do something next; null: nobody is, or whoever would be is not here. */
export function turnOf(deal: DealFacts): DealRole | null {
  const { sellerHere, buyerHere } = deal;
  switch (deal.state) {
    case "open":
      if (buyerHere && !deal.buyerConfirmed) return sellerHere ? "buyer" : null;
      return sellerHere && !deal.sellerConfirmed ? "seller" : null;
    case "agreed":
      if (!buyerHere) return null;
      return sellerHere ? "seller" : "buyer";
    case "handed_over":
    case "sent":
      return buyerHere ? "buyer" : null;
    case "received":
    case "cancelled":
      return null;
  }
}
