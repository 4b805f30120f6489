import { sql } from "kysely";
import { tidyEmail } from "#app/domain/email.ts";
import { tidyUsername } from "#app/domain/username.ts";
import { baseLocale } from "#app/paraglide/runtime.js";
import { hashedResetToken } from "#app/platform/auth-reset.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { isHeld } from "#app/platform/held-usernames.server.ts";
import { identifierKind } from "./schema.ts";

/** A user as mails and sign-in need them. `language` is null only for a user who has no profile yet. */
export type KnownUser = {
  id: string;
  email: string;
  username: string;
  verified: boolean;
  language: string | null;
};

function knownUsers(queries: Queries) {
  return queries
    .selectFrom("users")
    .leftJoin("profiles", "profiles.id", "users.id")
    .leftJoin("user_preferences", "user_preferences.user_id", "users.id")
    .select([
      "users.id",
      "users.email",
      "users.email_verified as verified",
      sql<string | null>`
        case when profiles.id is not null then coalesce(user_preferences.language, ${baseLocale}) end
      `.as("language"),
      sql<string>`coalesce(profiles.username, users.name)`.as("username"),
    ]);
}

/**
 * The user with an email address or a username, in any case, or null. Do not send the email address to
 * the browser, because anyone can type a username (decision 0006).
 */
export async function userByIdentifier(
  identifier: string,
  queries: Queries = db(),
): Promise<KnownUser | null> {
  const users = knownUsers(queries);
  const row = await (identifierKind(identifier) === "email"
    ? users.where("users.email", "=", tidyEmail(identifier))
    : users.where(sql<boolean>`lower(profiles.username) = lower(${identifier})`)
  ).executeTakeFirst();
  return row ?? null;
}

/** The user with this id, or null when the account was deleted. */
export async function userById(id: string, queries: Queries = db()): Promise<KnownUser | null> {
  return (await knownUsers(queries).where("users.id", "=", id).executeTakeFirst()) ?? null;
}

/**
 * The id of the user with this phone number, in E.164, or null. A number that was not confirmed by a code has no user.
 */
export async function userIdByPhone(number: string): Promise<string | null> {
  const row = await db()
    .selectFrom("users")
    .select("id")
    .where("phone_number", "=", number)
    .where("phone_number_verified", "=", true)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The phone number that the user signs in with, in E.164, or null. */
export async function phoneOf(userId: string): Promise<string | null> {
  const row = await db()
    .selectFrom("users")
    .select("phone_number")
    .where("id", "=", userId)
    .where("phone_number_verified", "=", true)
    .executeTakeFirst();
  return row?.phone_number ?? null;
}

/**
 * Whether a username is taken: another user has it, had it recently, or deleted an account with it. A name that
 * looks the same is taken too; separators are ignored. `own` is the user who wants the name, null for a new user.
 */
export async function isUsernameTaken(
  username: string,
  ownName: string | null,
  queries: Queries = db(),
): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select username_is_free(${username}, ${ownName}::uuid) as free
  `.execute(queries);
  return rows[0]?.free !== true || (await isHeld(queries, username));
}

/** Whether an account with this username was deleted in the last `HELD_DAYS` days. */
export function isDeletedName(username: string): Promise<boolean> {
  return isHeld(db(), tidyUsername(username).replaceAll("\0", ""));
}

/** Whether the user can sign in by a password. A user who signed up by a provider has none until they set one. */
export async function hasPassword(userId: string): Promise<boolean> {
  const row = await db()
    .selectFrom("accounts")
    .select("id")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .where("password", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The id of the user whose password this token can reset, or null when it is invalid or expired. */
export async function ownerOfResetToken(token: string): Promise<string | null> {
  if (!/^[A-Za-z0-9]{8,64}$/.test(token)) return null;
  const row = await db()
    .selectFrom("verifications")
    .select("value")
    .where("identifier", "=", hashedResetToken(token))
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row?.value ?? null;
}

/**
 * Users who only signed up, here or at a provider: their email address is unverified, and they have no session and no
 * listing. A new sign-up with the email address may replace such an account, and a job deletes it when it is old.
 */
export function neverVerified(queries: Queries) {
  return queries
    .selectFrom("users")
    .select("users.id")
    .where("users.email_verified", "=", false)
    .where((where) =>
      where.not(
        where.exists(where.selectFrom("sessions").select("id").whereRef("sessions.user_id", "=", "users.id")),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(where.selectFrom("listings").select("id").whereRef("listings.user_id", "=", "users.id")),
      ),
    );
}
