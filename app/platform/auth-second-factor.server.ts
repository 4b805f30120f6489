import { randomInt } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { twoFactor } from "better-auth/plugins/two-factor";
import { href } from "react-router";
import { safeNext } from "#app/domain/local-path.ts";
import { env } from "./env.server.ts";
import { appPath, localeOf, wholeAddress } from "./locale.server.ts";

const DAY = 86_400;

/** For how long a challenge waits for its code. */
const CHALLENGE_SECONDS = 600;
/** For how long a browser may leave the second factor out once its owner said so. */
export const TRUST_DAYS = 30;

type Hook = NonNullable<NonNullable<BetterAuthPlugin["hooks"]>["after"]>[number];
type HookContext = Parameters<Hook["matcher"]>[0];

/**
 * Whether an answer is about to sign somebody in, by whichever way. Better Auth's own plugin asks for the second
 * factor after three of them by name; here a way that is added later is held to it without being named.
 */
function signsIn({ path, context }: HookContext): boolean {
  const made = context.newSession;
  if (!made || path?.startsWith("/two-factor/")) return false;
  // Who is signed in already was asked when they came: this is their session, renewed or written anew.
  return context.session?.user.id !== made.user.id;
}

/** Whether Better Auth's answer says that the second factor is still to come, instead of a session. */
export function isChallenge(answer: unknown): boolean {
  return (answer as { twoFactorRedirect?: unknown } | null)?.twoFactorRedirect === true;
}

/** Where the second factor is asked for, on the way to `next`. */
export function challengePath(next: string): string {
  return next === "/"
    ? href("/auth/two-factor")
    : `${href("/auth/two-factor")}?next=${encodeURIComponent(next)}`;
}

// The way back from a provider ends in a redirect to where the visitor was going, which is kept for later.
const detour: Hook = {
  matcher: ({ context }) =>
    isChallenge(context.returned) && Boolean(context.responseHeaders?.has("location")),
  handler: createAuthMiddleware(async ({ context, redirect }) => {
    const to = new URL(context.responseHeaders?.get("location") ?? "/", env().baseUrl).href;
    throw redirect(wholeAddress(challengePath(safeNext(appPath(to))), localeOf(to)));
  }),
};

// Written on paper and typed again: nothing that looks like something else, and one case (49 bits).
const BACKUP_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

function backupCodes(): string[] {
  const letters = () =>
    Array.from({ length: 5 }, () => BACKUP_LETTERS[randomInt(BACKUP_LETTERS.length)]).join("");
  return Array.from({ length: 10 }, () => `${letters()}-${letters()}`);
}

/**
 * The second factor (A7.19): an authenticator's code, or one of ten backup codes (kept
 * encrypted), after every way to sign in.
 */
export function secondFactor() {
  const plugin = twoFactor({
    allowPasswordless: true,
    backupCodeOptions: { customBackupCodesGenerate: backupCodes },
    twoFactorCookieMaxAge: CHALLENGE_SECONDS,
    trustDeviceMaxAge: TRUST_DAYS * DAY,
    schema: {
      user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
      twoFactor: {
        modelName: "two_factors",
        fields: {
          userId: "user_id",
          backupCodes: "backup_codes",
          failedVerificationCount: "failed_verification_count",
          lockedUntil: "locked_until",
        },
      },
    },
  });
  const asks: Hook[] = plugin.hooks.after.map(({ handler }) => ({ matcher: signsIn, handler }));
  return { ...plugin, hooks: { after: [...asks, detour] } } satisfies BetterAuthPlugin;
}
