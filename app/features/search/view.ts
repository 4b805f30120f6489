/** A category that listings were found in, and how many. */
export interface TypeView {
  /** "Rackets" */
  readonly label: string;
  /** "1,000+" */
  readonly count: string;
  readonly href: string;
  readonly current: boolean;
}

/** What was searched for instead of what was typed. */
export interface CorrectionView {
  readonly text: string;
  readonly typed: string;
  /** The same search for exactly what was typed. */
  readonly href: string;
}

/** A search that finds something, or a place to start from. */
export interface AlternativeSearch {
  readonly label: string;
  readonly href: string;
}

/** What is suggested while somebody types. `note` stands behind the text: "in Rackets". */
export interface Suggestion {
  readonly text: string;
  readonly note?: string;
  readonly to: string;
}
