import type { ListingStatus } from "#app/domain/listing.ts";

/** The cart's size limits. A visitor's cart is in a cookie that each request sends. */
export const MAX_IN_CART = { visitor: 50, account: 100 } as const;

/** The limit of an account's cart when a visitor's cart is merged into it: a full cart still accepts these items. */
export const MAX_MERGED = 500;

/** The state of an item. "blocked": the viewer blocks its seller. */
export type ItemState = ListingStatus | "blocked";

/**
 * The state of an item for the viewer. It does not reveal that a seller blocks the viewer
 * (docs/decisions/0028-messages.md).
 */
export function stateOf(listing: { readonly status: ListingStatus; readonly blocked: boolean }): ItemState {
  return listing.blocked ? "blocked" : listing.status;
}
