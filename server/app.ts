import { randomUUID } from "node:crypto";
import * as build from "virtual:react-router/server-build";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { createRequestHandler, href, RouterContextProvider, type ServerBuild } from "react-router";
import { DELETE_AGAIN_JOB } from "#app/account-deletion.server.ts";
import { choicesIn } from "#app/domain/choices.ts";
import { prefixOf, splitLocale } from "#app/domain/local-path.ts";
import { eventPresenters } from "#app/events.server.ts";
import { recordSignIn } from "#app/features/accounts/devices.server.ts";
import { measureBackups } from "#app/features/backup/jobs.server.ts";
import { stopRendering } from "#app/features/photos/renderer.server.ts";
import { LINK_MODELS_JOB } from "#app/features/prices/link-models.server.ts";
import { SITEMAP_JOB } from "#app/features/seo/commands.server.ts";
import { LOCALES } from "#app/features/shell/canonical.ts";
import { THEME_SCRIPT } from "#app/features/shell/theme.ts";
import { UPLOADS_CLEANUP_JOB } from "#app/features/stock/upload/jobs.server.ts";
import { jobHandlers } from "#app/jobs.server.ts";
import { m } from "#app/paraglide/messages.js";
import { type Locale, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { onSignIn } from "#app/platform/auth-devices.server.ts";
import { compressed } from "#app/platform/compressed.server.ts";
import { cachedPagePolicy, personalPolicy } from "#app/platform/content-security-policy.server.ts";
import { dropForeignCookies } from "#app/platform/cookies.server.ts";
import { DatabaseUnavailable } from "#app/platform/database-unavailable.server.ts";
import { closeDb } from "#app/platform/db.server.ts";
import { type Config, configure, env, isOnThisMachine } from "#app/platform/env.server.ts";
import { answeringErrors, RETRY_AFTER } from "#app/platform/error-answers.server.ts";
import { eventsResponse, startEvents, stopEvents } from "#app/platform/events.server.ts";
import { enqueue, startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import { databaseAnswers, listen } from "#app/platform/listen.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { logConsole } from "#app/platform/log-console.server.ts";
import { metricsAnswer, showVersion } from "#app/platform/metrics.server.ts";
import { type CachedPage, cachePolicy, encoded, pageCache } from "#app/platform/page-cache.server.ts";
import { prefetchIssuer, providerSites } from "#app/platform/providers.server.ts";
import { queryCache } from "#app/platform/query-cache.server.ts";
import { RATES_TAG, setDisplayCurrency } from "#app/platform/rates.server.ts";
import { currentLocale, inRequest, type RequestContext } from "#app/platform/request-context.server.ts";
import { sendRenewedSession } from "#app/platform/session.server.ts";
import { SETTINGS_TAG } from "#app/platform/settings.server.ts";
import { assetAnswer, keepAssets } from "#server/asset-answer.ts";
import { type DemoAccount, replacePublishedPassword } from "#server/demo/accounts.ts";
import { fillDemoPictures } from "#server/demo/fill-pictures.ts";
import { loadDemoStock } from "#server/demo/load.ts";
import { limitBodies, refusedAddress } from "#server/limits.ts";
import { LoadGate } from "#server/load-gate.ts";
import { localeAddresses, tidyAddressRedirect } from "#server/locale-addresses.ts";
import { loadModels } from "#server/models-import.ts";
import { observed, type RequestInfo } from "#server/observed.ts";
import { pageAddresses, pageCacheKey } from "#server/page-address.ts";
import { pictureAnswer } from "#server/picture-answer.ts";
import type { StaticFiles } from "#server/static-files.ts";
import { version } from "../package.json";

/** The shop as a web-standard handler, with its background work. */
export interface App {
  fetch(request: Request, info: RequestInfo): Response | Promise<Response>;
  close(): Promise<void>;
  /** From this call on, console output becomes lines of the log. */
  logConsole(): void;
  readonly demoAccounts: readonly DemoAccount[];
}

overwriteGetLocale(currentLocale);

const served = answeringErrors((build as unknown as ServerBuild).routes);

function assetsIn(locale: Locale): ServerBuild["assets"] {
  return JSON.parse(localeAddresses(JSON.stringify(build.assets), locale));
}

/** One handler per language, each with its own prefix of paths (docs/decisions/0008). */
const handlers = new Map(
  LOCALES.map(({ locale }) => [
    locale,
    createRequestHandler(
      {
        ...build,
        routes: served,
        basename: prefixOf(locale) || "/",
        assets: import.meta.env.PROD ? assetsIn(locale) : build.assets,
      } as ServerBuild,
      import.meta.env.MODE,
    ),
  ]),
);

function answerOf(page: CachedPage, request: Request): Response {
  const { body, encoding } = encoded(page, request.headers.get("accept-encoding") ?? "");
  const headers = encoding ? { ...page.headers, "content-encoding": encoding } : page.headers;
  return new Response(body, { headers: { ...headers, "content-length": String(body.byteLength) } });
}

function fromPageCache(key: string, request: Request, info: RequestInfo): Response | undefined {
  const page = pageCache.get(key);
  info.route = page?.route;
  return page && answerOf(page, request);
}

const pageAddress = pageAddresses(build.routes as unknown as ServerBuild["routes"]);

/** The request of a page, without the parameters that the page does not read. */
function pageRequest(request: Request): Request {
  const { method, headers, signal } = request;
  const address = method === "GET" || method === "HEAD" ? pageAddress(request.url) : request.url;
  return address === request.url ? request : new Request(address, { method, headers, signal });
}

async function render(requested: Request, info: RequestInfo): Promise<Response> {
  const request = pageRequest(requested);
  const { locale, path } = splitLocale(new URL(request.url).pathname);
  const nonce = randomUUID();
  const { requestId: id = "", traceparent } = info;
  const context: RequestContext = { id, traceparent, nonce, locale };
  const since = pageCache.version();
  const handler = handlers.get(locale);
  if (!handler) throw new Error(`no handler for ${locale} (${path})`);
  const response = await inRequest(context, async () => {
    await setDisplayCurrency(choicesIn(request.headers.get("cookie")).currency);
    let answer = await handler(request, new RouterContextProvider());
    // A redirect, which keeps the whole query. React Router answers a data request with 202 for one.
    if (request !== requested && answer.status > 200 && answer.status < 400)
      answer = await handler(requested, new RouterContextProvider());
    sendRenewedSession(request, answer.headers);
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
  if (response.status === 503) headers.set("retry-after", RETRY_AFTER["retry-after"]);
  if (!headers.has("cache-control")) headers.set("cache-control", cachePolicy(request, context));
  // Search engines must not index data for scripts. Pages set this header themselves (entry.server.tsx).
  if (page === undefined && NOT_INDEXED.test(headers.get("content-type") ?? ""))
    headers.set("x-robots-tag", "noindex");
  if (page === undefined && !isCacheable) return response;

  if (page !== undefined) {
    // Browsers also apply form-action to the redirect of a form, and the sign-in buttons redirect to these sites.
    const formTargets = providerSites(env().providers);
    const scripts = { nonce, fixedScripts: [THEME_SCRIPT], formTargets };
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
    pageCache.set(key, cachedPage, since);
    return answerOf(cachedPage, request);
  }
  headers.set("vary", "accept-encoding");
  const init = { status: response.status, headers };
  if (page === undefined || request.method === "HEAD") return new Response(null, init);
  const accepted = import.meta.env.PROD ? (request.headers.get("accept-encoding") ?? "") : "";
  const { body, encoding } = await compressed(page, accepted);
  if (encoding) headers.set("content-encoding", encoding);
  return new Response(body, init);
}

/** JSON, and the data of React Router. */
const NOT_INDEXED = /^(application\/json|text\/x-script)/;

const CACHED_VARY = "accept-encoding, cookie, sec-ch-ua-mobile, user-agent";

/**
 * Apple submits a form to this URL, with which browsers send none of our cookies. So the response is a redirect to the
 * same URL, and the browser sends the cookies with the next request.
 */
const FORM_FROM_APPLE = "/api/auth/callback/apple";
/** Mail programs submit the token of a mail here to unsubscribe (RFC 8058), without a cookie. */
const FORM_FROM_MAIL = href("/mail/unsubscribe");

function isOpenToForms(path: string): boolean {
  return path === FORM_FROM_APPLE || splitLocale(path).path === FORM_FROM_MAIL;
}

function failureAnswer(error: unknown, request: Request, info: RequestInfo): Response {
  const { outgoing, requestId = "" } = info;
  // Nobody reads the response, and what failed may be that the client left.
  if (outgoing.destroyed) return new Response(null, { status: 503 });
  logger.error({ err: error, path: new URL(request.url).pathname, requestId }, "request failed");
  return error instanceof DatabaseUnavailable
    ? new Response(m.error_503_message(), { status: 503, headers: RETRY_AFTER })
    : new Response(m.error_unexpected({ id: requestId }), { status: 500 });
}

function routes(): Hono<{ Bindings: RequestInfo }> {
  const app = new Hono<{ Bindings: RequestInfo }>();
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) =>
    (await databaseAnswers()) ? c.text("ready") : c.text(m.error_503_message(), 503, RETRY_AFTER),
  );
  app.get("/metrics", (c) => metricsAnswer(c.req.raw));
  app.get("/events", (c) => eventsResponse(c.req.raw, c.env.outgoing));
  const sameSite = csrf({
    origin: (origin, c) => origin === env().baseUrl || origin === new URL(c.req.url).origin,
  });
  app.use((c, next) => (isOpenToForms(c.req.path) ? next() : sameSite(c, next)));
  app.use(limitBodies);
  if (import.meta.env.PROD) app.use(compress());
  app.all("*", async (c) => {
    const request = c.req.raw;
    const answer = async () => tidyAddressRedirect(request) ?? render(request, c.env);
    // Forms are not refused: what was typed would have to be sent again.
    if (request.method !== "GET" && request.method !== "HEAD") return answer();
    const { locale } = splitLocale(c.req.path);
    const page = await gate.run(answer, () => c.env.outgoing.destroyed);
    return page ?? c.text(m.error_503_message({}, { locale }), 503, RETRY_AFTER);
  });
  app.onError((error, c) => {
    // From `csrf`: a form of another site.
    if (error instanceof HTTPException) return error.getResponse();
    return failureAnswer(error, c.req.raw, c.env);
  });
  return app;
}

/** Rendering more pages at once would slow all of them down. After this wait most visitors have left. */
const gate = new LoadGate({ most: 32, patienceMs: 5_000 });

function setListening(yes: boolean): void {
  queryCache.setListening(yes);
  pageCache.setListening(yes);
}

/** Starts the shop. Call it once per process. Servers of other versions get `assets`, the built files of this one. */
export async function createApp(config: Config, assets?: StaticFiles): Promise<App> {
  configure(config);
  if (config.backupUrl !== undefined) measureBackups(config.backupUrl);
  showVersion(version);
  const keeping = assets && keepAssets(assets);
  onSignIn(recordSignIn);
  await loadModels(env().databaseUrl ?? "");
  const accounts = config.demoData ? await loadDemoStock() : [];
  const demo = accounts.length > 0 ? await fillDemoPictures() : undefined;
  const demoAccounts = isOnThisMachine(config)
    ? accounts
    : [...accounts, ...(await replacePublishedPassword())];
  const app = routes();
  const stock = await listen({
    channel: "listings",
    onConnect: () => setListening(true),
    onDisconnect: () => setListening(false),
    onNotify(type) {
      queryCache.invalidate(type);
      pageCache.invalidate(type);
    },
  });
  await startEvents(eventPresenters);
  await startJobs(env().databaseUrl ?? "", jobHandlers);
  // Continues stock uploads that were unfinished when a server stopped.
  await enqueue(UPLOADS_CLEANUP_JOB, {});
  // For listings that were added while no jobs ran, such as the demo stock.
  await enqueue("search-terms", {});
  await enqueue(SITEMAP_JOB, {});
  await enqueue(LINK_MODELS_JOB, {});
  if (config.backupUrl !== undefined) await enqueue(DELETE_AGAIN_JOB, {});
  if (config.ratesUrl !== undefined) await enqueue("rates-fetch", {});
  prefetchIssuer(env().providers);
  const stopKeeping = await keeping;
  return {
    demoAccounts,
    logConsole,
    fetch(request, info) {
      const atOnce = () => {
        const refused = refusedAddress(request);
        if (refused) return refused;
        const file = pictureAnswer(request, demo) ?? assetAnswer(request);
        if (file) return file.catch((error) => failureAnswer(error, request, info));
        dropForeignCookies(request.headers);
        const key = pageCacheKey(request, pageAddress(request.url));
        return key === null ? undefined : fromPageCache(key, request, info);
      };
      return observed(request, info, atOnce, () => app.fetch(request, info));
    },
    async close() {
      stopKeeping?.();
      await Promise.all([stopEvents(), demo?.stop()]);
      await stock.close();
      await stopJobs();
      stopRendering();
      await closeDb();
    },
  };
}
