import type { IncomingMessage } from "node:http";
import { isLoopback } from "#app/platform/env.server.ts";

/** Monitoring and load balancers ask for these by address. None of them shows or changes what belongs to a person. */
const FOR_MACHINES = ["/healthz", "/readyz", "/metrics"];

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/**
 * Tells whether a request names this shop as its host. A page of another site whose name leads to this machine's address
 * (DNS rebinding) would otherwise read the shop as if it were its own. The port does not matter: proxies and tunnels
 * have others than BASE_URL.
 */
export function answersFor(baseUrl: string): (request: IncomingMessage) => boolean {
  const own = new URL(baseUrl).hostname;
  return (request) => {
    if (FOR_MACHINES.includes(request.url?.split("?", 1)[0] ?? "")) return true;
    const name = hostOf(request);
    return name === own || (isLoopback(own) && isLoopback(name));
  };
}

/** The host name that a request is for, without the port; "" when it names none. */
function hostOf({ url = "", headers }: IncomingMessage): string {
  // An address in the first line goes before the header (RFC 9112, 3.2.2).
  if (/^https?:/i.test(url)) return URL.canParse(url) ? new URL(url).hostname : "";
  return HOST.exec(headers.host ?? "")?.[1]?.toLowerCase() ?? "";
}
