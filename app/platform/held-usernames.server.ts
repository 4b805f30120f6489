import { sql } from "kysely";
import type { Queries } from "./db.server.ts";
import { signatureOf } from "./signature.server.ts";

/**
 * How long nobody may take the name of a deleted account, against impersonation. `username_is_free` has the same number
 * for changed names.
 */
export const HELD_DAYS = 90;

/** The hash needs our secret: nobody can find out the name of a deleted user by hashing names. */
function hashOf(skeleton: string): string {
  return signatureOf(`held username ${skeleton}`);
}

/** Holds the current and the recent names of a user who deletes their account. */
export async function holdUsernames(queries: Queries, userId: string): Promise<void> {
  const { rows } = await sql<{ skeleton: string; since: Date }>`
    select username_skeleton(username) as skeleton, now() as since from profiles where id = ${userId}
    union all select skeleton, left_at from former_usernames where user_id = ${userId}
  `.execute(queries);
  for (const { skeleton, since } of rows) {
    const until = sql<Date>`${since}::timestamptz + make_interval(days => ${HELD_DAYS})`;
    await queries
      .insertInto("held_usernames")
      .values({ hash: hashOf(skeleton), until })
      .onConflict((conflict) =>
        conflict.column("hash").doUpdateSet({ until: sql`greatest(held_usernames.until, excluded.until)` }),
      )
      .execute();
  }
}

/** Whether this name is held, or one that differs only by separators. */
export async function isHeld(queries: Queries, username: string): Promise<boolean> {
  const { rows } = await sql<{ skeleton: string; look: string }>`
    select username_skeleton(${username}) as skeleton, username_look(${username}) as look
  `.execute(queries);
  // Earlier versions stored hashes of `username_look`, which cannot be converted.
  const hashes = rows.flatMap(({ skeleton, look }) => [hashOf(skeleton), hashOf(look)]);
  const held = await queries
    .selectFrom("held_usernames")
    .select("hash")
    .where("hash", "in", hashes)
    .where("until", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return held !== undefined;
}

/** Deletes the held usernames whose time is over. */
export async function deleteExpiredHeldUsernames(queries: Queries): Promise<void> {
  await queries.deleteFrom("held_usernames").where("until", "<=", sql<Date>`now()`).execute();
}
