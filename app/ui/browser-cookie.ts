import { cookieName } from "#app/domain/cookie-name.ts";

/** A string for `document.cookie` that sets the same cookie as the server does under this name. */
export function browserCookie(name: string, value: string, seconds: number): string {
  const https = location.protocol === "https:";
  return `${cookieName(name, https)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${https ? "; Secure" : ""}`;
}
