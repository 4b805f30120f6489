import { randomInt } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { twoFactor } from "better-auth/plugins/two-factor";
import { href } from "react-router";
import { safeNext, withNext } from "#app/domain/local-path.ts";
import { CHALLENGE_SECONDS, TRUST_DAYS } from "./auth-cookies.server.ts";
import { env } from "./env.server.ts";
import { appPath, localeOf, wholeAddress } from "./locale.server.ts";

const DAY = 86_400;

type Hook = NonNullable<NonNullable<BetterAuthPlugin["hooks"]>["after"]>[number];
type HookContext = Parameters<Hook["matcher"]>[0];

/**
 * Whether a response is about to sign a user in, by any method. The plugin itself asks for the second factor after
 * three methods only.
 */
function signsIn({ path, context }: HookContext): boolean {
  const session = context.newSession;
  if (!session || path?.startsWith("/two-factor/")) return false;
  // A signed-in user has passed the second factor: this is their session, renewed.
  return context.session?.user.id !== session.user.id;
}

/** Whether a response of Better Auth asks for the second factor instead of starting a session. */
export function isChallenge(answer: unknown): boolean {
  return (answer as { twoFactorRedirect?: unknown } | null)?.twoFactorRedirect === true;
}

/** The URL of the second-factor page, from which the user continues to `next`. */
export function challengePath(next: string): string {
  return withNext(href("/auth/two-factor"), next);
}

// After a sign-in by a provider, Better Auth redirects to the wanted page. This hook leads through the page of the
// second factor first.
const detour: Hook = {
  matcher: ({ context }) =>
    isChallenge(context.returned) && Boolean(context.responseHeaders?.has("location")),
  handler: createAuthMiddleware(async ({ context, redirect }) => {
    const to = new URL(context.responseHeaders?.get("location") ?? "/", env().baseUrl).href;
    throw redirect(wholeAddress(challengePath(safeNext(appPath(to))), localeOf(to)));
  }),
};

// Users copy these codes from paper: only lower case, without look-alike characters (49 bits).
const BACKUP_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

function backupCodes(): string[] {
  const letters = () =>
    Array.from({ length: 5 }, () => BACKUP_LETTERS[randomInt(BACKUP_LETTERS.length)]).join("");
  return Array.from({ length: 10 }, () => `${letters()}-${letters()}`);
}

/**
 * The second factor, after every sign-in method: a code of an authenticator, or one of ten backup codes, which
 * are stored encrypted.
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
