import { type DataRouter, type DataStrategyResult, data, type MiddlewareFunction } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { showToast } from "#app/ui/toast.ts";
import { localizedHref } from "./locale.ts";
import { problemText } from "./problems.ts";

declare global {
  interface Window {
    /** A property of React Router, set by `HydratedRouter` (docs/decisions/0057). */
    readonly __reactRouterDataRouter?: DataRouter;
  }
}

type ClientMiddleware = MiddlewareFunction<Record<string, DataStrategyResult>>;

/** Long enough to be read later, because the form stays open. */
const TOAST_MS = 15_000;

/** The failure message of each form (its `data-failed`), by the URL of its action. */
const failures = new Map<string, string>();

/** Records the failure message of each submitted form, for when no answer comes. Call it once, in the browser. */
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
 * When the page of the current history entry redirects, its entry is replaced. The page may have been opened by Back or
 * Forward or reloaded, or one of its forms may redirect to the same page. React Router adds an entry instead, so that
 * Back would always lead to the redirect.
 */
export const replaceRedirectingEntry: ClientMiddleware = async ({ request }, next) => {
  const results = await next();
  // A new page loads before it has a history entry, so `location` is still the URL of the previous page.
  const isHere = request.method === "GET" && request.url === addressOf(location.href);
  for (const { result } of Object.values(results)) {
    if (!(result instanceof Response)) continue;
    if (isHere || leadsHere(result)) result.headers.set("X-Remix-Replace", "yes");
  }
  return results;
};

/**
 * Keeps the page of a form that got no answer: the connection broke, or the server is temporarily unavailable. The
 * page and its input stay, and a toast reports the failure.
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
    // An error status prevents a reload of the data.
    results[routeId] = { type: "data", result: data(answerBefore(routeId, request.url), { status: 503 }) };
  }
  return results;
};

/** What the page (`actionData`) or the fetcher that submitted the form had as its last answer. */
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
 * Keeps the page when a reload of its data gets no answer, or the server is temporarily unavailable. Nobody asked for
 * that reload: it follows a saved favourite, a live event or another change. React Router would show an error page.
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

/** Whether the page's data is loaded again without a navigation. A fetcher's own load reports its own failure. */
function isReload({ navigation, revalidation, fetchers }: DataRouter["state"]): boolean {
  const loading = [...fetchers.values()].filter(({ state }) => state === "loading");
  const ownLoad = loading.some(({ formMethod }) => formMethod === undefined);
  return navigation.state === "idle" && !ownLoad && (revalidation === "loading" || loading.length > 0);
}

let loads = 0;

/**
 * Lets the newest of several loads end first. A submission during a navigation loads the page that is being opened once
 * more. React Router aborts the navigation's own load, which is older. It still applies that load when both end in one
 * task, as they do when both wait for the page's module. The page would then lack a favourite that was just added.
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
  // The language prefix is the router's basename, which the Location of a redirect leaves out.
  const base = localizedHref("/", getLocale());
  const path = base === "/" || !to.startsWith("/") ? to : base + to;
  return addressOf(path) === addressOf(location.href);
}

function addressOf(path: string): string {
  const url = new URL(path, location.href);
  url.hash = "";
  return url.href;
}
