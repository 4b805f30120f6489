import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { tidyUsername } from "#app/domain/username.ts";
import type { Queries } from "./db.server.ts";
import { env } from "./env.server.ts";

/** For so long nobody passes for somebody who left. */
export const HELD_DAYS = 90;

/**
 * Who left is not to be found by their name: without our secret nobody can tell which one this is. Names that look
 * alike have the same (docs/decisions/0023).
 */
async function hashOf(queries: Queries, username: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select username_skeleton(${tidyUsername(username)}) as name
  `.execute(queries);
  const name = rows[0]?.name ?? "";
  return createHmac("sha256", env().authSecret).update(`held username ${name}`).digest("base64url");
}

/** Keeps the name of somebody who leaves from being taken, for `HELD_DAYS`. */
export async function holdUsername(queries: Queries, username: string): Promise<void> {
  const until = sql<Date>`now() + make_interval(days => ${HELD_DAYS})`;
  await queries
    .insertInto("held_usernames")
    .values({ hash: await hashOf(queries, username), until })
    .onConflict((conflict) => conflict.column("hash").doUpdateSet({ until }))
    .execute();
}

/** Whether the name was somebody's who left a while ago, whatever its case, or one that looks like it. */
export async function isHeld(queries: Queries, username: string): Promise<boolean> {
  const held = await queries
    .selectFrom("held_usernames")
    .select("hash")
    .where("hash", "=", await hashOf(queries, username))
    .where("until", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return held !== undefined;
}

/** Gives the names back whose time is over. */
export async function sweepHeldUsernames(queries: Queries): Promise<void> {
  await queries.deleteFrom("held_usernames").where("until", "<=", sql<Date>`now()`).execute();
}
