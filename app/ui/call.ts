import { m } from "#app/paraglide/messages.js";

/** Longer than any answer takes; then it is offered to be tried again. */
const TIMEOUT_MS = 20_000;

/** What was asked may have been done or not: no answer came that settles it. */
export class Unanswered extends Error {}

/**
 * Asks an endpoint that answers in JSON, or sends it a form. `path` is an address in the page's language (`useHref`), so
 * that refusals are in it too.
 *
 * @param unreachable what is said where no answer comes
 * @throws an Error whose message is a sentence for a person: the server's `error`; or `Unanswered` where it could not be
 * reached, its answer was cut off, or it is not able to answer just now
 */
export async function call<Answer>(
  path: string,
  form?: FormData | URLSearchParams,
  unreachable = m.error_offline_message,
): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method: form ? "POST" : "GET",
      body: form,
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch {
    throw new Unanswered(unreachable());
  }
  const answer = parsed(text);
  if (response.ok && answer !== null) return answer as Answer;
  const { error } = (answer ?? {}) as { error?: unknown };
  const why = typeof error === "string" ? error : m.error_500_message();
  throw response.status < 400 || response.status >= 500 ? new Unanswered(why) : new Error(why);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The sentence of what `call` threw. */
export function sentenceOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : m.error_500_message();
}
