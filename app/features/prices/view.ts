/** What a model is sold for, or offered for, in the visitor's language. */
export interface PriceGuideView {
  /** For example "Sold here for €95–130". */
  readonly text: string;
  /** For example "€115 in the middle". */
  readonly middle: string;
  /** What the guide is computed from, such as "7 sales in 12 months · Condition: Good". */
  readonly basis: string;
}
