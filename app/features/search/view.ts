/** A tab of a search: one category, or all. */
export interface TypeView {
  /** "Rackets" */
  readonly label: string;
  readonly count: string;
  readonly href: string;
  readonly current: boolean;
}

/** Says that a typed text was corrected. */
export interface CorrectionView {
  /** The corrected text. */
  readonly text: string;
  readonly typed: string;
  /** The path and query of the same search with exactly the typed text. */
  readonly href: string;
}

/** A link to another search. */
export interface AlternativeSearch {
  readonly label: string;
  readonly href: string;
}

/** A suggestion while the visitor types. */
export interface Suggestion {
  readonly kind: "search" | "category" | "model" | "seller" | "listing";
  readonly text: string;
  /** What follows the text: "in Rackets". */
  readonly note?: string;
  readonly to: string;
  /** The price of a listing. */
  readonly price?: string;
  /** The URL of a listing's picture. */
  readonly picture?: string;
}
