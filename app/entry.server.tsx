import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { logger } from "./platform/log.server.ts";
import { currentRequest } from "./platform/request-context.server.ts";

/**
 * Renders a page whole, never in pieces: the host hashes its inline scripts for the content security policy and may
 * keep it for the next visitor (docs/decisions/0007).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  let failed = false;
  // Marks the scripts as ours: see platform/content-security-policy.server.ts.
  const nonce = currentRequest()?.id;
  const page = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} nonce={nonce} />,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        if (request.signal.aborted) return;
        failed = true;
        logger.error({ err: error, path: new URL(request.url).pathname }, "render failed");
      },
    },
  );
  await page.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(page, { status: failed ? 500 : status, headers });
}
