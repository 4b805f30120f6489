/**
 * The figures of the promises on the shop's pages. Operators can set the fee, and decide which promises
 * the shop makes (docs/decisions/0140-promises-of-operators.md).
 */
export const PROMISES = {
  /** The discount on the first order, with this code. */
  firstOrder: { percent: 10, code: "FIRSTSERVE" },
  /** The shop's share of a sale. */
  sellingFee: { percent: 10 },
  returns: { days: 30 },
  /** The minimum number of reviews of a verified seller, and their minimum average (1 to 5 stars). */
  verifiedSeller: { reviews: 2, average: 4 },
} as const;

/** The promises that operators switch on and off. */
export const SWITCHED_PROMISES = ["returns", "firstOrder", "firstListing", "sellingFee"] as const;
export type SwitchedPromise = (typeof SWITCHED_PROMISES)[number];

/** What pages may promise. */
export interface MadePromises {
  readonly returns: boolean;
  readonly firstOrder: boolean;
  readonly firstListing: boolean;
  /** The shop's share in percent; null when pages do not announce it. */
  readonly sellingFee: number | null;
}

export const NO_PROMISES: MadePromises = {
  returns: false,
  firstOrder: false,
  firstListing: false,
  sellingFee: null,
};

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
