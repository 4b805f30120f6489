/** With this prefix a browser accepts a cookie only from this exact host, over https and for all paths. */
const HOST_ONLY = "__Host-";

/** The cookie's name in the browser. `https`: whether the shop is served over https, which the prefix requires. */
export function cookieName(name: string, https: boolean): string {
  return https ? HOST_ONLY + name : name;
}

export function withoutPrefix(name: string): string {
  return name.startsWith(HOST_ONLY) ? name.slice(HOST_ONLY.length) : name;
}
