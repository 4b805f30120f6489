import { randomUUID } from "node:crypto";
import * as build from "virtual:react-router/server-build";
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { choicesIn } from "#app/domain/choices.ts";
import { indexingOf } from "#app/domain/indexing.ts";
import { prefixOf, splitLocale } from "#app/domain/local-path.ts";
import { THEME_SCRIPT } from "#app/features/shell/theme.ts";
import type { Locale } from "#app/paraglide/runtime.js";
import { compressed } from "#app/platform/compressed.server.ts";
import { cachedPagePolicy, personalPolicy } from "#app/platform/content-security-policy.server.ts";
import { env } from "#app/platform/env.server.ts";
import { siteOf } from "#app/platform/env-values.server.ts";
import { answeringErrors, RETRY_AFTER } from "#app/platform/error-answers.server.ts";
import { pagePath } from "#app/platform/locale.server.ts";
import {
  type CachedPage,
  cachePolicy,
  encoded,
  pageCache,
  VISITOR_POLICY,
} from "#app/platform/page-cache.server.ts";
import { providerSites } from "#app/platform/providers.server.ts";
import { RATES_TAG, setDisplayCurrency } from "#app/platform/rates.server.ts";
import { readFromReplica, sendPosition } from "#app/platform/replicas.server.ts";
import { inRequest, type RequestContext } from "#app/platform/request-context.server.ts";
import { sendRenewedSession, sessionTokenOf } from "#app/platform/session.server.ts";
import { SETTINGS_TAG } from "#app/platform/settings.server.ts";
import { sharedCache, sharedHeaders } from "#app/platform/shared-cache.server.ts";
import { withFilesUrl } from "#app/ui/files-url.ts";
import { localeAddresses } from "#server/locale-addresses.ts";
import type { RequestInfo } from "#server/observed.ts";
import { pageAddresses, pageCacheKey } from "#server/page-address.ts";

/** JSON, and the data of React Router. */
const NOT_INDEXED = /^(application\/json|text\/x-script)/;

const CACHED_VARY = "accept-encoding, cookie, sec-ch-ua-mobile, user-agent";

const served = answeringErrors((build as unknown as ServerBuild).routes);

function assetsIn(locale: Locale): ServerBuild["assets"] {
  return withFilesUrl(JSON.parse(localeAddresses(JSON.stringify(build.assets), locale)));
}

const handlers = new Map<Locale, RequestHandler>();

/** One handler per language, each with its own prefix of paths (docs/decisions/0008). */
function handlerIn(locale: Locale): RequestHandler {
  const made = handlers.get(locale);
  if (made) return made;
  const handler = createRequestHandler(
    {
      ...build,
      routes: served,
      basename: prefixOf(locale) || "/",
      assets: import.meta.env.PROD ? assetsIn(locale) : build.assets,
    } as ServerBuild,
    import.meta.env.MODE,
  );
  handlers.set(locale, handler);
  return handler;
}

/** Whether a browser fetches something before a person asks for it. */
function isEarly({ headers }: Request): boolean {
  return headers.get("sec-purpose")?.startsWith("prefetch") === true;
}

/** For what is fetched early. Browsers use it once, and only if it is fresh. */
const EARLY_POLICY = "private, max-age=10";

/** Whether the request is of a cache in front of the shop, which keeps pages apart as the page cache does. */
function isShared({ headers }: Request, key: string): boolean {
  const variant = headers.get("shop-variant");
  return variant !== null && key.startsWith(`${variant} /`) && sharedCache.isPurged === true;
}

/** @param key of a page that is in the page cache at this moment; null for a page that is not */
function answerOf(
  page: CachedPage,
  key: string | null,
  request: Request,
  { startedAt = 0 }: RequestInfo,
): Response {
  const { body, encoding } = encoded(page, request.headers.get("accept-encoding") ?? "");
  const headers = {
    ...page.headers,
    ...(isEarly(request) && { "cache-control": EARLY_POLICY }),
    ...(key !== null &&
      isShared(request, key) &&
      sharedHeaders(page.tags, { age: pageCache.age(key), took: performance.now() - startedAt })),
    ...(encoding && { "content-encoding": encoding }),
  };
  return new Response(body, { headers: { ...headers, "content-length": String(body.byteLength) } });
}

const pageAddress = pageAddresses(build.routes as unknown as ServerBuild["routes"]);

/** The answer of the page cache; undefined if it does not have the page. */
export function pageFromCache(request: Request, info: RequestInfo): Response | undefined {
  const key = pageCacheKey(request, pageAddress(request.url));
  if (key === null) return undefined;
  const page = pageCache.get(key);
  info.route = page?.route;
  return page && answerOf(page, key, request, info);
}

