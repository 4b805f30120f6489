/** The states of a listing (docs/decisions/0045-listing-status.md). */
export const LISTING_STATUSES = ["available", "reserved", "sold"] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** The allowed moves from each status. The database refuses every other move (`status_moves`). */
export const LISTING_MOVES: Readonly<Record<ListingStatus, readonly ListingStatus[]>> = {
  available: ["reserved", "sold"],
  reserved: ["available", "sold"],
  // Listed again. A sold listing cannot be reserved.
  sold: ["available"],
};

/**
 * Derives the status from the quantity and the number of reserved pieces, as the database function `listing_status`
 * does. Only "available" listings are browsed and found.
 */
export function listingStatus(quantity: number, reserved: number): ListingStatus {
  if (quantity === 0) return "sold";
  return reserved >= quantity ? "reserved" : "available";
}
