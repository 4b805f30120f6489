import { isLoopback } from "./env.server.ts";

/** Headers of proxies. The host itself writes x-client-ip. */
const BY_PROXY =
  /^(forwarded|via|cdn-loop|x-real-ip|x-forwarded.*|x-original-.*|.+-client-ip|.+-connecting-ip)$/;

/** Whether a request comes from this machine and not through a proxy, which forwards requests of others. */
export function isFromThisMachine(request: Request): boolean {
  if (!isLoopback(request.headers.get("x-client-ip") ?? "")) return false;
  if (!isLoopback(new URL(request.url).hostname)) return false;
  return [...request.headers.keys()].every((name) => name === "x-client-ip" || !BY_PROXY.test(name));
}
