import { href } from "react-router";
import type { MainPhoto } from "#app/features/photos/photo.ts";
import type { Approximation } from "#app/ui/price.tsx";

export const CART_PATH = href("/cart");

export interface Cost {
  /** "€189.00" */
  readonly price: string;
  readonly approximately: Approximation | null;
}

export interface CartItemView extends Cost {
  /** The item's value in forms (`pickedText`). */
  readonly item: string;
  readonly path: string;
  readonly name: string;
  readonly photo: MainPhoto;
  /** "3 available", when there is more than one. */
  readonly available: string | null;
  /** "Sold", "Reserved" …: why the item is not in the sum; null when it is. */
  readonly unavailable: string | null;
  /** The path of the viewer's order of the item, because of which it is unavailable. */
  readonly order: string | null;
}

/** A deleted listing, with its name if it is known. */
export type GoneView = Pick<CartItemView, "item" | "name">;

/** Includes the sellers' discounts for several items. */
interface Sum extends Cost {
  readonly count: number;
  /** The sum without discounts; null when there are none. */
  readonly before: string | null;
}

export interface SellerGroup {
  readonly username: string;
  readonly avatarUrl: string | null;
  /** The location of the seller's items: "1012 NL"; null when it is unknown. */
  readonly place: string | null;
  readonly items: readonly CartItemView[];
  /** The number and sum of the available items, or null when there are none. */
  readonly sum: Sum | null;
  /** "10% off when you buy 2 or more items": the seller's discount, or null. */
  readonly bundle: string | null;
  /** The suggested message, or null when no item is available. */
  readonly message: string | null;
  /** The message's id, so that sending it twice stores it once. */
  readonly clientId: string;
}

export interface CartView {
  readonly groups: readonly SellerGroup[];
  readonly gone: readonly GoneView[];
  readonly sum: Sum | null;
  readonly unavailableItems: readonly string[];
}

/** What the viewer asked a seller for, in one conversation. */
export interface RequestView {
  readonly roomId: string;
  readonly seller: string;
  readonly items: readonly CartItemView[];
}

/** A message to a seller that was written before signing in. */
export interface Note {
  readonly seller: string;
  readonly text: string;
}
