import type { ListingKey } from "#app/domain/listing.ts";
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
