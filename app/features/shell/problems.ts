import { isRouteErrorResponse } from "react-router";
import { m } from "#app/paraglide/messages.js";

export type ProblemText = {
  /** The HTTP status; 0 when no answer arrived. */
  status: number;
  title: string;
  message: string;
  link?: { to: string; text: string };
  /** Whether the page offers to try again. */
  canRetry: boolean;
  /** Whether the page retries by itself. */
  retries?: boolean;
};

/** The content of the error page for anything thrown; never the message of a JavaScript error, which may be private. */
export function problemText(thrown: unknown): ProblemText {
  const error = unwrapped(thrown);
  if (!isRouteErrorResponse(error)) {
    return cutOff(error)
      ? { status: 0, title: m.error_offline_title(), message: m.error_offline_message(), canRetry: true }
      : { status: 500, ...serverFault(), canRetry: true };
  }
  const problem = problemIn(error.data);
  const text = textOf(error.status);
  const canRetry = error.status === 408 || error.status === 429 || error.status >= 500;
  return {
    status: error.status,
    ...text,
    ...problem,
    canRetry,
    ...(error.status === 503 && { retries: true }),
  };
}

/** Whether the shop gave no answer: none arrived, or only a text of a proxy. The shop's own errors have data. */
export function isUnanswered(thrown: unknown): boolean {
  const error = unwrapped(thrown);
  if (!isRouteErrorResponse(error)) return cutOff(error);
  return error.status >= 500 && typeof error.data === "string";
}

/** What a route's `handle` may have: the heading of the error page, if the page got no answer. */
export interface LoadProblem {
  readonly loadFailed: (query: URLSearchParams) => string;
}

/** The heading of the innermost route that has one; undefined if none has. */
export function loadFailedIn(handles: readonly unknown[], query: string): string | undefined {
  const handle = handles.findLast((one) => typeof one === "object" && one !== null && "loadFailed" in one);
  return (handle as LoadProblem | undefined)?.loadFailed(new URLSearchParams(query));
}

/** The client middleware gets the error of an action inside a `data()` of React Router. */
function unwrapped(thrown: unknown): unknown {
  const isData = typeof thrown === "object" && thrown !== null && "init" in thrown && "data" in thrown;
  return isData ? thrown.data : thrown;
}

/** The title of an error page in the tab and the history, where its heading alone would say little. */
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
  if (status === 408) return { title: m.error_4xx_title(), message: m.error_stalled() };
  if (status === 413) return { title: m.error_4xx_title(), message: m.error_too_large() };
  if (status === 404 || status === 410) return { title: m.error_404_title(), message: m.error_404_message() };
  return { title: m.error_4xx_title(), message: m.error_4xx_message() };
}

function serverFault() {
  return { title: m.error_500_title(), message: m.error_500_message() };
}

/**
 * Whether the answer did not arrive or is incomplete. Browsers have different messages for a failed fetch, and React
 * Router cannot decode an incomplete answer.
 */
function cutOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { message } = error;
  return error instanceof TypeError
    ? /fetch|network|load failed/i.test(message)
    : /^Unable to decode turbo-stream/.test(message);
}

/** The message and link in the data of an error response, as far as it has them. */
function problemIn(data: unknown): Partial<Pick<ProblemText, "message" | "link">> {
  if (typeof data !== "object" || data === null) return {};
  const { message, link } = data as Record<string, unknown>;
  return {
    ...(typeof message === "string" && message !== "" && { message }),
    ...(isLink(link) && { link }),
  };
}

function isLink(value: unknown): value is { to: string; text: string } {
  if (typeof value !== "object" || value === null) return false;
  const { to, text } = value as Record<string, unknown>;
  return typeof to === "string" && typeof text === "string";
}