/**
 * The answer to a signed-in person's browser that wants a page before the person does; undefined for other requests.
 * The browser may not store such a page (decision 0007), so it would be made twice.
 */
export function prefetchAnswer(request: Request): Response | undefined {
  if (!isEarly(request) || !sessionTokenOf(request)) return undefined;
  return new Response(null, { status: 204, headers: { "cache-control": "private, no-store" } });
}

/** The request of a page, without the parameters that the page does not read. */
function pageRequest(request: Request): Request {
  const { method, headers, signal } = request;
  const address = isRead(request) ? pageAddress(request.url) : request.url;
  return address === request.url ? request : new Request(address, { method, headers, signal });
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Whether a page shows what everybody may find, so that a replica may answer: pages that robots may read, and the parts of
 * pages with listings. A link of a mail leads to the others, and must work at once.
 */
function isBrowsing(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url);
  const path = pagePath(pathname);
  const isOpen = indexingOf(path) !== "closed" || path.startsWith("/listings/");
  return isRead(request) && isOpen && !searchParams.has("token");
}

/** Renders a page, or lets its route answer, and keeps the page in the cache if the route says so. */
export async function renderPage(requested: Request, info: RequestInfo): Promise<Response> {
  const request = pageRequest(requested);
  const { locale } = splitLocale(new URL(request.url).pathname);
  const nonce = randomUUID();
  const { requestId: id = "", traceparent } = info;
  const context: RequestContext = { id, traceparent, nonce, locale };
  const since = pageCache.version();
  if (isBrowsing(request)) readFromReplica(context, request.headers.get("cookie"));
  const handler = handlerIn(locale);
  const response = await inRequest(context, async () => {
    await setDisplayCurrency(choicesIn(request.headers.get("cookie")).currency);
    let answer = await handler(request, new RouterContextProvider());
    // A redirect, which keeps the whole query. React Router answers a data request with 202 for one.
    if (request !== requested && answer.status > 200 && answer.status < 400)
      answer = await handler(requested, new RouterContextProvider());
    sendRenewedSession(request, answer.headers);
    const isPerson = !isRead(request) || sessionTokenOf(request) !== null;
    await sendPosition(answer.headers, context, isPerson);
    return answer;
  });
  const { page, cacheTags, route } = context;
  info.route = route;
  const key = pageCacheKey(request, request.url);
  const isCacheable =
    key !== null &&
    !context.outage &&
    cacheTags !== undefined &&
    response.status === 200 &&
    !response.headers.has("set-cookie");
  const { headers } = response;
  const policy = cachePolicy(request, context);
  const isEarlyPage =
    !isCacheable && policy === VISITOR_POLICY && isEarly(request) && response.status === 200;
  if (response.status === 503) headers.set("retry-after", RETRY_AFTER["retry-after"]);
  if (!headers.has("cache-control")) headers.set("cache-control", isEarlyPage ? EARLY_POLICY : policy);
  // Otherwise nginx would hold back the start of the data until the cards arrive.
  if (page === undefined && context.streamsCards) headers.set("x-accel-buffering", "no");
  // Search engines must not index data for scripts. Pages set this header themselves (entry.server.tsx).
  if (page === undefined && NOT_INDEXED.test(headers.get("content-type") ?? ""))
    headers.set("x-robots-tag", "noindex");
  if (page === undefined && !isCacheable) return response;

  if (page !== undefined) {
    // Browsers also apply form-action to the redirect of a form, and signing in redirects to these sites.
    const formTargets = [...providerSites(env().providers), ...env().apiRedirects.map(siteOf)];
    const scripts = { nonce, fixedScripts: [THEME_SCRIPT], formTargets, files: env().filesUrl };
    headers.set(
      "content-security-policy",
      isCacheable || import.meta.env.DEV
        ? cachedPagePolicy(page, { ...scripts, developing: import.meta.env.DEV })
        : personalPolicy(scripts),
    );
  }
  if (isCacheable) {
    const body = page ?? new Uint8Array(await response.arrayBuffer());
    const pageHeaders = { ...Object.fromEntries(headers), vary: CACHED_VARY };
    const tags = [...cacheTags, SETTINGS_TAG, ...(context.rate ? [RATES_TAG] : [])];
    const cachedPage = { headers: pageHeaders, body, tags, route };
    const isKept = pageCache.set(key, cachedPage, since);
    return answerOf(cachedPage, isKept ? key : null, request, info);
  }
  headers.set("vary", "accept-encoding");
  const init = { status: response.status, headers };
  if (page === undefined || request.method === "HEAD") return new Response(null, init);
  const accepted = import.meta.env.PROD ? (request.headers.get("accept-encoding") ?? "") : "";
  const { body, encoding } = await compressed(page, accepted);
  if (encoding) headers.set("content-encoding", encoding);
  return new Response(body, init);
}
