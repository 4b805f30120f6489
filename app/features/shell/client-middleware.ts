import { type DataRouter, type DataStrategyResult, data, type MiddlewareFunction } from "react-router";
import { localizedHref } from "#app/domain/local-path.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { showToast, type Toast } from "#app/ui/toast.ts";
import { isUnanswered, problemText } from "./problems.ts";

declare global {
  interface Window {
    /** Set by React Router, which does not document it (docs/decisions/0057). */
    readonly __reactRouterDataRouter?: DataRouter;
  }
}

type ClientMiddleware = MiddlewareFunction<Record<string, DataStrategyResult>>;

/** Longer than other toasts, because the user may look at the form first. */
const TOAST_MS = 15_000;

/** The failure message of each form (its `data-failed`), by the URL of its action. */
const failures = new Map<string, string>();

/** Records the failure message of each submitted form for `preserveUnansweredForm`. Call it once, in the browser. */
export function trackSubmissions(): void {
  document.addEventListener(
    "submit",
    ({ target }) => {
      if (!(target instanceof HTMLFormElement) || target.dataset.failed === undefined) return;
      // An input named "action" would replace `target.action`.
      failures.set(addressOf(target.getAttribute("action") ?? location.href), target.dataset.failed);
    },
    true,
  );
}

/**
 * Replaces the current history entry when its own page redirects, or when a redirect leads to the current URL. React
 * Router would add an entry, so that Back would always lead to the redirect again.
 */
export const replaceRedirectingEntry: ClientMiddleware = async ({ request }, next) => {
  const results = await next();
  const isHere = request.method === "GET" && request.url === addressOf(location.href);
  for (const { result } of Object.values(results)) {
    if (!(result instanceof Response)) continue;
    if (isHere || leadsHere(result)) result.headers.set("X-Remix-Replace", "yes");
  }
  return results;
};

/**
 * Keeps a page and its input when the submission of its form got no answer, or the status 413, 429 or 5xx. A toast
 * reports the failure.
 */
export const preserveUnansweredForm: ClientMiddleware = async ({ request }, next) => {
  const results = await next();
  if (request.method === "GET" || request.signal.aborted) return results;
  for (const [routeId, { type, result }] of Object.entries(results)) {
    if (type !== "error" || result instanceof Response) continue;
    const { status, message, canRetry } = problemText(result);
    if (!canRetry && status !== 413) continue;
    showToast({
      title: failures.get(request.url) ?? m.ui_error(),
      description: message,
      tone: "danger",
      milliseconds: TOAST_MS,
    });
    // React Router does not reload the data after a status of 400 or more.
    results[routeId] = { type: "data", result: data(answerBefore(routeId, request.url), { status: 503 }) };
  }
  return results;
};

/** The previous answer to the same form, from the page (`actionData`) or from its fetcher. */
function answerBefore(routeId: string, address: string): unknown {
  const state = window.__reactRouterDataRouter?.state;
  if (!state) return undefined;
  const { navigation, fetchers, actionData } = state;
  const isSender = (sent: { state: string; formAction?: string | undefined }) =>
    sent.state === "submitting" && sent.formAction !== undefined && addressOf(sent.formAction) === address;
  if (isSender(navigation)) return actionData?.[routeId];
  return [...fetchers.values()].find(isSender)?.data;
}

/**
 * Shows the `toast` of an action's answer. A component that shows the answer itself (`useFetcherAnswer`) may be gone
 * with its listing: React may render the answer and the reloaded page in one step.
 */
export const showAnswer: ClientMiddleware = async ({ request }, next) => {
  const results = await next();
  if (request.method === "GET" || request.signal.aborted) return results;
  for (const { result } of Object.values(results)) {
    // React Router wraps an answer together with its status.
    const { toast } = (result as { data?: { toast?: Toast } | null } | null)?.data ?? {};
    if (toast) showToast(toast);
  }
  return results;
};

/**
 * Keeps the page when a reload of its data gets no answer, or the server is temporarily unavailable. The user did not
 * ask for this reload, for which React Router would show an error page.
 */
export const preserveReloadedPage: ClientMiddleware = async ({ request }, next) => {
  const router = window.__reactRouterDataRouter;
  const reloads = router !== undefined && request.method === "GET" && isReload(router.state);
  const results = await next();
  if (!reloads || request.url !== addressOf(location.href)) return results;
  const { loaderData } = router.state;
  for (const [routeId, { type, result }] of Object.entries(results)) {
    if (type !== "error" || result instanceof Response || !(routeId in loaderData)) continue;
    if (UNANSWERED.includes(problemText(result).status))
      results[routeId] = { type: "data", result: loaderData[routeId] };
  }
  return results;
};

const UNANSWERED: readonly number[] = [0, 503];

/**
 * Whether React Router reloads the data of the page without a navigation, or because something over the page was closed,
 * which removes the fragment of its URL. It is no reload when a fetcher loads data of its own.
 */
function isReload({ navigation, revalidation, fetchers, location: here }: DataRouter["state"]): boolean {
  const { location: next } = navigation;
  if (next) return next.pathname + next.search === here.pathname + here.search && next.hash !== here.hash;
  const loading = [...fetchers.values()].filter(({ state }) => state === "loading");
  const ownLoad = loading.some(({ formMethod }) => formMethod === undefined);
  return !ownLoad && (revalidation === "loading" || loading.length > 0);
}

/**
 * Keeps header and menu when a new page gets no answer, or only that of a proxy. Then the page shows the failure in its
 * own place, as it does when its loader fails. Without this, the whole document would be an error page.
 */
export const preserveFrame: ClientMiddleware = async ({ request }, next) => {
  const frame = window.__reactRouterDataRouter?.state.loaderData.root;
  const results = await next();
  const { root } = results;
  if (request.method !== "GET" || frame === undefined || root?.type !== "error") return results;
  if (isUnanswered(root.result)) results.root = { type: "data", result: frame };
  return results;
};

let loads = 0;

/**
 * Delays older loads for a moment, so that React Router applies the newest first and drops the older ones. When a form
 * is submitted during a navigation, React Router loads the new page twice, and can apply the older result, which lacks
 * the change.
 */
export const applyNewestLoad: ClientMiddleware = async ({ request }, next) => {
  if (request.method !== "GET") return next();
  const load = ++loads;
  const results = await next();
  if (load !== loads) await new Promise((resolve) => setTimeout(resolve));
  return results;
};

function leadsHere(redirect: Response): boolean {
  const to = redirect.headers.get("location") ?? "";
  const base = localizedHref("/", getLocale());
  const path = base === "/" || !to.startsWith("/") ? to : base + to;
  return addressOf(path) === addressOf(location.href);
}

function addressOf(path: string): string {
  const url = new URL(path, location.href);
  url.hash = "";
  return url.href;
}
