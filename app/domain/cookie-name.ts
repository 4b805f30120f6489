/** With this prefix a browser accepts a cookie only from this exact host, over https and for all paths. */
const HOST_ONLY = "__Host-";

/** The cookie's name in the browser. `https`: whether the shop is served over https, which the prefix requires. */
export function cookieName(name: string, https: boolean): string {
  return https ? HOST_ONLY + name : name;
}

/**
 * The part of a Cookie header that this shop can have set; null for nothing. Over https, a cookie without the prefix may
 * come from another host of the domain, or from a page that was changed on its way over http.
 */
export function ownCookies(cookies: string | null, https: boolean): string | null {
  if (cookies === null || !https) return cookies;
  const prefixed = cookies.split(/;\s*/).filter((pair) => pair.startsWith(HOST_ONLY));
  return prefixed.join("; ") || null;
}

export function withoutPrefix(name: string): string {
  return name.startsWith(HOST_ONLY) ? name.slice(HOST_ONLY.length) : name;
}

/** The value of a cookie in a Cookie header; null if it has none. */
export function cookieIn(cookies: string | null, name: string): string | null {
  const pair = cookies
    ?.split(/;\s*/)
    .map(withoutPrefix)
    .find((one) => one.startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(name.length + 1);
}

/** A string for `document.cookie` that sets the same cookie as the server does under this name. */
export function browserCookie(name: string, value: string, seconds: number, https: boolean): string {
  return `${cookieName(name, https)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${https ? "; Secure" : ""}`;
}
