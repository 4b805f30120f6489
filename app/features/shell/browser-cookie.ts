import { cookieName } from "#app/domain/cookie-name.ts";

/** What to assign to `document.cookie`, so that it means the cookie of this name that the server sets too. */
export function browserCookie(name: string, value: string, seconds: number): string {
  const https = location.protocol === "https:";
  return `${cookieName(name, https)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${https ? "; Secure" : ""}`;
}
