/** What stands on the picture of a listing where somebody shares it. */
export interface ListingPicture {
  readonly kind: "listing";
  readonly name: string;
  /** "€1,189.00" */
  readonly price: string;
  readonly facts: string;
  /** Line drawing for where there is no photo: SVG path data on a square of 48 units. */
  readonly drawing: readonly string[];
}

/** What stands on the picture of every other page. */
export interface ShopPicture {
  readonly kind: "shop";
  readonly title: string;
  readonly lead: string;
}

export type SharedPicture = ListingPicture | ShopPicture;

/** In pixels: what all who show such pictures ask for. */
export const SHARED_SIZE = { width: 1200, height: 630 } as const;
