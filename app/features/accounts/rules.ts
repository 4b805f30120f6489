export const EMAIL_MAX = 254;
/** The shortest password, in UTF-16 units, as Better Auth counts them (app/platform/auth.server.ts). */
export const PASSWORD_MIN = 8;
/** The longest password, in UTF-16 units. */
export const PASSWORD_MAX = 128;

/** An identifier that contains "@" is an email address, any other one a username. */
export function identifierKind(identifier: string): "email" | "username" {
  return identifier.includes("@") ? "email" : "username";
}

/** Whether a user can still sign in after the sign-in method `id` is removed. */
export function keepsASignInMethod(ways: readonly { id: string; works: boolean }[], id: string): boolean {
  return ways.some((way) => way.id !== id && way.works);
}

const LATE_MS = 120_000;

/** Whether a sign-in link was opened more than two minutes after it was made. */
export function isLateLink(issuedAt: Date, now: Date): boolean {
  return now.getTime() - issuedAt.getTime() > LATE_MS;
}
