export interface SellerView {
  readonly username: string;
  readonly avatarUrl: string | null;
  /** When the seller joined: "November 2026". */
  readonly since: string;
  /** "Netherlands" */
  readonly country: string | null;
  readonly rating: RatingView | null;
  /** How many deals the other party ended alone, as a sentence; null for none. */
  readonly ended: string | null;
  /** "10% off 2 or more items"; null for no discount. */
  readonly bundle: string | null;
}

export interface RatingView {
  /** 1 to 5. */
  readonly average: number;
  /** "4.6" */
  readonly text: string;
  readonly count: number;
}

export interface TypeFacet {
  readonly label: string;
  readonly count: number;
  readonly href: string;
  readonly chosen: boolean;
}

export interface TraderView {
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}
