import { isRouteErrorResponse } from "react-router";
import { m } from "#app/paraglide/messages.js";

/** What an error page says. `link` is where the thrower would go instead. */
export type ProblemText = {
  status: number;
  title: string;
  message: string;
  link?: { to: string; text: string };
  requestId?: string;
  /** Whether the same address may well work in a moment. */
  again: boolean;
  /** Whether the page tries that by itself: the server said that it cannot answer just now. */
  retries?: boolean;
};

/** Reads what was thrown. Whatever it is, the answer is a sentence for a person, never the error's own words. */
export function problemText(thrown: unknown): ProblemText {
  const error = unwrapped(thrown);
  if (!isRouteErrorResponse(error)) {
    return cutOff(error)
      ? { status: 0, title: m.error_offline_title(), message: m.error_offline_message(), again: true }
      : { status: 500, ...serverFault(), again: true };
  }
  const told = problemIn(error.data);
  const text = textOf(error.status);
  const again = error.status === 429 || error.status >= 500;
  return { status: error.status, ...text, ...told, again, ...(error.status === 503 && { retries: true }) };
}

/** React Router hands what an action threw to the client middleware as `data()`, with the answer's status. */
function unwrapped(thrown: unknown): unknown {
  const isData = typeof thrown === "object" && thrown !== null && "init" in thrown && "data" in thrown;
  return isData ? thrown.data : thrown;
}

/** What the tab and the history call a page that failed: without the page, its heading alone would say little. */
export function problemTitle(error: unknown): string {
  const { status, title } = problemText(error);
  if (status === 410) return m.error_410_tab();
  return status === 404 ? m.error_404_tab() : title;
}

function textOf(status: number): { title: string; message: string } {
  if (status === 403) return { title: m.error_403_title(), message: m.error_403_message() };
  if (status === 429) return { title: m.error_429_title(), message: m.error_429_message() };
  if (status === 503) return { title: m.error_503_title(), message: m.error_503_message() };
  if (status >= 500) return serverFault();
  if (status === 413) return { title: m.error_4xx_title(), message: m.error_too_large() };
  if (status === 404 || status === 410) return { title: m.error_404_title(), message: m.error_404_message() };
  return { title: m.error_4xx_title(), message: m.error_4xx_message() };
}

function serverFault() {
  return { title: m.error_500_title(), message: m.error_500_message() };
}

/**
 * A server's answer that never arrived: the browser's fetch fails with a TypeError and words of its own. One that broke
 * off is what React Router cannot decode.
 */
function cutOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { message } = error;
  return error instanceof TypeError
    ? /fetch|network|load failed/i.test(message)
    : /^Unable to decode turbo-stream/.test(message);
}

/** What the thrower said: see `Problem` in platform/problem.server.ts. */
function problemIn(data: unknown): Partial<Pick<ProblemText, "message" | "link" | "requestId">> {
  if (typeof data !== "object" || data === null) return {};
  const { message, link, requestId } = data as Record<string, unknown>;
  return {
    ...(typeof message === "string" && message !== "" && { message }),
    ...(isLink(link) && { link }),
    ...(typeof requestId === "string" && { requestId }),
  };
}

function isLink(value: unknown): value is { to: string; text: string } {
  if (typeof value !== "object" || value === null) return false;
  const { to, text } = value as Record<string, unknown>;
  return typeof to === "string" && typeof text === "string";
}
