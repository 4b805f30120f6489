/**
 * Where a deal stands (docs/decisions/0047-deals.md). "open": the seller reserved it for somebody, or sold it to them, and
 * one of the two has not confirmed yet; "agreed": both have.
 */
export const DEAL_STATES = ["open", "agreed", "handed_over", "sent", "received", "cancelled"] as const;
export type DealState = (typeof DEAL_STATES)[number];

/** Where a deal may go from each; the database refuses every other move (`status_moves`). */
export const DEAL_MOVES: Readonly<Record<DealState, readonly DealState[]>> = {
  // Only what one of the two has not confirmed can be cancelled.
  open: ["agreed", "cancelled"],
  agreed: ["handed_over", "sent", "received"],
  handed_over: ["received"],
  sent: ["received"],
  received: [],
  cancelled: [],
};
