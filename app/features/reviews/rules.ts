import type { DealState } from "#app/domain/deal.ts";

export const STARS = [1, 2, 3, 4, 5] as const;
/** Characters, as PostgreSQL counts them. */
export const COMMENT_MAX = 2000;
export const ANSWER_MAX = 1000;
export const REPORT_MAX = 1000;

/** So many days a review waits for the other's; then everybody reads it alone. */
export const HIDDEN_DAYS = 7;

/** What can be wrong with a review (db/migrations/0015_reviews.sql). */
export const REPORT_REASONS = ["untrue", "insulting", "private", "advertising", "other"] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** In which states a deal is confirmed by both, so that they can say how it went. */
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
