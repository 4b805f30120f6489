import { numbered, usernameFromEmail } from "#app/domain/username.ts";
import { db } from "./db.server.ts";
import { isHeld } from "./held-usernames.server.ts";

/**
 * Makes the missing profile of a person and answers its username: the part of the address before "@", with a
 * number behind it when somebody has that name already, or had it and left (account-shell-home §4). Two requests at once make one
 * profile and answer the same name.
 */
export async function bootstrapProfile(user: { id: string; email: string }): Promise<string> {
  const wanted = usernameFromEmail(user.email);
  for (let attempt = 1; ; attempt++) {
    // After a few taken names a large number ends the search: whole companies share "info@".
    const username = numbered(wanted, attempt <= 20 ? attempt : Math.floor(Math.random() * 1e9));
    if (await isHeld(db(), username)) continue;
    await db()
      .insertInto("profiles")
      .values({ id: user.id, username, email: user.email })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const profile = await db()
      .selectFrom("profiles")
      .select("username")
      .where("id", "=", user.id)
      .executeTakeFirst();
    if (profile) return profile.username;
  }
}
