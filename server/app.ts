import { Hono } from "hono";
import { compress } from "hono/compress";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { href } from "react-router";
import { DELETE_AGAIN_JOB } from "#app/account-deletion.server.ts";
import { ACCOUNT_API, API_PATHS, apiAnswer, keptApiAnswer } from "#app/api.server.ts";
import { splitLocale } from "#app/domain/local-path.ts";
import { eventPresenters } from "#app/events.server.ts";
import { recordSignIn } from "#app/features/accounts/devices.server.ts";
import { measureBackups } from "#app/features/backup/jobs.server.ts";
import { stopRendering } from "#app/features/photos/renderer.server.ts";
import { LINK_MODELS_JOB } from "#app/features/prices/link-models.server.ts";
import { SITEMAP_JOB } from "#app/features/seo/commands.server.ts";
import { UPLOADS_CLEANUP_JOB } from "#app/features/stock/upload/jobs.server.ts";
import { listenForWebhooks } from "#app/features/webhooks/jobs.server.ts";
import { jobHandlers } from "#app/jobs.server.ts";
import { m } from "#app/paraglide/messages.js";
import { overwriteGetLocale } from "#app/paraglide/runtime.js";
import { onSignIn } from "#app/platform/auth-devices.server.ts";
import { dropForeignCookies } from "#app/platform/cookies.server.ts";
import { DatabaseUnavailable } from "#app/platform/database-unavailable.server.ts";
import { closeDb } from "#app/platform/db.server.ts";
import { type Config, configure, env, isOnThisMachine } from "#app/platform/env.server.ts";
import { RETRY_AFTER } from "#app/platform/error-answers.server.ts";
import { eventsResponse, startEvents, stopEvents } from "#app/platform/events.server.ts";
import { enqueue, startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import { databaseAnswers, listen } from "#app/platform/listen.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { logConsole } from "#app/platform/log-console.server.ts";
import { metricsAnswer, showVersion } from "#app/platform/metrics.server.ts";
import { pageCache } from "#app/platform/page-cache.server.ts";
import { prefetchIssuer } from "#app/platform/providers.server.ts";
import { queryCache } from "#app/platform/query-cache.server.ts";
import { currentLocale } from "#app/platform/request-context.server.ts";
import { sharedCache } from "#app/platform/shared-cache.server.ts";
import { setFilesUrl } from "#app/ui/files-url.ts";
import { assetAnswer, keepAssets } from "#server/asset-answer.ts";
import { type DemoAccount, replacePublishedPassword } from "#server/demo/accounts.ts";
import { fillDemoPictures } from "#server/demo/fill-pictures.ts";
import { loadDemoStock } from "#server/demo/load.ts";
import { limitBodies, refusedAddress } from "#server/limits.ts";
import { LoadGate } from "#server/load-gate.ts";
import { tidyAddressRedirect } from "#server/locale-addresses.ts";
import { loadModels } from "#server/models-import.ts";
import { observed, type RequestInfo } from "#server/observed.ts";
import { pageFromCache, prefetchAnswer, renderPage } from "#server/page-answer.ts";
import { pictureAnswer } from "#server/picture-answer.ts";
import { loadPostalCodes } from "#server/postal-codes.ts";
import type { StaticFiles } from "#server/static-files.ts";
import packageJson from "../package.json" with { type: "json" };

/** The shop as a web-standard handler, with its background work. */
export interface App {
  fetch(request: Request, info: RequestInfo): Response | Promise<Response>;
  close(): Promise<void>;
  /** From this call on, console output becomes lines of the log. */
  logConsole(): void;
  readonly demoAccounts: readonly DemoAccount[];
}

overwriteGetLocale(currentLocale);

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
  if (import.meta.env.PROD) app.use(compress());
  // Before the check for forms of other sites: the API reads no cookie, and limits its bodies itself.
  for (const path of API_PATHS) {
    const policy = path.startsWith(ACCOUNT_API.base) ? "no-store" : "private, no-cache";
    app.all(path, async (c) => {
      const answer = await apiAnswer(c.req.raw, c.env);
      if (!c.env.outgoing.headersSent && !answer.headers.has("cache-control"))
        answer.headers.set("cache-control", policy);
      return answer;
    });
  }
  const sameSite = csrf({
    origin: (origin, c) => origin === env().baseUrl || origin === new URL(c.req.url).origin,
  });
  app.use((c, next) => (isOpenToForms(c.req.path) ? next() : sameSite(c, next)));
  app.use(limitBodies);
  app.all("*", async (c) => {
    const request = c.req.raw;
    const answer = async () => tidyAddressRedirect(request) ?? renderPage(request, c.env);
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

/** Loads what comes with the program. Returns the demo accounts. */
async function loadData({ demoData }: Config, databaseUrl: string): Promise<DemoAccount[]> {
  const reference = Promise.all([loadPostalCodes(databaseUrl), loadModels(databaseUrl)]);
  const [accounts] = await Promise.all([demoData ? loadDemoStock(reference) : [], reference]);
  return accounts;
}

/** Starts the shop. Call it once per process. Servers of other versions get `assets`, the built files of this one. */
export async function createApp(config: Config, assets?: StaticFiles): Promise<App> {
  configure(config);
  if (config.backupUrl !== undefined) measureBackups(config.backupUrl);
  sharedCache.use(config.cachePurgeUrls);
  setFilesUrl(config.filesUrl ?? "");
  showVersion(packageJson.version);
  const keeping = assets && keepAssets(assets);
  onSignIn(recordSignIn);
  const app = routes();
  const { databaseUrl = "" } = env();
  const loaded = loadData(config, databaseUrl);
  // Beside each other, because the database does most of it.
  const [accounts, stock] = await Promise.all([
    loaded,
    listen({
      channel: "listings",
      onConnect: () => setListening(true),
      onDisconnect: () => setListening(false),
      onNotify(type) {
        queryCache.invalidate(type);
        pageCache.invalidate(type);
      },
    }),
    startEvents(eventPresenters),
    startJobs(databaseUrl, jobHandlers, { after: loaded }),
  ]);
  const demoAccounts = isOnThisMachine(config)
    ? accounts
    : [...accounts, ...(await replacePublishedPassword())];
  const webhooks = await listenForWebhooks();
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
  const demo = accounts.length > 0 ? await fillDemoPictures() : undefined;
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
        return keptApiAnswer(request, info) ?? prefetchAnswer(request) ?? pageFromCache(request, info);
      };
      return observed(request, info, atOnce, () => app.fetch(request, info));
    },
    async close() {
      stopKeeping?.();
      await Promise.all([stopEvents(), demo?.stop()]);
      await Promise.all([stock.close(), webhooks.close()]);
      await stopJobs();
      stopRendering();
      await closeDb();
    },
  };
}
