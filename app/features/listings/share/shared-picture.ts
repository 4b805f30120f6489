/** The texts on the picture of a shared listing. */
export interface ListingPicture {
  readonly kind: "listing";
  readonly name: string;
  /** "€1,189.00" */
  readonly price: string;
  readonly facts: string;
  /** The line drawing used without a photo: SVG path data on a square of 48 units. */
  readonly drawing: readonly string[];
}

/** The texts on the picture of every other page. */
export interface ShopPicture {
  readonly kind: "shop";
  readonly title: string;
  readonly lead: string;
}

export type SharedPicture = ListingPicture | ShopPicture;

/** In pixels: the size that sites with link previews recommend. */
export const SHARED_SIZE = { width: 1200, height: 630 } as const;
