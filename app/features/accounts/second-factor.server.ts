import { isAPIError } from "better-auth/api";
import { sql } from "kysely";
import { m } from "#app/paraglide/messages.js";
import { auth } from "#app/platform/auth.server.ts";
import { challengeCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { clientAddress, limit, refundUse } from "#app/platform/rate-limit.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { signedCookieOf } from "#app/platform/session.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";
import { endFactorReset } from "./security/factor-resets.server.ts";

/** The user whose second factor this browser must enter, or null when there was no recent first step. */
export async function challengedUserId(request: Request): Promise<string | null> {
  const cookie = signedCookieOf(request, challengeCookieName());
  if (!cookie) return null;
  const row = await db()
    .selectFrom("verifications")
    .select("value")
    .where("identifier", "=", cookie.token)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** The answer to the challenge of the second factor: a code of the authenticator app, or a backup code. */
export type FactorAnswer = { by: "app" | "backup"; code: string; trust: boolean };

/**
 * Checks the answer to a challenge, and starts the session if the answer is right.
 * @returns `left`, the number of unused backup codes, null if none was used now; or null when the challenge has expired
 * or had five wrong tries
 * @throws Refused beside the field `code` when it is wrong or was used before; "challenge_locked" after ten wrong tries,
 * for a quarter of an hour
 */
export async function answerChallenge(
  request: Request,
  { by, code, trust }: FactorAnswer,
): Promise<{ headers: Headers; left: number | null } | null> {
  const client = clientAddress(request);
  await limit("second_factor_client", client);
  const userId = await challengedUserId(request);
  if (!userId) return null;
  const wrong = faultAt("code", by === "app" ? m.challenge_wrong() : m.challenge_backup_wrong());
  // A code that was read over the user's shoulder cannot be used again.
  if (await orRefused(limit("second_factor_code", `${userId} ${code}`))) throw wrong;
  const call = { body: { code, trustDevice: trust }, headers: request.headers, returnHeaders: true } as const;
  try {
    const { headers } = await (by === "app"
      ? auth().api.verifyTOTP(call)
      : auth().api.verifyBackupCode(call));
    await refundUse("second_factor_client", client);
    // This person still has the second factor, so a reset that waits ends.
    await endFactorReset(userId, "used");
    return { headers, left: by === "backup" ? await backupCodesLeft(userId) : null };
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
    switch (error.body?.code) {
      case "ACCOUNT_TEMPORARILY_LOCKED":
        throw new Refused("challenge_locked");
      case "INVALID_TWO_FACTOR_COOKIE":
      case "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE":
        return null;
      default:
        throw wrong;
    }
  }
}

/** The number of the user's unused backup codes, or null without a second factor. */
export async function backupCodesLeft(userId: string): Promise<number | null> {
  const user = await db()
    .selectFrom("users")
    .select("two_factor_enabled")
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!user?.two_factor_enabled) return null;
  const { backupCodes } = await auth().api.viewBackupCodes({ body: { userId } });
  return backupCodes.length;
}
