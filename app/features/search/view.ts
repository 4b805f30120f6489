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

/** A suggestion while the visitor types. `note` follows the text: "in Rackets". */
export interface Suggestion {
  readonly text: string;
  readonly note?: string;
  readonly to: string;
}
