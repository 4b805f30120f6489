import { m } from "#app/paraglide/messages.js";

/** Longer than any answer takes; then it is offered to be tried again. */
const PATIENCE_MS = 20_000;

/**
 * Asks an endpoint that answers in JSON, or sends it a form. `path` is an address in the page's language (`useHref`), so
 * that refusals are in it too.
 * @throws an Error whose message is a sentence for a person: the server's `error`, or that it could not be reached
 */
export async function call<Answer>(path: string, form?: FormData): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: form ? "POST" : "GET",
      body: form,
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    throw new Error(m.error_offline_message());
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as Answer;
  const { error } = (answer ?? {}) as { error?: unknown };
  throw new Error(typeof error === "string" ? error : m.error_500_message());
}

/** The sentence of what `call` threw. */
export function sentenceOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : m.error_500_message();
}
