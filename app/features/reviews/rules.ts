import type { DealState } from "#app/domain/deal.ts";

export const STARS = [1, 2, 3, 4, 5] as const;
export const COMMENT_MAX = 2000;
export const ANSWER_MAX = 1000;

/** After this many days a review becomes public, even if the other party has not written one. */
export const HIDDEN_DAYS = 7;

const REVIEWABLE: Readonly<Record<DealState, boolean>> = {
  open: false,
  agreed: true,
  handed_over: true,
  sent: true,
  received: true,
  cancelled: false,
};

export function isReviewable(state: DealState): boolean {
  return REVIEWABLE[state];
}
