export interface PriceGuideView {
  /** "Sold here for €95–130", "Asked here: €95–130". */
  readonly text: string;
  /** "€115 in the middle". */
  readonly middle: string;
  /** "7 sales in 12 months · Condition: Good". */
  readonly basis: string;
}
