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
  status: 400 | 403 | 404 | 405 | 409 | 410 | 413 | 422 | 429 | 500 | 503,
  problem: Problem & Readonly<Record<string, unknown>>,
) {
  return data(problem, { status });
}

/** What a thrown refusal (`problem`, `limit`) says to a person; null for a fault of ours. */
export async function refusalOf(thrown: unknown): Promise<{ status: number; message: string } | null> {
  if (thrown instanceof Response)
    return thrown.status < 400 ? null : { status: thrown.status, message: await thrown.clone().text() };
  const { data: told, init } = (thrown ?? {}) as Partial<ReturnType<typeof problem>>;
  if (told?.message === undefined || init?.status === undefined) return null;
  return { status: init.status, message: told.message };
}
