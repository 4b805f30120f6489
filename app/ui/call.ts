import { m } from "#app/paraglide/messages.js";

/** Longer than the server needs for any answer. */
const TIMEOUT_MS = 20_000;

/** The server may or may not have done the work. */
export class UnansweredError extends Error {}

/**
 * Requests JSON, and returns it. With a form, it posts the form, and returns the value of the `Answer`. `path` has the prefix of the page's
 * language (`useHref`), so that error messages are in that language too.
 * @param options the message when there is no answer; a signal that cancels the request, instead of a time limit
 * @throws Error with a sentence for the user, and the `Failure` as its cause; `UnansweredError` when the server could not be reached, its answer was
 * cut off, or its status is 5xx
 */
export async function call<Answer>(
  path: string,
  form?: FormData | URLSearchParams,
  {
    unreachable = m.error_offline_message,
    signal,
  }: { unreachable?: () => string; signal?: AbortSignal } = {},
): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method: form ? "POST" : "GET",
      body: form,
      headers: { accept: "application/json" },
      signal: signal ?? AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch {
    throw new UnansweredError(unreachable());
  }
  const answer = parsed(text);
  if (response.ok && answer !== null) return (form ? (answer as { value: Answer }).value : answer) as Answer;
  const { message } = (answer ?? {}) as { message?: unknown };
  // A proxy's answer has no message.
  const unnamed = response.status === 413 ? m.error_too_large() : m.error_500_message();
  const why = typeof message === "string" ? message : unnamed;
  throw response.status < 400 || response.status >= 500
    ? new UnansweredError(why)
    : new Error(why, { cause: answer });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : m.error_500_message();
}

/**
 * Runs calls with this name one after the other, across all tabs. Each answer may change a cookie that the next request
 * sends; with simultaneous requests, one change would be lost.
 */
export async function withBrowserLock(name: string, run: () => Promise<void>): Promise<void> {
  // Locks need https.
  if ("locks" in navigator) await navigator.locks.request(name, run);
  else await run();
}
