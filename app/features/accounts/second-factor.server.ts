import { isAPIError } from "better-auth/api";
import { sql } from "kysely";
import { auth, challengeCookieName } from "#app/platform/auth.server.ts";
import { db } from "#app/platform/db.server.ts";
import { clientAddress, limit, refundUse } from "#app/platform/rate-limit.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import { signedCookieOf } from "#app/platform/session.server.ts";

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
export type Answer = { by: "app" | "backup"; code: string; trust: boolean };

/**
 * Checks the answer to a challenge, and starts the session if the answer is right. Returns:
 * - "signed-in"; `left` is the number of unused backup codes, or null if none was used now
 * - "wrong": the code is wrong or was used before
 * - "gone": the challenge has expired or had five wrong tries
 * - "locked": the account had ten wrong tries and is locked for a quarter of an hour
 */
export async function answerChallenge(
  request: Request,
  { by, code, trust }: Answer,
): Promise<
  { kind: "signed-in"; headers: Headers; left: number | null } | { kind: "wrong" | "gone" | "locked" }
> {
  const client = clientAddress(request);
  await limit("second_factor_client", client);
  const userId = await challengedUserId(request);
  if (!userId) return { kind: "gone" };
  // A code that was read over the user's shoulder cannot be used again.
  if (await orRefused(limit("second_factor_code", `${userId} ${code}`))) return { kind: "wrong" };
  const call = { body: { code, trustDevice: trust }, headers: request.headers, returnHeaders: true } as const;
  try {
    const { headers } = await (by === "app"
      ? auth().api.verifyTOTP(call)
      : auth().api.verifyBackupCode(call));
    await refundUse("second_factor_client", client);
    return { kind: "signed-in", headers, left: by === "backup" ? await backupCodesLeft(userId) : null };
  } catch (error) {
    return { kind: challengeFault(error) };
  }
}

function challengeFault(error: unknown): "wrong" | "gone" | "locked" {
  if (!isAPIError(error) || error.statusCode >= 500) throw error;
  switch (error.body?.code) {
    case "ACCOUNT_TEMPORARILY_LOCKED":
      return "locked";
    case "INVALID_TWO_FACTOR_COOKIE":
    case "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE":
      return "gone";
    default:
      return "wrong";
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
