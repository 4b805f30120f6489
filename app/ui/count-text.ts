import { formatNumber, isSingular } from "#app/domain/format.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";

/** A count in the visitor's language: "30,000", "30.000". */
export function countText(count: number): string {
  return formatNumber(count, getLocale());
}

/** "23 results" */
export function resultCount(total: number, capped: boolean): string {
  if (capped) return m.browse_results_many({ count: total });
  return isSingular(total, getLocale())
    ? m.browse_results_one({ count: total })
    : m.browse_results({ count: total });
}
