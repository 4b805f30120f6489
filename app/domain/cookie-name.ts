/** With it a browser keeps a cookie only when this very host set it, over https and for all paths. */
const HOST_ONLY = "__Host-";

/** What a cookie of ours is called in the browser. `https`: how the shop is reached, since the prefix needs it. */
export function cookieName(name: string, https: boolean): string {
  return https ? HOST_ONLY + name : name;
}

/** Which cookie of ours this name in a Cookie header means. */
export function withoutPrefix(name: string): string {
  return name.startsWith(HOST_ONLY) ? name.slice(HOST_ONLY.length) : name;
}
