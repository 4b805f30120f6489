/**
 * The state of a deal (docs/decisions/0047-deals.md). "open": the seller reserved or sold it, and the buyer or the
 * seller has not confirmed yet. "agreed": both have confirmed.
 */
export const DEAL_STATES = ["open", "agreed", "handed_over", "sent", "received", "cancelled"] as const;
export type DealState = (typeof DEAL_STATES)[number];

/** The allowed moves from each state. The database refuses every other move (`status_moves`). */
export const DEAL_MOVES: Readonly<Record<DealState, readonly DealState[]>> = {
  // Only a deal that is not confirmed by both can be cancelled.
  open: ["agreed", "cancelled"],
  agreed: ["handed_over", "sent", "received"],
  handed_over: ["received"],
  sent: ["received"],
  received: [],
  cancelled: [],
};
