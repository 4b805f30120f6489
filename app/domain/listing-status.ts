/** What becomes of a listing (docs/decisions/0045-listing-status.md). */
export const LISTING_STATUSES = ["available", "reserved", "sold"] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** Where a listing may go from each; the database refuses every other move (`status_moves`). */
export const LISTING_MOVES: Readonly<Record<ListingStatus, readonly ListingStatus[]>> = {
  available: ["reserved", "sold"],
  reserved: ["available", "sold"],
  // Listed again. Nobody reserves what is not there.
  sold: ["available"],
};

/**
 * What follows from how many pieces there are and how many of them are reserved; the database's `listing_status` says
 * the same. Only what is "available" is browsed and found.
 */
export function listingStatus(quantity: number, reserved: number): ListingStatus {
  if (quantity === 0) return "sold";
  return reserved >= quantity ? "reserved" : "available";
}
