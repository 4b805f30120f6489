/**
 * The months whose sales are shown, in UTC: a year ("2026"), a month ("2026-03"), the last twelve months ("") or all
 * months ("all").
 */
export type Range = string;
export const LAST_MONTHS: Range = "";
export const ALL_YEARS: Range = "all";

const SHOWN_MONTHS = 12;

/** How many of the latest sales the earnings page lists. An opened month has its own list. */
export const LATEST = 10;
/** With fewer sales, the earnings page has no chart and no tables. */
export const MIN_CHARTED = 3;

const YEAR = /^[12]\d{3}$/;
const MONTH = /^[12]\d{3}-(0[1-9]|1[0-2])$/;

/** An invalid range means the last twelve months. */
export function readRange(text: string | null): Range {
  return text !== null && (text === ALL_YEARS || YEAR.test(text) || MONTH.test(text)) ? text : LAST_MONTHS;
}

export function isYear(range: Range): boolean {
  return YEAR.test(range);
}

export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, "2026-11".length);
}

export function startOf(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`);
}

function monthsFrom(month: string, count: number): string {
  const start = startOf(month);
  return monthOf(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count)));
}

/** The months of a range, earliest first; empty for "all". */
export function monthsIn(range: Range, now: Date): readonly string[] {
  if (range === ALL_YEARS) return [];
  if (MONTH.test(range)) return [range];
  const first = isYear(range) ? `${range}-01` : monthsFrom(monthOf(now), 1 - SHOWN_MONTHS);
  return Array.from({ length: SHOWN_MONTHS }, (_, at) => monthsFrom(first, at));
}

/** `from` is included, `to` is not. */
export interface Interval {
  readonly from: Date;
  readonly to: Date;
}

/** Null for "all". */
export function intervalOf(range: Range, now: Date): Interval | null {
  const months = monthsIn(range, now);
  const [first, last] = [months.at(0), months.at(-1)];
  return first && last ? { from: startOf(first), to: startOf(monthsFrom(last, 1)) } : null;
}

/** The type of a sale whose items have several types. It has one price for all items, so it cannot be split. */
export const SEVERAL_TYPES = "several";

export interface Sale {
  readonly state: string;
  readonly elsewhere: boolean;
  /** Null for a deleted user and for a buyer outside the shop. */
  readonly buyer_id: string | null;
  readonly seller_confirmed_at: Date | null;
  readonly buyer_confirmed_at: Date | null;
  readonly received_at: Date | null;
}

export interface CountedSale {
  readonly agreedAt: Date | null;
  readonly receivedAt: Date | null;
}

/**
 * A sale is agreed when both parties have confirmed it. A buyer outside the shop cannot confirm, so the seller's
 * confirmation counts as both agreed and received. A sale whose buyer deleted their account before they got the item did
 * not happen. `queries.server.ts` has the same rule in SQL.
 */
export function countedOf(sale: Sale): CountedSale {
  const { state, elsewhere, seller_confirmed_at: sold, buyer_confirmed_at: confirmed } = sale;
  if (state === "cancelled" || sold === null) return { agreedAt: null, receivedAt: null };
  if (elsewhere) return { agreedAt: sold, receivedAt: sold };
  const hasLeft = state === "agreed" && sale.buyer_id === null;
  if (state === "open" || confirmed === null || hasLeft) return { agreedAt: null, receivedAt: null };
  return { agreedAt: new Date(Math.max(sold.getTime(), confirmed.getTime())), receivedAt: sale.received_at };
}

export interface MonthSum {
  readonly month: string;
  readonly type: string;
  readonly what: "agreed" | "received";
  readonly cents: number;
  readonly sales: number;
}

export interface EarnedAmount {
  readonly cents: number;
  readonly sales: number;
}

export type Earned = Readonly<Record<MonthSum["what"], EarnedAmount>>;

export function earnedIn(sums: readonly MonthSum[]): Earned {
  const amountOf = (what: MonthSum["what"]) => {
    const those = sums.filter((sum) => sum.what === what);
    return {
      cents: those.reduce((all, { cents }) => all + cents, 0),
      sales: those.reduce((all, { sales }) => all + sales, 0),
    };
  };
  return { agreed: amountOf("agreed"), received: amountOf("received") };
}

export function byMonth(
  sums: readonly MonthSum[],
  months: readonly string[],
): readonly { readonly month: string; readonly earned: Earned }[] {
  return months.map((month) => ({ month, earned: earnedIn(sums.filter((sum) => sum.month === month)) }));
}

/**
 * `types` come first, in their order. Other types are included only if they have sales. `share` is the type's part of
 * the agreed amount of all types, 0 to 1.
 */
export function byType(
  sums: readonly MonthSum[],
  types: readonly string[],
): readonly { readonly type: string; readonly earned: Earned; readonly share: number }[] {
  const all = earnedIn(sums).agreed.cents;
  const every = [...new Set([...types, ...sums.map(({ type }) => type)])];
  return every.map((type) => {
    const earned = earnedIn(sums.filter((sum) => sum.type === type));
    return { type, earned, share: all === 0 ? 0 : earned.agreed.cents / all };
  });
}

/** The years with sales and the current year, latest first. */
export function yearsOf(sums: readonly MonthSum[], now: Date): readonly string[] {
  const years = [monthOf(now), ...sums.map(({ month }) => month)].map((month) => month.slice(0, 4));
  return [...new Set(years)].sort().reverse();
}

const MAX_LINES = 4;
const EURO = 100;

/** The round amounts, in cents, at which a chart has grid lines. The last amount is at least `most`. */
export function linesFor(most: number): readonly number[] {
  const rough = Math.max(EURO, most / MAX_LINES);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? 10 * power;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) }, (_, at) => (at + 1) * step);
}
