import type { ListingStatus } from "#app/domain/listing-status.ts";

/** Most of a cart: a visitor's travels with each request, in a cookie. */
export const MAX_IN_CART = { visitor: 50, account: 100 } as const;

/** Most of an account's cart, whatever was brought along: what was put in while signed out is never refused for 100. */
export const MAX_BROUGHT = 500;

/** What became of something in a cart. "blocked": the reader blocks its seller. */
export type ItemState = ListingStatus | "blocked";

/**
 * What became of it, for who has it in the cart. That a seller blocks the reader is not told, here as elsewhere
 * (docs/decisions/0028-messages.md).
 */
export function stateOf(listing: { readonly status: ListingStatus; readonly blocked: boolean }): ItemState {
  return listing.blocked ? "blocked" : listing.status;
}
