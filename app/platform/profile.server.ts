import { sql } from "kysely";
import { usernameFromEmail } from "#app/domain/new-username.ts";
import { numbered } from "#app/domain/username.ts";
import { baseLocale, getLocale } from "#app/paraglide/runtime.js";
import { db, type Queries } from "./db.server.ts";
import { isHeld } from "./held-usernames.server.ts";

const MAX_ATTEMPTS = 100;

/** The missing profile of a user could not be created, or not be read afterwards (A8.12, A8.13). */
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
 * number when the name is taken or held (A4.5). Concurrent requests return the same name. @throws NoProfile
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
    if (newUsername !== undefined) {
      await saveFirstLanguage(db(), user.id);
      return newUsername;
    }
  }
  throw new NoProfile("reload");
}

/**
 * Saves the language of the page, until the user chooses one, for jobs that write to the user (docs/decisions/0027).
 * The default language needs no row.
 */
export async function saveFirstLanguage(queries: Queries, userId: string): Promise<void> {
  const language = getLocale();
  if (language === baseLocale) return;
  await queries
    .insertInto("user_preferences")
    .values({ user_id: userId, language })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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

async function usernameOf(id: string): Promise<string | undefined> {
  const profile = await db()
    .selectFrom("profiles")
    .select("username")
    .where("id", "=", id)
    .executeTakeFirst();
  return profile?.username;
}
