import { cookieName, ownCookies } from "#app/domain/cookie-name.ts";
import { env } from "./env.server.ts";

/** Whether the shop is served over https, so that its cookies can have the prefix `__Host-`. */
export function isHttps(): boolean {
  return env().baseUrl.startsWith("https:");
}

/** Removes from a request the cookies that this shop cannot have set, and a Cookie header in which none is left. */
export function dropForeignCookies(headers: Headers): void {
  const sent = headers.get("cookie");
  const cookies = ownCookies(sent, isHttps());
  // The host copies all headers of a request at their first change.
  if (cookies === sent) return;
  if (cookies === null) headers.delete("cookie");
  else headers.set("cookie", cookies);
}

/**
 * The Set-Cookie value of a cookie for the whole shop. 0 seconds delete it. `scripts`: whether the scripts of a page may
 * read it.
 */
export function setCookie(
  name: string,
  value: string,
  seconds: number,
  { scripts = false }: { scripts?: boolean } = {},
): string {
  const https = isHttps();
  return [
    `${cookieName(name, https)}=${value}`,
    "Path=/",
    `Max-Age=${seconds}`,
    ...(scripts ? [] : ["HttpOnly"]),
    "SameSite=Lax",
    ...(https ? ["Secure"] : []),
  ].join("; ");
}
