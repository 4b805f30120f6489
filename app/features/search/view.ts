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
  /** The address of the same search with exactly the typed text. */
  readonly href: string;
}

export interface AlternativeSearch {
  readonly label: string;
  readonly href: string;
}

/** A suggestion while the visitor types. */
export interface Suggestion {
  readonly kind: "search" | "category" | "model" | "seller" | "listing";
  readonly text: string;
  /** It follows the text: "in Rackets". */
  readonly note?: string;
  readonly to: string;
  /** The price and the address of the picture of a listing. */
  readonly price?: string;
  readonly picture?: string;
}
