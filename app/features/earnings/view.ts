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
  /** "Nov" */
  readonly short: string;
  /** "N", for a small screen. */
  readonly narrow: string;
  /** The path that lists the sales of the month; null without sales. */
  readonly to: string | null;
  /** The height of the bar of agreed sales, 0 to 1. */
  readonly agreedShare: number;
  /** The height of the bar of received sales, 0 to 1. */
  readonly receivedShare: number;
}

export interface EarnedTypeView extends EarnedView {
  readonly type: string;
  readonly label: string;
  /** The share of this type in the amount of all agreed sales: "12.5%". */
  readonly share: string;
  /** The same share as a number, 0 to 1. */
  readonly shareOfAll: number;
}

export interface SaleView {
  readonly id: string;
  readonly to: string;
  readonly name: string;
  readonly price: string;
  readonly approximately: Approximation | null;
  /** "Buyer: ana", "Buyer: someone outside Second Serve" */
  readonly buyer: string;
  /** "3 items"; null for one. */
  readonly pieces: string | null;
  /** "Agreed Nov 3, 2026" */
  readonly agreed: string;
  /** "Received Nov 9, 2026", or "Not received yet". */
  readonly received: string;
}

export interface EarningsView {
  /** Of all sales. `receivedToo` is a sentence with the sum of the received sales; null if all are received. */
  readonly sum: EarnedView & { readonly receivedToo: string | null };
  /** `more` is a note that there are more sales; null if there are none. */
  readonly latest: { readonly sales: readonly SaleView[]; readonly more: string | null };
  /** Whether there are enough sales for a chart and tables. */
  readonly charted: boolean;
  readonly ranges: readonly { readonly to: string; readonly label: string; readonly current: boolean }[];
  readonly rangeLabel: string;
  /** The earliest first. */
  readonly months: readonly MonthView[];
  /** The grid lines of the chart, the lowest first: the height, 0 to 1, and the amount. */
  readonly lines: readonly { readonly at: number; readonly text: string }[];
  /** The total of `months`; null without sales. */
  readonly shown: EarnedView | null;
  readonly types: readonly EarnedTypeView[];
  /** The path of the CSV file of the range. */
  readonly file: string;
  /** The path of the CSV file of all sales. */
  readonly fileOfAll: string;
  readonly opened: {
    readonly title: string;
    readonly sales: readonly SaleView[];
    /** A note that not all sales are listed; otherwise null. */
    readonly more: string | null;
    readonly file: string;
    readonly closeTo: string;
  } | null;
}
