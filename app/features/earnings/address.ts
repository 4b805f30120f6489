import { href } from "react-router";
import { ALL_YEARS, LAST_MONTHS, type Range } from "./rules.ts";

export const EARNINGS_PATH = href("/my-earnings");

/** With `month`, the page also lists the sales of this month. */
export function earningsPath(range: Range, month: string | null = null): string {
  const query = new URLSearchParams();
  if (range !== LAST_MONTHS) query.set("range", range);
  if (month) query.set("month", month);
  return EARNINGS_PATH + (query.size > 0 ? `?${query}` : "");
}

export function exportPath(range: Range): string {
  return `${EARNINGS_PATH}/export.csv${range === LAST_MONTHS ? "" : `?range=${range}`}`;
}

export function exportName(range: Range): string {
  const part = range === LAST_MONTHS ? "last-12-months" : range === ALL_YEARS ? "all" : range;
  return `second-serve-sales-${part}.csv`;
}
