/** What the shop's pages promise (A9.1, A9.2, A9.3). To change a promise is to change it here. */
export const PROMISES = {
  /** Off the first order, with this code. */
  firstOrder: { percent: 10, code: "FIRSTSERVE" },
  /** Kept of a sale; nothing of the first listing's. */
  sellingFee: { percent: 10 },
  /** Days in which an item may be returned. */
  returns: { days: 30 },
  /** Reviews that a verified seller has at least, and their average: 1 to 5 stars. */
  verifiedSeller: { reviews: 2, average: 4 },
} as const;

/** Where the help page says what a promise is worth today. An id is an address: it never changes. */
export const PROMISE_ANSWERS = {
  firstOrder: "first-order-discount",
  sellingFee: "selling-fees",
  returns: "thirty-day-returns",
  verifiedSeller: "verified-sellers",
} as const satisfies Record<keyof typeof PROMISES, string>;

/** The address of the help page's answer about a promise. */
export function promisePath(promise: keyof typeof PROMISES): string {
  return `/help#${PROMISE_ANSWERS[promise]}`;
}
