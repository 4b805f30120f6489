import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { observe } from "#app/platform/metrics.server.ts";
import type { Trace } from "#server/trace-headers.ts";

export interface RequestInfo extends Trace {
  /** Chosen here unless a proxy did. */
  requestId?: string;
  readonly ip: string;
  /** Event streams write to it directly. */
  readonly outgoing: ServerResponse;
  /** By the clock of `performance.now()`. */
  startedAt?: number;
  /** The pattern of the path, when it is known. */
  route?: string;
}

/** Client Closed Request: nginx's status for a client that did not wait for the response. No response has it. */
const CLIENT_LEFT = 499;

/** Of a URL that is normalized. To parse it takes longer. */
const PATH = /^https?:\/\/[^/]*([^?#]*)/;

const HOST_PATHS = new Set(["/healthz", "/readyz", "/metrics", "/events"]);
const PICTURE = /^\/photos\/[^/]+\/[^/]+$/;

/** Of a path that React Router did not match, so that it cannot be a pattern of its own for each client's invention. */
function hostRoute(path: string): string {
  if (HOST_PATHS.has(path)) return path;
  if (path.startsWith("/assets/")) return "/assets/:file";
  return PICTURE.test(path) ? "/photos/:key/:file" : "other";
}

/**
 * Answers a request, counts it for the metrics and logs it.
 * @param atOnce a response that does not need the app, such as a page of the cache
 * @param answer gets the request with the headers of the host, which the app reads
 */
export function observed(
  request: Request,
  info: RequestInfo,
  atOnce: () => Response | Promise<Response> | undefined,
  answer: () => Response | Promise<Response>,
): Response | Promise<Response> {
  const started = performance.now();
  info.startedAt = started;
  const { headers, method } = request;
  const { ip, outgoing, traceparent } = info;
  info.requestId ??= randomUUID();
  const { requestId } = info;
  const count = (response: Response) => {
    const [, path = ""] = PATH.exec(request.url) ?? [];
    const route = info.route ?? hostRoute(path);
    const status = outgoing.destroyed ? CLIENT_LEFT : response.status;
    observe(performance.now() - started, { method, path, route, status, requestId, traceparent });
    return response;
  };
  const identify = (response: Response) => {
    if (!outgoing.headersSent) response.headers.set("x-request-id", requestId);
    return count(response);
  };
  const ready = atOnce();
  if (ready) return ready instanceof Promise ? ready.then(identify) : count(ready);
  headers.set("x-request-id", requestId);
  if (traceparent === undefined) headers.delete("traceparent");
  // With this header, the request came through a proxy, and `isFromThisMachine` needs to know.
  if (headers.has("x-client-ip")) headers.set("x-forwarded-client-ip", "");
  headers.set("x-client-ip", ip);
  return Promise.resolve(answer()).then(identify);
}
