/**
 * What the home page promises (account-shell-home spec §2 Home page, §9): to change an offer is to change it here. The
 * sentences around the figures are in messages/ (`home_first_*`, `home_earn_*`).
 */
export const OFFERS = {
  /** Off the first order, with this code. */
  firstOrder: { percent: 10, code: "FIRSTSERVE" },
  /** What is kept of a sale; nothing of the first listing's. */
  sellingFee: { percent: 10 },
  /** Days in which something may go back. */
  returns: { days: 30 },
} as const;
