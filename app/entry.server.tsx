import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import {
  type ActionFunctionArgs,
  type EntryContext,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  ServerRouter,
} from "react-router";
import { deferHydration } from "./deferred-hydration.server.ts";
import { seoHead } from "./features/shell/head.server.ts";
import { cachedFragment } from "./fragment-cache.server.tsx";
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
  const nonce = current?.id;
  const page = <ServerRouter context={context} url={request.url} nonce={nonce} />;
  const { html, failed } = await render(page, request);
  if (!html.endsWith(END)) throw new Error("The page is no whole document.");
  const responseStatus = failed ? 500 : status;
  const head = seoHead(context.staticHandlerContext, responseStatus);
  const headEnd = html.indexOf(HEAD_END);
  const isRefusedForm = request.method === "POST" && responseStatus >= 400 && responseStatus < 500;
  const start = isRefusedForm ? withErrorInTitle(html.slice(0, headEnd)) : html.slice(0, headEnd);
  const whole = start + head.html + html.slice(headEnd);
  headers.set("content-type", "text/html; charset=utf-8");
  if (!head.indexed) headers.set("x-robots-tag", "noindex");
  if (!current) return new Response(whole, { status: responseStatus, headers });
  current.page = import.meta.env.PROD ? deferHydration(whole, m.shell_browser_too_old(), nonce) : whole;
  return new Response(null, { status: responseStatus, headers });
}

/** The browser removes it before React hydrates the page (entry.client.tsx); ui/form-errors.tsx adds it again. */
function withErrorInTitle(head: string): string {
  const prefix = m.ui_error_title({ title: "" });
  return head.replace("<title>", () => `<title data-prefix="${prefix}">${prefix}`);
}

async function render(page: ReactNode, request: Request): Promise<{ html: string; failed: boolean }> {
  let failed = false;
  const stream = await renderToReadableStream(page, {
    // Otherwise React puts large parts at the end, and a script has to move them.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      if (request.signal.aborted) return;
      failed = true;
      logger.error({ err: error, path: new URL(request.url).pathname }, "render failed");
    },
  });
  await stream.allReady;
  return { html: await new Response(stream).text(), failed };
}
