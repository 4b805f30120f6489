/** The promises on the shop's pages (A9.1, A9.2, A9.3). Change a promise here; operators can set the fee. */
export const PROMISES = {
  /** The discount on the first order, with this code. */
  firstOrder: { percent: 10, code: "FIRSTSERVE" },
  /** The shop's share of a sale; the first listing is free of it. */
  sellingFee: { percent: 10 },
  returns: { days: 30 },
  /** The minimum number of reviews of a verified seller, and their minimum average (1 to 5 stars). */
  verifiedSeller: { reviews: 2, average: 4 },
} as const;

/** The help page's answer about each promise. The id is part of a URL, so it never changes. */
export const PROMISE_ANSWERS = {
  firstOrder: "first-order-discount",
  sellingFee: "selling-fees",
  returns: "thirty-day-returns",
  verifiedSeller: "verified-sellers",
} as const satisfies Record<keyof typeof PROMISES, string>;

export function promisePath(promise: keyof typeof PROMISES): string {
  return `/help#${PROMISE_ANSWERS[promise]}`;
}
