/** The states of a listing (docs/decisions/0003-listings-table.md). */
export const LISTING_STATUSES = ["available", "reserved", "sold", "hidden"] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** The allowed moves from each status. The database refuses every other move (`status_moves`). */
export const LISTING_MOVES: Readonly<Record<ListingStatus, readonly ListingStatus[]>> = {
  available: ["reserved", "sold", "hidden"],
  reserved: ["available", "sold", "hidden"],
  // A sold listing can be listed again, but it cannot be reserved.
  sold: ["available", "hidden"],
  // A hidden listing can be shown again, also if its pieces were reserved or sold while it was hidden
  // (docs/decisions/0091-decisions.md).
  hidden: ["available", "reserved", "sold"],
};

/**
 * The database function `listing_status` does the same. `hidden` is the reason why the listing is hidden; null when it
 * is not.
 */
export function listingStatus(
  quantity: number,
  reserved: number,
  hidden: string | null = null,
): ListingStatus {
  if (hidden !== null) return "hidden";
  if (quantity === 0) return "sold";
  return reserved >= quantity ? "reserved" : "available";
}

/** What names a listing: its category and its id in there. */
export interface ListingKey {
  readonly type: string;
  readonly id: string;
}
