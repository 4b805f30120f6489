import { sql } from "kysely";
import { db } from "./db.server.ts";

/** SQL, of a session in `sessions`: its use is to be written, which is done every five minutes. */
export const SHOWS_USE = sql<boolean>`(sessions.used_at < now() - interval '5 minutes')`;

/**
 * Writes that a person is active now, at most every five minutes for each session or key, and does not wait for another
 * request that writes the same.
 * @param session its token; null for a key of the API, which has its own time
 */
export async function noteUse(userId: string, session: string | null): Promise<void> {
  await sql`
    with used as (
      update sessions set used_at = now()
      where id = (select id from sessions where token = ${session} for no key update skip locked)
    )
    update users set seen_at = now()
    where id = (
      select id from users where id = ${userId} and coalesce(seen_at < now() - interval '1 minute', true)
      for no key update skip locked
    )
  `.execute(db());
}
