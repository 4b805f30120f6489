import type { IncomingMessage } from "node:http";
import { isLoopback } from "#app/platform/env-values.server.ts";

/** Monitoring and load balancers request these by IP address. They have no data of users. */
const FOR_MACHINES = ["/healthz", "/readyz", "/metrics"];

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/**
 * Returns a function that checks whether a request is for the host name of this shop, against DNS rebinding: pages of a
 * domain that resolves to this machine could read the shop. A proxy or a tunnel may use another port than BASE_URL.
 */
export function answersFor(baseUrl: string): (request: IncomingMessage) => boolean {
  const host = new URL(baseUrl).hostname;
  return (request) => {
    if (FOR_MACHINES.includes(request.url?.split("?", 1)[0] ?? "")) return true;
    const name = hostOf(request);
    return name === host || (isLoopback(host) && isLoopback(name));
  };
}

/** The host name of a request, without the port; "" if the request has no valid host name. */
function hostOf({ url = "", headers }: IncomingMessage): string {
  // A full URL in the request line takes precedence over the Host header (RFC 9112, 3.2.2).
  if (/^https?:/i.test(url)) return URL.canParse(url) ? new URL(url).hostname : "";
  return HOST.exec(headers.host ?? "")?.[1]?.toLowerCase() ?? "";
}
