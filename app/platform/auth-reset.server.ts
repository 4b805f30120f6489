import type { BetterAuthOptions } from "better-auth";
import type { Transaction } from "kysely";
import { captured } from "./auth-codes.server.ts";
import { revokeOldAccess } from "./auth-old-access.server.ts";
import { inTransaction } from "./db.server.ts";
import type { DB } from "./db-types.ts";
import { hashOf } from "./signature.server.ts";

const RESET_SECONDS = 3600;

/** Better Auth puts this before the token of a password reset link. */
const RESET = "reset-password:";

/**
 * `verifications.identifier` of a password reset link. It must not begin with `RESET`: Better Auth also looks for
 * unhashed tokens, and would accept the hash as one.
 */
export function hashedResetToken(token: string): string {
  return `reset-password-hash:${hashOf(token)}`;
}

/** For `verification.storeIdentifier`: reset tokens are stored as hashes. */
export const HASHED_RESETS = {
  [RESET]: { hash: async (identifier: string) => hashedResetToken(identifier.slice(RESET.length)) },
};

export interface ResetToken {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
}

const tokens = captured<ResetToken>();

/** @returns the token that Better Auth wanted to mail during `run`; null when no account has the email address */
export const captureResetToken = tokens.during;

/** For `emailAndPassword`. */
export const PASSWORD_RESET = {
  resetPasswordTokenExpiresIn: RESET_SECONDS,
  revokeSessionsOnPasswordReset: true,
  // The caller of `resetTokenFor` sends the mail, because it knows the user's language.
  sendResetPassword: async ({ user, token }) => tokens.give({ userId: user.id, email: user.email, token }),
  onPasswordReset: async ({ user }) => passwordWasReset(user),
} satisfies Partial<BetterAuthOptions["emailAndPassword"]>;

/** Marks the email address as verified, because its user got the mailed link, and revokes older links. */
async function passwordWasReset(user: { id: string; emailVerified: boolean }): Promise<void> {
  await inTransaction(async (trx) => {
    await trx.updateTable("users").set({ email_verified: true }).where("id", "=", user.id).execute();
    // A stranger may have signed up with this email address before, and linked a provider.
    if (!user.emailVerified) await unlinkProviders(trx, user.id);
    await revokeOldAccess(trx, user.id);
  });
}

async function unlinkProviders(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .deleteFrom("accounts")
    .where("user_id", "=", userId)
    .where("provider_id", "<>", "credential")
    .execute();
}
