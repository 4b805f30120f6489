import { sql } from "kysely";
import { usernameFromEmail } from "#app/domain/new-username.ts";
import { numbered } from "#app/domain/username.ts";
import { baseLocale, getLocale } from "#app/paraglide/runtime.js";
import { db, type Queries } from "./db.server.ts";
import { isHeld } from "./held-usernames.server.ts";

/** Far more than two names in a row were ever taken. */
const MAX_ATTEMPTS = 100;

/** The profile that somebody should have could not be made, or was not there afterwards (A8.12, A8.13). */
export class NoProfile extends Error {
  readonly step: "create" | "reload";

  constructor(step: "create" | "reload", options?: ErrorOptions) {
    super(`no profile: ${step}`, options);
    this.name = "NoProfile";
    this.step = step;
  }
}

/**
 * Makes the missing profile of a person and answers its username: the part of the address before "@", with a
 * number behind it when somebody has that name already, or had it and left (A4.5). Two requests at
 * once make one profile and answer the same name.
 * @throws NoProfile
 */
export async function bootstrapProfile(user: { id: string; email: string }): Promise<string> {
  const wanted = usernameFromEmail(user.email);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    // After a few taken names a large number ends the search: whole companies share "info@".
    const username = numbered(wanted, attempt <= 20 ? attempt : Math.floor(Math.random() * 1e9));
    await create({ ...user, username }).catch((cause: unknown) => {
      throw new NoProfile("create", { cause });
    });
    const made = await usernameOf(user.id).catch((cause: unknown) => {
      throw new NoProfile("reload", { cause });
    });
    if (made !== undefined) {
      await saveFirstLanguage(db(), user.id);
      return made;
    }
  }
  throw new NoProfile("reload");
}

/**
 * Keeps the language of the page that somebody joined on, until they choose one: what is written to them later comes
 * from jobs, which know no page (docs/decisions/0027). The first language is what such a job writes anyway.
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

/** Does nothing when the name is taken or held, or the profile there already. */
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
