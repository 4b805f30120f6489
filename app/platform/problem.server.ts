import { data } from "react-router";

/** What an error page is told: a sentence for a person, in their language. */
export interface Problem {
  readonly message: string;
  /** Where to go instead. */
  readonly link?: { readonly to: string; readonly text: string };
}

/**
 * Throw it in a loader or an action: the nearest error page shows it with this status. What else is in it is that page's
 * own business.
 */
export function problem(
  status: 400 | 403 | 404 | 405 | 409 | 410 | 413 | 422 | 429 | 500,
  problem: Problem & Readonly<Record<string, unknown>>,
) {
  return data(problem, { status });
}
