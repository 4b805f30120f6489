import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import {
  type ActionFunctionArgs,
  type EntryContext,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  ServerRouter,
} from "react-router";
import { deferHydration } from "./deferred-hydration.server.ts";
import { escapedHtml } from "./domain/text-rules.ts";
import { seoHead } from "./features/shell/head.server.ts";
import { cachedFragment } from "./fragment-cache.server.tsx";
import { type Edit, edited, insertion } from "./page-edits.server.ts";
import { m } from "./paraglide/messages.js";
import { logger } from "./platform/log.server.ts";
import { currentRequest } from "./platform/request-context.server.ts";
import { setFragmentCache } from "./ui/cached-fragment.tsx";

setFragmentCache(cachedFragment);

/**
 * How long the data of a client-side navigation may take, in milliseconds. With the default of React Router (4,950),
 * slow data becomes an error page. The timeouts of the database (platform/db.server.ts) are enough.
 */
export const streamTimeout = 60_000;

const END = "</body></html>";
const HEAD_END = "</head>";
const TITLE = "<title>";

/** Logs an error of a loader or action; the visitor sees an error page with the request id. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  // Unknown URLs and wrong HTTP methods are mistakes of clients.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  logger.error({ err: error, path: new URL(request.url).pathname }, "a page failed");
}

/**
 * Renders a page as a whole, because the host may cache it (docs/decisions/0007). The host gets the HTML in
 * `RequestContext.page`; the response is empty.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const current = currentRequest();
  // See platform/content-security-policy.server.ts.
  const nonce = current?.nonce;
  const page = <ServerRouter context={ofPage(context)} url={request.url} nonce={nonce} />;
  const { html, failed } = await render(page, request);
  if (!html.subarray(-END.length).equals(Buffer.from(END))) throw new Error("The page is no whole document.");
  const responseStatus = failed ? 500 : status;
  const head = seoHead(context.staticHandlerContext, responseStatus);
  const isRefusedForm = request.method === "POST" && responseStatus >= 400 && responseStatus < 500;
  const whole = edited(html, [
    ...(isRefusedForm ? errorInTitle(html) : []),
    insertion(html.indexOf(HEAD_END), head.html),
    ...(import.meta.env.PROD ? deferHydration(html, m.shell_browser_too_old(), nonce) : []),
  ]);
  headers.set("content-type", "text/html; charset=utf-8");
  if (!head.indexed) headers.set("x-robots-tag", "noindex");
  if (!current) return new Response(whole, { status: responseStatus, headers });
  current.page = whole;
  return new Response(null, { status: responseStatus, headers });
}

/** The context with the routes of the page alone. React Router makes objects of all routes in it, for each page. */
function ofPage(context: EntryContext): EntryContext {
  const ids = new Set(context.staticHandlerContext.matches.map(({ route }) => route.id));
  const routes = Object.fromEntries(Object.entries(context.manifest.routes).filter(([id]) => ids.has(id)));
  return { ...context, manifest: { ...context.manifest, routes } };
}

/** The browser removes it before React hydrates the page (entry.client.tsx); ui/form-errors.tsx adds it again. */
function errorInTitle(html: Buffer): Edit[] {
  const prefix = escapedHtml(m.ui_error_title({ title: "" }));
  const from = html.indexOf(TITLE);
  return from < 0
    ? []
    : [{ from, to: from + TITLE.length, text: `<title data-prefix="${prefix}">${prefix}` }];
}

/** The page as bytes: as a string, it would be decoded, copied and encoded again. */
function render(page: ReactNode, request: Request): Promise<{ html: Buffer; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const chunks: Uint8Array[] = [];
    const whole = new Writable({
      write(chunk: Uint8Array, _, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve({ html: Buffer.concat(chunks), failed });
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      // Otherwise React puts large parts at the end, and a script has to move them.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(whole),
      onShellError: reject,
      onError(error) {
        if (request.signal.aborted) return;
        failed = true;
        logger.error({ err: error, path: new URL(request.url).pathname }, "render failed");
      },
    });
  });
}
