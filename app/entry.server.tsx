import type { ReactNode } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server";
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
import { logger } from "./platform/log.server.ts";
import { currentRequest } from "./platform/request-context.server.ts";
import { setFragmentCache } from "./ui/cached-fragment.tsx";

setFragmentCache(cachedFragment);

const DOCTYPE = "<!DOCTYPE html>";
const END = "</body></html>";
const HEAD_END = "</head>";
/** React writes this in place of a part that it could not render at once. */
const UNFINISHED = "<!--$!-->";

/** Logs an error in a loader or an action, with its path. The visitor sees an error page with the request's id. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  // An unknown address or a method that a page does not take is the client's mistake.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  logger.error({ err: error, path: new URL(request.url).pathname }, "a page failed");
}

/**
 * Renders a page as a whole, never streamed: the host may cache it for the next visitor (docs/decisions/0007). The host
 * gets it as a string beside its response, because a stream would double the cost of rendering.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const current = currentRequest();
  // The nonce marks our scripts: see platform/content-security-policy.server.ts.
  const nonce = current?.id;
  // The loaders' data goes below the page in one piece. React Router would wait for it in the middle of rendering.
  const said = await loadersSaid(context.serverHandoffStream);
  const page = (
    <ServerRouter context={{ ...context, serverHandoffStream: undefined }} url={request.url} nonce={nonce} />
  );
  const { html, failed } = await render(page, request);
  if (!html.endsWith(END))
    throw new Error("The page is no whole document: what the loaders said has no place.");
  const answered = failed ? 500 : status;
  const head = seoHead(context.staticHandlerContext, answered);
  const headEnd = html.indexOf(HEAD_END);
  // A page without scripts does not hydrate, so it needs no loader data.
  const foot = html.includes(CONTROLLER) ? handover(said, nonce) : "";
  const whole = html.slice(0, headEnd) + head.html + html.slice(headEnd, -END.length) + foot + END;
  headers.set("content-type", "text/html; charset=utf-8");
  if (!head.indexed) headers.set("x-robots-tag", "noindex");
  if (!current) return new Response(whole, { status: answered, headers });
  current.page = import.meta.env.PROD ? deferHydration(whole, nonce) : whole;
  return new Response(null, { status: answered, headers });
}

/** Renders in one pass. Lazy-loaded code and late data are only there in the second pass. */
async function render(page: ReactNode, request: Request): Promise<{ html: string; failed: boolean }> {
  const html = renderToString(page);
  // React writes the doctype only when it renders to a stream. Without it browsers use quirks mode.
  if (!html.includes(UNFINISHED)) return { html: DOCTYPE + html, failed: false };
  let failed = false;
  const stream = await renderToReadableStream(page, {
    // Otherwise React would put large parts at the end, and a script would have to move them.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    signal: request.signal,
    onError(error) {
      if (request.signal.aborted) return;
      failed = true;
      logger.error({ err: error, path: new URL(request.url).pathname }, "render failed");
    },
  });
  await stream.allReady;
  return { html: await new Response(stream).text(), failed };
}

async function loadersSaid(stream: EntryContext["serverHandoffStream"]): Promise<string[]> {
  const decoder = new TextDecoder();
  const said: string[] = [];
  for await (const part of stream ?? []) said.push(decoder.decode(part, { stream: true }));
  return said;
}

const IN_SCRIPTS: Readonly<Record<string, string>> = {
  "&": "\\u0026",
  ">": "\\u003e",
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

const CONTROLLER = "window.__reactRouterContext.streamController";

/** The script that hands the loaders' data to React Router in the browser, as its own stream would. */
function handover(said: readonly string[], nonce: string | undefined): string {
  const parts = said.map((part) => {
    const json = JSON.stringify(part).replace(/[&><\u2028\u2029]/g, (letter) => IN_SCRIPTS[letter] ?? letter);
    return `${CONTROLLER}.enqueue(${json});`;
  });
  return `<script${nonce ? ` nonce="${nonce}"` : ""}>${parts.join("")}${CONTROLLER}.close();</script>`;
}
