/** Somebody as anybody may see them. */
export interface SellerView {
  readonly username: string;
  readonly avatarUrl: string | null;
  /** "November 2026" */
  readonly since: string;
  /** "Netherlands" */
  readonly country: string | null;
  readonly rating: RatingView | null;
}

/** The reviews that somebody received, in one figure. */
export interface RatingView {
  /** 1 to 5. */
  readonly average: number;
  /** "4.6" */
  readonly text: string;
  readonly count: number;
}

/** A type that the seller has listings of, or all of them. */
export interface TypeFacet {
  readonly label: string;
  readonly count: number;
  readonly href: string;
  readonly chosen: boolean;
}
