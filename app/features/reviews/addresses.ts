import { href } from "react-router";

/** A deal's own page, which shows its reviews. */
export function orderPath(dealId: string): string {
  return href("/orders/:dealId", { dealId });
}

/** The page where a party of a deal writes its review. */
export function reviewPath(dealId: string): string {
  return href("/orders/:id/review", { id: dealId });
}

/** The page where the reviewed user answers a review. */
export function answerPath(id: string): string {
  return href("/reviews/:id/answer", { id });
}

/** The page where a review is reported. */
export function reportPath(id: string): string {
  return href("/reviews/:id/report", { id });
}
