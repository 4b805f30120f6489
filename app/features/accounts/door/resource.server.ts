import { z } from "zod";
import type { Viewer } from "#app/domain/viewer.ts";
import { id, moment } from "#app/features/api/fields.ts";
import { CHALLENGE_SECONDS, challengeCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { continueAsSession, startedSession, viewerOf } from "#app/platform/session.server.ts";
import { pendingEmail } from "../profile/email-change.server.ts";
import { EVERY_PROVIDER } from "../schema.ts";
import { challengedUserId } from "../second-factor.server.ts";
import { type Identity, identitiesOf } from "../security/identities.server.ts";
import { asBrowser } from "./browser.server.ts";
import { type SessionTokens, tokensFor } from "./tokens.server.ts";

const factorResource = z.object({
  id,
  factor_type: z.literal("totp"),
  status: z.enum(["verified", "unverified"]),
});

/** A person, as only they see themselves. */
export const userResource = z
  .object({
    id,
    email: z.string(),
    email_verified: z.boolean(),
    new_email: z
      .string()
      .nullable()
      .meta({ description: "The address to which a change waits for mailed links." }),
    phone: z
      .string()
      .nullable()
      .meta({ description: "In E.164.", examples: ["+31612345678"] }),
    created_at: moment,
    identities: z.array(
      z.object({
        id,
        identity_id: id,
        provider: z.enum(["email", ...EVERY_PROVIDER]),
        created_at: moment,
      }),
    ),
    factors: z.array(factorResource),
    user_metadata: z.object({ username: z.string() }),
  })
  .meta({ id: "User" });

/** The tokens of a session. */
export const tokensResource = z
  .object({
    access_token: z.string(),
    token_type: z.literal("bearer"),
    expires_in: z.number().int().meta({ description: "Seconds until the access token ends." }),
    expires_at: z.number().int().meta({ description: "When the access token ends, in seconds since 1970." }),
    refresh_token: z.string().meta({ description: "Works once; its answer has the next one." }),
  })
  .meta({ id: "Tokens" });

/** A session, with its tokens. */
export const sessionResource = z
  .object({ ...tokensResource.shape, user: userResource })
  .meta({ id: "Session" });

type User = z.input<typeof userResource>;

/** The second factor of a person; null for none. It is unverified until they have typed its first code. */
export async function factorOf(userId: string): Promise<User["factors"][number] | null> {
  const row = await db()
    .selectFrom("two_factors")
    .innerJoin("users", "users.id", "two_factors.user_id")
    .select(["two_factors.id", "users.two_factor_enabled"])
    .where("two_factors.user_id", "=", userId)
    .executeTakeFirst();
  if (!row) return null;
  return { id: row.id, factor_type: "totp", status: row.two_factor_enabled ? "verified" : "unverified" };
}

/** @throws Refused "key_invalid" when the account was deleted meanwhile */
export async function presentUser({ id: userId, username }: Viewer): Promise<User> {
  const [row, identities, factor, pending] = await Promise.all([
    db()
      .selectFrom("users")
      .select(["id", "email", "email_verified", "phone_number", "phone_number_verified", "created_at"])
      .where("id", "=", userId)
      .executeTakeFirst(),
    identitiesOf(userId),
    factorOf(userId),
    pendingEmail(userId),
  ]);
  if (!row) throw new Refused("key_invalid");
  return {
    id: row.id,
    email: row.email,
    email_verified: row.email_verified,
    new_email: pending?.to ?? null,
    phone: row.phone_number_verified ? row.phone_number : null,
    created_at: row.created_at.toISOString(),
    identities: identities.map(presentIdentity),
    factors: factor ? [factor] : [],
    user_metadata: { username },
  };
}

function presentIdentity({ id, way, since }: Identity): User["identities"][number] {
  return {
    id,
    identity_id: id,
    provider: way === "password" ? "email" : way,
    created_at: since.toISOString(),
  };
}

/**
 * The answer that gives a session to a program.
 * @param session the token of its row
 */
export async function presentSession(
  request: Request,
  session: string,
  tokens?: SessionTokens,
): Promise<z.input<typeof sessionResource>> {
  continueAsSession({ value: "", token: session });
  // Creates the profile of a person who signs in by a provider for the first time.
  const viewer = await viewerOf(asBrowser(request));
  if (!viewer) throw new Refused("key_invalid");
  const { access_token, token_type, expires_in, expires_at, refresh_token } =
    tokens ?? (await tokensFor(session));
  const user = await presentUser(viewer);
  return { access_token, token_type, expires_in, expires_at, refresh_token, user };
}

/**
 * The answer to a sign-in, from the headers that would tell a browser of it.
 * @throws Refused "second_factor", which has what `POST /factors/{factorId}/verify` needs
 */
export async function presentSignIn(
  request: Request,
  headers: Headers,
): Promise<z.input<typeof sessionResource>> {
  const challenge = startedSession(headers, challengeCookieName());
  if (challenge) {
    const userId = await challengedUserId(asBrowser(request, challenge.value));
    const factor = userId && (await factorOf(userId));
    const problem = {
      factor_id: factor ? factor.id : null,
      challenge_id: challenge.value,
      expires_at: Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS,
    };
    throw new Refused("second_factor", {}, { problem });
  }
  const session = startedSession(headers);
  if (!session) throw new Error("Signing in began no session.");
  return presentSession(request, session.token);
}
