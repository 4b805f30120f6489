import type { IncomingHttpHeaders } from "node:http";
import { addressesIn, plain } from "./client-address.ts";

/** What a proxy calls a request, for the lines of the log. */
export interface Trace {
  /** Of the header x-request-id. */
  readonly requestId?: string;
  /** The header of W3C Trace Context. */
  readonly traceparent?: string;
}

/** As proxies write it; nothing that a log or a page would have to escape. */
const REQUEST_ID = /^[\w.:@/+=-]{1,128}$/;
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

const NOTHING: Trace = {};

function matching(header: string | string[] | undefined, form: RegExp): string | undefined {
  return typeof header === "string" && form.test(header) ? header : undefined;
}

/**
 * Returns a function that reads the headers, if the connection comes from a `trusted` address: anyone else could give
 * many requests one id.
 * @param trusted IP addresses and CIDR ranges
 */
export function traceBehind(
  trusted: readonly string[],
): (peer: string | undefined, headers: IncomingHttpHeaders) => Trace {
  const isTrusted = addressesIn(trusted);
  return (peer, headers) => {
    const address = plain(peer ?? "");
    if (address === undefined || !isTrusted(address)) return NOTHING;
    return {
      requestId: matching(headers["x-request-id"], REQUEST_ID),
      traceparent: matching(headers.traceparent, TRACEPARENT),
    };
  };
}
