import { href } from "react-router";

export function orderPath(dealId: string): string {
  return href("/orders/:dealId", { dealId });
}

export function reviewPath(dealId: string): string {
  return href("/orders/:id/review", { id: dealId });
}

export function answerPath(id: string): string {
  return href("/reviews/:id/answer", { id });
}

export function reportPath(id: string): string {
  return href("/reviews/:id/report", { id });
}
