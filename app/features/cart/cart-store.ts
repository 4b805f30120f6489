import type { Picked } from "#app/features/listings/picked.ts";
import type { ListingKey } from "#app/features/listings/queries.server.ts";

/** Something in a cart. */
export interface CartItem extends ListingKey {
  /** What it was called when it was put in; null where that was not kept. */
  readonly name: string | null;
}

/** Where a cart is kept: an account's in the database, a visitor's in a cookie. */
export interface CartStore {
  /** The latest first. */
  items(): Promise<readonly CartItem[]>;
  /** Puts one in; twice is once. `full`: so many are in already, and this one is not. */
  add(listing: ListingKey): Promise<{ readonly full: number } | null>;
  /** Takes these out: those that were in, and where they were. */
  remove(picked: readonly ListingKey[]): Promise<readonly Picked[]>;
  /** Puts back what `remove` answered. */
  restore(picked: readonly Picked[]): Promise<void>;
  /** Set-Cookie values by which the browser knows it. */
  cookies(): readonly string[];
}
