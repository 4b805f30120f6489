import type { Approximation } from "#app/ui/price.tsx";

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
  /** The link to its sales, or null without sales. */
  readonly to: string | null;
  /** The height of its bars, 0 to 1. */
  readonly agreedShare: number;
  readonly receivedShare: number;
}

export interface TypeView extends EarnedView {
  readonly type: string;
  readonly label: string;
  /** The share of everything agreed: "12.5%", and 0 to 1. */
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
  /** "Received 9 Nov 2026", or "not yet". */
  readonly received: string;
}

export interface EarningsView {
  /** Everything sold. `receivedToo` says how much of it buyers received, where that is less. */
  readonly sum: EarnedView & { readonly receivedToo: string | null };
  /** The latest sales, and a note when there are more. */
  readonly latest: { readonly sales: readonly SaleView[]; readonly more: string | null };
  /** Whether there are enough sales for a chart and tables. */
  readonly charted: boolean;
  readonly ranges: readonly { readonly to: string; readonly label: string; readonly current: boolean }[];
  readonly rangeLabel: string;
  /** Earliest first. */
  readonly months: readonly MonthView[];
  /** The lines of the chart from the base up: the height, 0 to 1, and the amount. */
  readonly lines: readonly { readonly at: number; readonly text: string }[];
  /** The total of the shown months, or null without sales. */
  readonly shown: EarnedView | null;
  readonly types: readonly TypeView[];
  /** The CSV files of the range and of everything. */
  readonly file: string;
  readonly fileOfAll: string;
  readonly opened: {
    readonly title: string;
    readonly sales: readonly SaleView[];
    /** A note when not all sales are listed. */
    readonly more: string | null;
    readonly file: string;
    readonly closeTo: string;
  } | null;
}
