import type { Photo } from "#app/features/photos/photo.ts";
import type { Approximation } from "#app/ui/price.tsx";

/** What some things cost together, or one of them. */
export interface Cost {
  /** "€189.00" */
  readonly price: string;
  readonly approximately: Approximation | null;
}

/** Something in the cart. */
export interface CartItemView extends Cost {
  /** As a form names it (`pickedText`). */
  readonly item: string;
  readonly path: string;
  readonly name: string;
  readonly photo: Photo | null;
  /** "3 available", where there are more than one. */
  readonly available: string | null;
  /** "Sold", "Reserved" …: why it is not in the sum; null where it is. */
  readonly away: string | null;
}

/** What was deleted: its name, where one still knows it. */
export type GoneView = Pick<CartItemView, "item" | "name">;

/** What is in the cart of one seller's. */
export interface SellerGroup {
  readonly username: string;
  readonly avatarUrl: string | null;
  /** Where they are: "1012 NL". */
  readonly place: string | null;
  readonly items: readonly CartItemView[];
  /** How many of them can be bought, and what those cost; null where none can. */
  readonly sum: (Cost & { readonly count: number }) | null;
  /** What is written to them, to begin with; null where they take no messages, or nothing of theirs can be bought. */
  readonly message: string | null;
  /** The id under which that is sent, once however often. */
  readonly clientId: string;
}

export interface CartView {
  readonly groups: readonly SellerGroup[];
  readonly gone: readonly GoneView[];
  /** How many can be bought, and what they cost. */
  readonly sum: (Cost & { readonly count: number }) | null;
  /** The items that cannot be bought, as a form names them. */
  readonly away: readonly string[];
}

/** What somebody wrote to a seller before they signed in. */
export interface Note {
  readonly seller: string;
  readonly text: string;
}

/** Why a message was not sent, and what it said. */
export interface MessageRefused {
  readonly ok: false;
  readonly seller: string;
  readonly text: string;
  readonly title: string;
  readonly message: string;
}
