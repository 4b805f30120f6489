import { sql } from "kysely";
import type { Queries } from "./db.server.ts";
import { signatureOf } from "./signature.server.ts";

/**
 * How long a deleted account's name stays reserved, so that nobody impersonates its owner. `username_is_free` uses the
 * same time for a changed name.
 */
export const HELD_DAYS = 90;

/** A deleted user must not be found by name. Without our secret nobody can tell which name a hash stands for. */
function hashOf(skeleton: string): string {
  return signatureOf(`held username ${skeleton}`);
}

/** Reserves the current and recent names of a user who deletes the account, for `HELD_DAYS`. */
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

/** Whether a recently deleted user had this name, or one that differs only by separators. */
export async function isHeld(queries: Queries, username: string): Promise<boolean> {
  const { rows } = await sql<{ skeleton: string; look: string }>`
    select username_skeleton(${username}) as skeleton, username_look(${username}) as look
  `.execute(queries);
  // Earlier versions stored a hash of `username_look`. Such hashes cannot be converted, so both are looked up.
  const hashes = rows.flatMap(({ skeleton, look }) => [hashOf(skeleton), hashOf(look)]);
  const held = await queries
    .selectFrom("held_usernames")
    .select("hash")
    .where("hash", "in", hashes)
    .where("until", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return held !== undefined;
}

/** Releases the names whose reservation has expired. */
export async function deleteExpiredHeldUsernames(queries: Queries): Promise<void> {
  await queries.deleteFrom("held_usernames").where("until", "<=", sql<Date>`now()`).execute();
}
