/** A category with matches, and their number. */
export interface TypeView {
  /** "Rackets" */
  readonly label: string;
  /** "1,000+" */
  readonly count: string;
  readonly href: string;
  readonly current: boolean;
}

/** The text that was searched for instead of the typed one. */
export interface CorrectionView {
  readonly text: string;
  readonly typed: string;
  /** The address of the same search with exactly the typed text. */
  readonly href: string;
}

/** An alternative search with results, or a category to start from. */
export interface AlternativeSearch {
  readonly label: string;
  readonly href: string;
}

/** A suggestion while the visitor types. `note` follows the text: "in Rackets". */
export interface Suggestion {
  readonly text: string;
  readonly note?: string;
  readonly to: string;
}
