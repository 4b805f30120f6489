import { m } from "#app/paraglide/messages.js";

/** "23 results" */
export function resultCount(total: number, capped: boolean): string {
  if (capped) return m.browse_results_many({ count: total });
  return total === 1 ? m.browse_results_one() : m.browse_results({ count: total });
}
