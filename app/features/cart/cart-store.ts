import type { ListingKey, ListingStatus } from "#app/domain/listing.ts";
import type { Picked } from "#app/features/listings/picked.ts";

export interface CartItem extends ListingKey {
  /** The listing's name when it was added, or null when it was not stored. */
  readonly name: string | null;
}

/** The storage of a cart: the database for an account, a cookie for a visitor. */
export interface CartStore {
  /** Newest first. */
  items(): Promise<readonly CartItem[]>;
  /**
   * Adds a listing; adding it twice changes nothing.
   * @throws Refused "cart_full"
   */
  add(listing: ListingKey): Promise<void>;
  /**
   * Removes these listings. Returns those that were in the cart, for `restore`: `at` is when they were added, or their
   * position in a visitor's cart.
   */
  remove(picked: readonly ListingKey[]): Promise<readonly Picked[]>;
  restore(picked: readonly Picked[]): Promise<void>;
  /** The Set-Cookie values to send with the response. */
  cookies(): readonly string[];
}

/** The cart's size limits. A visitor's cart is in a cookie that each request sends. */
export const MAX_IN_CART = { visitor: 50, account: 100 } as const;

/** The limit of an account's cart when a visitor's cart is merged into it: a full cart still accepts these items. */
export const MAX_MERGED = 500;

/** The state of an item. "blocked": the viewer blocks its seller. */
type ItemState = ListingStatus | "blocked";

/**
 * The state of an item for the viewer. It does not reveal that a seller blocks the viewer
 * (docs/decisions/0028-messages.md).
 */
export function stateOf(listing: { readonly status: ListingStatus; readonly blocked: boolean }): ItemState {
  return listing.blocked ? "blocked" : listing.status;
}
