import { type DataRouter, type DataStrategyResult, data, type MiddlewareFunction } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";
import { problemText } from "./problems.ts";

declare global {
  interface Window {
    /** React Router's own, set by `HydratedRouter` (docs/decisions/0057). */
    readonly __reactRouterDataRouter?: DataRouter;
  }
}

type ClientMiddleware = MiddlewareFunction<Record<string, DataStrategyResult>>;

/** Long enough to be read after looking away: the form waits all the while. */
const TOAST_MS = 15_000;

/** What a form says that it failed to do (its `data-failed`), by the address that it was sent to. */
const failures = new Map<string, string>();

/** Remembers what each form says if no answer comes. Call once, in the browser. */
export function trackSubmissions(): void {
  document.addEventListener(
    "submit",
    ({ target }) => {
      if (!(target instanceof HTMLFormElement) || target.dataset.failed === undefined) return;
      // Not `target.action`, which an input of that name replaces.
      failures.set(addressOf(target.getAttribute("action") ?? location.href), target.dataset.failed);
    },
    true,
  );
}

/**
 * Replaces the history entry of a page that redirects when Back or Forward leads to it, when it is loaded again, and when
 * one of its own forms leads to it. React Router adds an entry instead, and Back would lead to the redirect for ever.
 */
export const replaceRedirectingEntry: ClientMiddleware = async ({ request }, next) => {
  const results = await next();
  // A new page is loaded before it has an entry: then the browser's address is still the one before.
  const isHere = request.method === "GET" && request.url === addressOf(location.href);
  for (const { result } of Object.values(results)) {
    if (!(result instanceof Response)) continue;
    if (isHere || leadsHere(result)) result.headers.set("X-Remix-Replace", "yes");
  }
  return results;
};

/**
 * Keeps the page of a form that was sent and got no answer: its line was cut, or the server could not answer just now.
 * The page stays as it is, with what was typed, and a toast says what happened.
 */
export const preserveUnansweredForm: ClientMiddleware = async ({ request }, next) => {
  const results = await next();
  if (request.method === "GET" || request.signal.aborted) return results;
  for (const [routeId, { type, result }] of Object.entries(results)) {
    if (type !== "error" || result instanceof Response) continue;
    const { status, message, again } = problemText(result);
    if (!again && status !== 413) continue;
    showToast({
      title: failures.get(request.url) ?? m.ui_error(),
      description: message,
      tone: "danger",
      milliseconds: TOAST_MS,
    });
    // A status of failure, so that nothing is loaded again.
    results[routeId] = { type: "data", result: data(answerBefore(routeId, request.url), { status: 503 }) };
  }
  return results;
};

/** What the page, or the fetcher that sent the form, was answered last. */
function answerBefore(routeId: string, address: string): unknown {
  const state = window.__reactRouterDataRouter?.state;
  if (!state) return undefined;
  const { navigation, fetchers, actionData } = state;
  const isSender = (sent: { state: string; formAction?: string | undefined }) =>
    sent.state === "submitting" && sent.formAction !== undefined && addressOf(sent.formAction) === address;
  if (isSender(navigation)) return actionData?.[routeId];
  return [...fetchers.values()].find(isSender)?.data;
}

function leadsHere(redirect: Response): boolean {
  const to = redirect.headers.get("location") ?? "";
  const { basename = "/" } = window.__reactRouterDataRouter ?? {};
  const path = basename === "/" || !to.startsWith("/") ? to : basename + to;
  return addressOf(path) === addressOf(location.href);
}

function addressOf(path: string): string {
  const url = new URL(path, location.href);
  url.hash = "";
  return url.href;
}
