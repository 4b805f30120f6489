import { formatNumber } from "#app/domain/format.ts";
import { getLocale } from "#app/paraglide/runtime.js";

/** A count in the visitor's language: "30,000", "30.000". */
export function countText(count: number): string {
  return formatNumber(count, getLocale());
}
