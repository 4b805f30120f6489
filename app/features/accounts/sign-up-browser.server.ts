import { randomUUID } from "node:crypto";
import { cookieIn } from "#app/domain/cookie-name.ts";
import { setCookie } from "#app/platform/cookies.server.ts";
import { isSignatureOf, signatureOf } from "#app/platform/signature.server.ts";

// A mailed verification link signs in only in the browser that signed up (docs/decisions/0004-accounts.md).

const COOKIE = "sign-up";
const HOUR_SECONDS = 3600;

const signedText = (userId: string) => `sign-up browser ${userId}`;

/**
 * The Set-Cookie value that marks this browser as the one that signed up this user. `userId` is null if the sign-up made
 * no user: the cookie looks the same, so that it does not reveal which email addresses have accounts.
 */
export function signUpBrowserCookie(userId: string | null): string {
  return setCookie(COOKIE, signatureOf(signedText(userId ?? randomUUID())), HOUR_SECONDS);
}

/** The Set-Cookie value that deletes the mark. */
export function clearedSignUpBrowser(): string {
  return setCookie(COOKIE, "", 0);
}

/** Whether the request is from the browser that signed up this user, in the last hour. */
export function isSignUpBrowser(request: Request, userId: string): boolean {
  const cookie = cookieIn(request.headers.get("cookie"), COOKIE);
  return cookie !== null && isSignatureOf(signedText(userId), cookie);
}
