import type { Approximation } from "#app/ui/price.tsx";

/** What something comes to, as it is read. */
export interface AmountView {
  /** "€1,189.00" */
  readonly text: string;
  readonly approximately: Approximation | null;
  /** "1,234" */
  readonly sales: string;
}

export interface EarnedView {
  readonly agreed: AmountView;
  readonly received: AmountView;
}

export interface MonthView extends EarnedView {
  /** "2026-11" */
  readonly month: string;
  /** "November 2026" */
  readonly label: string;
  /** "Nov", and "N" where there is little room. */
  readonly short: string;
  readonly narrow: string;
  /** Where its sales are listed; null where there are none. */
  readonly to: string | null;
  /** How high its bars are: 0 to 1. */
  readonly agreedShare: number;
  readonly receivedShare: number;
}

export interface TypeView extends EarnedView {
  readonly type: string;
  readonly label: string;
  /** Of all that was agreed: "12.5%", and 0 to 1. */
  readonly share: string;
  readonly shareOfAll: number;
}

export interface SaleView {
  readonly id: string;
  readonly to: string;
  readonly name: string;
  readonly price: string;
  readonly approximately: Approximation | null;
  /** "Buyer: ana", "Buyer: someone else" */
  readonly buyer: string;
  /** "2 pieces"; null for one. */
  readonly pieces: string | null;
  /** "Agreed 3 Nov 2026" */
  readonly agreed: string;
  /** "Received 9 Nov 2026", or that it was not yet. */
  readonly received: string;
}

export interface EarningsView {
  readonly totals: readonly (EarnedView & { readonly label: string })[];
  readonly ranges: readonly { readonly to: string; readonly label: string; readonly current: boolean }[];
  /** The months that are shown, in words. */
  readonly rangeLabel: string;
  /** The earliest first. */
  readonly months: readonly MonthView[];
  /** The lines of the chart from its ground up: where, 0 to 1, and how much that is. */
  readonly lines: readonly { readonly at: number; readonly text: string }[];
  /** All that is shown; null where there is nothing in these months. */
  readonly shown: EarnedView | null;
  readonly types: readonly TypeView[];
  /** The file of what is shown, and of everything. */
  readonly file: string;
  readonly fileOfAll: string;
  /** The month that is opened. */
  readonly opened: {
    readonly title: string;
    readonly sales: readonly SaleView[];
    /** What is said where not all are listed. */
    readonly more: string | null;
    readonly file: string;
    readonly closeTo: string;
  } | null;
}
