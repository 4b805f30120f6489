import { isLoopback } from "./env.server.ts";

/** What proxies add to a request that they pass on. Ours, x-client-ip, is written by the host. */
const BY_PROXY =
  /^(forwarded|via|cdn-loop|x-real-ip|x-forwarded.*|x-original-.*|.+-client-ip|.+-connecting-ip)$/;

/**
 * Whether a request comes from this very machine: from its own address, to a name of its own, and not passed on by a
 * proxy, which would be speaking for somebody else.
 */
export function isFromThisMachine(request: Request): boolean {
  if (!isLoopback(request.headers.get("x-client-ip") ?? "")) return false;
  if (!isLoopback(new URL(request.url).hostname)) return false;
  return [...request.headers.keys()].every((name) => name === "x-client-ip" || !BY_PROXY.test(name));
}
