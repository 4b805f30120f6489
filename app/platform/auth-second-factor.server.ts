import { randomInt } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { twoFactor } from "better-auth/plugins/two-factor";
import { href } from "react-router";
import { safeNext, withNext } from "#app/domain/local-path.ts";
import { env } from "./env.server.ts";
import { appPath, localeOf, wholeAddress } from "./locale.server.ts";

const DAY = 86_400;

const CHALLENGE_SECONDS = 600;
/** How long a trusted browser may skip the second factor. */
export const TRUST_DAYS = 30;

type Hook = NonNullable<NonNullable<BetterAuthPlugin["hooks"]>["after"]>[number];
type HookContext = Parameters<Hook["matcher"]>[0];

/**
 * Whether a response is about to sign a user in, by any method. Better Auth's own plugin asks for the second factor
 * after three methods that it lists by name. This check also covers methods that are added later.
 */
function signsIn({ path, context }: HookContext): boolean {
  const session = context.newSession;
  if (!session || path?.startsWith("/two-factor/")) return false;
  // A signed-in user has passed the second factor already: this is their session, renewed or rewritten.
  return context.session?.user.id !== session.user.id;
}

/** Whether Better Auth's response asks for the second factor instead of starting a session. */
export function isChallenge(answer: unknown): boolean {
  return (answer as { twoFactorRedirect?: unknown } | null)?.twoFactorRedirect === true;
}

/** The URL of the second-factor page, from which the user continues to `next`. */
export function challengePath(next: string): string {
  return withNext(href("/auth/two-factor"), next);
}

// The callback of a provider ends in a redirect to the visitor's page. This hook redirects to the second-factor page
// first, from which the user continues to that page.
const detour: Hook = {
  matcher: ({ context }) =>
    isChallenge(context.returned) && Boolean(context.responseHeaders?.has("location")),
  handler: createAuthMiddleware(async ({ context, redirect }) => {
    const to = new URL(context.responseHeaders?.get("location") ?? "/", env().baseUrl).href;
    throw redirect(wholeAddress(challengePath(safeNext(appPath(to))), localeOf(to)));
  }),
};

// Users copy these codes from paper. So there are no look-alike characters, and only lower case (49 bits).
const BACKUP_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

function backupCodes(): string[] {
  const letters = () =>
    Array.from({ length: 5 }, () => BACKUP_LETTERS[randomInt(BACKUP_LETTERS.length)]).join("");
  return Array.from({ length: 10 }, () => `${letters()}-${letters()}`);
}

/**
 * The second factor (A7.19): an authenticator's code, or one of ten backup codes (stored encrypted), after every
 * sign-in method.
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
