/** A seller's public profile. */
export interface SellerView {
  readonly username: string;
  readonly avatarUrl: string | null;
  /** The month of the registration: "November 2026". */
  readonly since: string;
  /** "Netherlands" */
  readonly country: string | null;
  readonly rating: RatingView | null;
  /** A sentence that says how many of the seller's deals were ended by the other party alone; null for none. */
  readonly ended: string | null;
  /** "10% off 2 or more items"; null for no discount. */
  readonly bundle: string | null;
}

/** The average of a person's reviews. */
export interface RatingView {
  /** 1 to 5. */
  readonly average: number;
  /** "4.6" */
  readonly text: string;
  readonly count: number;
}

/** A type of the seller's listings, or all types. */
export interface TypeFacet {
  readonly label: string;
  readonly count: number;
  readonly href: string;
  readonly chosen: boolean;
}
