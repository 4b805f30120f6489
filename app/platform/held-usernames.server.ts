import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Queries } from "./db.server.ts";
import { env } from "./env.server.ts";

/** For so long nobody passes for somebody who left; `username_is_free` has as long for a name that was changed. */
export const HELD_DAYS = 90;

/** Who left is not to be found by their name: without our secret nobody can tell which one this is. */
function hashOf(skeleton: string): string {
  return createHmac("sha256", env().authSecret).update(`held username ${skeleton}`).digest("base64url");
}

/** Keeps what somebody who leaves is called, and was called until lately, from being taken for `HELD_DAYS`. */
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

/** Whether somebody who left a while ago had this name, or one that looks the same but for separators. */
export async function isHeld(queries: Queries, username: string): Promise<boolean> {
  const { rows } = await sql<{ skeleton: string; look: string }>`
    select username_skeleton(${username}) as skeleton, username_look(${username}) as look
  `.execute(queries);
  // Who left before 0040 is held by the look of their name: its hash cannot be made anew.
  const hashes = rows.flatMap(({ skeleton, look }) => [hashOf(skeleton), hashOf(look)]);
  const held = await queries
    .selectFrom("held_usernames")
    .select("hash")
    .where("hash", "in", hashes)
    .where("until", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return held !== undefined;
}

/** Gives the names back whose time is over. */
export async function deleteExpiredHeldUsernames(queries: Queries): Promise<void> {
  await queries.deleteFrom("held_usernames").where("until", "<=", sql<Date>`now()`).execute();
}
