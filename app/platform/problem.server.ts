import { data } from "react-router";

/** The content of an error page: a sentence for the visitor, in their language. */
export interface Problem {
  readonly message: string;
  readonly link?: { readonly to: string; readonly text: string };
}

/**
 * A response to throw in a loader or an action. The nearest error page shows it with this status. Further fields are
 * for that page only.
 */
export function problem(
  status: 400 | 403 | 404 | 405 | 409 | 410 | 413 | 422 | 429 | 500 | 503,
  problem: Problem & Readonly<Record<string, unknown>>,
) {
  return data(problem, { status });
}

/** The status and message of a thrown refusal (`problem`, `limit`), or null for an error of ours. */
export async function refusalOf(thrown: unknown): Promise<{ status: number; message: string } | null> {
  if (thrown instanceof Response)
    return thrown.status < 400 ? null : { status: thrown.status, message: await thrown.clone().text() };
  const { data: told, init } = (thrown ?? {}) as Partial<ReturnType<typeof problem>>;
  if (told?.message === undefined || init?.status === undefined) return null;
  return { status: init.status, message: told.message };
}
