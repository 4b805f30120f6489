export interface TypeView {
  /** "Rackets" */
  readonly label: string;
  readonly count: string;
  readonly href: string;
  readonly current: boolean;
}

export interface CorrectionView {
  readonly text: string;
  readonly typed: string;
  /** The path and query of the same search with exactly the typed text. */
  readonly href: string;
}

export interface AlternativeSearch {
  readonly label: string;
  readonly href: string;
}

export interface Suggestion {
  readonly kind: "search" | "category" | "model" | "seller" | "listing";
  readonly text: string;
  /** "in Rackets" */
  readonly note?: string;
  readonly to: string;
  readonly price?: string;
  /** The URL of the listing's picture. */
  readonly picture?: string;
  /** Instead of a picture: SVG path data on a square of 48 units. */
  readonly drawing?: readonly string[];
}
