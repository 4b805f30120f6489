import { href } from "react-router";

/** A deal's own page, on which its reviews stand. */
export function orderPath(dealId: string): string {
  return href("/orders/:dealId", { dealId });
}

/** Where one of a deal's two writes about the other. */
export function reviewPath(dealId: string): string {
  return href("/orders/:id/review", { id: dealId });
}

/** Where the reviewed person answers a review. */
export function answerPath(id: string): string {
  return href("/reviews/:id/answer", { id });
}

/** Where a review is reported. */
export function reportPath(id: string): string {
  return href("/reviews/:id/report", { id });
}
