import { createEmailVerificationToken } from "better-auth/api";
import { verifyJWT } from "better-auth/crypto";
import { z } from "zod";
import { auth, VERIFICATION_SECONDS } from "#app/platform/auth.server.ts";

const payloadSchema = z.object({ email: z.string(), user: z.uuid(), iat: z.number() });

/**
 * Creates the token of a verification link. The token also contains the id of the user for whom it was made: a second
 * sign-up with the email address makes a new user, so that an earlier link cannot verify a later password
 * (docs/decisions/0004).
 */
export async function verificationToken(user: { id: string; email: string }): Promise<string> {
  const { secret } = await auth().$context;
  return createEmailVerificationToken(secret, user.email, undefined, VERIFICATION_SECONDS, { user: user.id });
}

/** The user and the creation time of a verification link's token, or null when it is invalid or expired. */
export async function readVerificationToken(
  token: string,
): Promise<{ email: string; userId: string; issuedAt: Date } | null> {
  const { secret } = await auth().$context;
  const parsed = payloadSchema.safeParse(await verifyJWT(token, secret));
  if (!parsed.success) return null;
  const { email, user: userId, iat } = parsed.data;
  return { email, userId, issuedAt: new Date(iat * 1000) };
}
