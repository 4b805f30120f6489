import { isLoopback } from "./env.server.ts";

/** Headers that proxies add to a request. The host itself writes x-client-ip. */
const BY_PROXY =
  /^(forwarded|via|cdn-loop|x-real-ip|x-forwarded.*|x-original-.*|.+-client-ip|.+-connecting-ip)$/;

/**
 * Whether a request comes from this machine: from a loopback address, to a loopback host name, and not through a proxy,
 * which would forward the request of another client.
 */
export function isFromThisMachine(request: Request): boolean {
  if (!isLoopback(request.headers.get("x-client-ip") ?? "")) return false;
  if (!isLoopback(new URL(request.url).hostname)) return false;
  return [...request.headers.keys()].every((name) => name === "x-client-ip" || !BY_PROXY.test(name));
}
