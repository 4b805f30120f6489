import { cookieName, withoutPrefix } from "#app/domain/cookie-name.ts";
import { isHttps } from "./cookies.server.ts";

const DAY = 86_400;

/** A session ends when it was unused for this long; however it is used, after SESSION_DAYS (env.server.ts). */
export const SESSION_SECONDS = 30 * DAY;
/** The expiry of a session is extended at most this often. */
export const SESSION_RENEWAL_SECONDS = DAY;
/** Browsers keep no cookie longer than 400 days. */
export const DEVICE_SECONDS = 400 * DAY;
export const CHALLENGE_SECONDS = 600;
/** How long a trusted browser is not asked for the second factor. */
export const TRUST_DAYS = 30;

/** Begins the names of the cookies that Better Auth sets, and nothing else does. */
const OWNER = "second-serve";

/** The name, without `__Host-`, of the cookie with the session's signed token. */
export const SESSION_COOKIE = `${OWNER}.session_token`;
const DEVICE_COOKIE = `${OWNER}.device`;

/** What Better Auth writes, and a dot, before the name of each of its cookies; over https with `__Host-`. */
export function authCookiePrefix(): string {
  return cookieName(OWNER, isHttps());
}

/** The name in the browser of the cookie with the session's signed token. */
export function sessionCookieName(): string {
  return cookieName(SESSION_COOKIE, isHttps());
}

/** The name in the browser of the cookie that identifies it. */
export function deviceCookieName(): string {
  return cookieName(DEVICE_COOKIE, isHttps());
}

/** The name in the browser of the cookie between the password and the second factor. */
export function challengeCookieName(): string {
  return cookieName(`${OWNER}.two_factor`, isHttps());
}

/** The Cookie header without the device cookie, which no page depends on; null when it has no other cookie. */
export function withoutDevice(cookies: string | null): string | null {
  const others = cookies
    ?.split(/;\s*/)
    .filter((pair) => !withoutPrefix(pair).startsWith(`${DEVICE_COOKIE}=`));
  return others?.join("; ") || null;
}
