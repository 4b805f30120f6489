import { sql } from "kysely";
import { usernameFromEmail } from "#app/domain/new-username.ts";
import { numbered } from "#app/domain/username.ts";
import { getLocale, type Locale } from "#app/paraglide/runtime.js";
import { db, type Queries } from "./db.server.ts";
import { isHeld } from "./held-usernames.server.ts";
import { lookForSignals } from "./recent-signals.server.ts";

const MAX_ATTEMPTS = 100;

/** The missing profile of a user could not be created, or not be read afterwards. */
export class NoProfile extends Error {
  readonly step: "create" | "reload";

  constructor(step: "create" | "reload", options?: ErrorOptions) {
    super(`no profile: ${step}`, options);
    this.name = "NoProfile";
    this.step = step;
  }
}

/**
 * Creates the missing profile of a user, and returns its username: the part of the email address before "@", with a
 * number when the name is taken or held. Concurrent requests return the same name. @throws NoProfile
 */
export async function bootstrapProfile(user: { id: string; email: string }): Promise<string> {
  const wanted = usernameFromEmail(user.email);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    // A large random number, since many companies have an email address "info@".
    const username = numbered(wanted, attempt <= 20 ? attempt : Math.floor(Math.random() * 1e9));
    await create({ ...user, username }).catch((cause: unknown) => {
      throw new NoProfile("create", { cause });
    });
    const newUsername = await usernameOf(user.id).catch((cause: unknown) => {
      throw new NoProfile("reload", { cause });
    });
    if (newUsername !== null) {
      await saveLanguage(db(), user.id, getLocale(), { chosen: false });
      lookForSignals();
      return newUsername;
    }
  }
  throw new NoProfile("reload");
}

/**
 * Stores in which language texts are written that are sent to a user (docs/decisions/0142). `chosen`: the user chose it;
 * otherwise it is the language of the page on which they signed up or in, and a choice outlasts it. Does nothing for a
 * user who has no profile yet; `bootstrapProfile` stores their language.
 */
export async function saveLanguage(
  queries: Queries,
  userId: string,
  language: Locale,
  { chosen }: { chosen: boolean },
): Promise<void> {
  await sql`
    insert into user_preferences as stored (user_id, language, language_chosen)
    select id, ${language}, ${chosen} from profiles where id = ${userId}::uuid
    on conflict (user_id) do update
      set language = excluded.language, language_chosen = excluded.language_chosen, updated_at = now()
      where (excluded.language_chosen or not stored.language_chosen)
        and (stored.language, stored.language_chosen)
          is distinct from (excluded.language, excluded.language_chosen)
  `.execute(queries);
}

/** Does nothing when the name is taken or held, or the profile already exists. */
async function create({ id, email, username }: { id: string; email: string; username: string }) {
  if (await isHeld(db(), username)) return;
  await sql`
    insert into profiles (id, username, email)
    select ${id}::uuid, ${username}, ${email} where username_is_free(${username}, ${id}::uuid)
    on conflict do nothing
  `.execute(db());
}

/** A user's name. Null for a deleted user, or without an id, as for a buyer outside the shop. */
export async function usernameOf(id: string | null, queries: Queries = db()): Promise<string | null> {
  if (id === null) return null;
  const profile = await queries
    .selectFrom("profiles")
    .select("username")
    .where("id", "=", id)
    .executeTakeFirst();
  return profile?.username ?? null;
}

/** The path of a user's picture; null without one. */
export async function avatarOf(id: string): Promise<string | null> {
  const profile = await db()
    .selectFrom("profiles")
    .select("avatar_url")
    .where("id", "=", id)
    .executeTakeFirst();
  return profile?.avatar_url ?? null;
}
