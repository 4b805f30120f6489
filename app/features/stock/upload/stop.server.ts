import { type RawBuilder, sql } from "kysely";
import type { Queries } from "#app/platform/db.server.ts";

/** SQL, of `uploads`: whether its file is arriving, waits or is being processed. */
export const IS_OPEN = sql<boolean>`state in ('receiving', 'waiting', 'working')`;

/**
 * Stops these uploads; what they have listed stays. It waits for a batch in progress. A file that is still arriving is
 * refused at its next part, because its upload is gone.
 */
export async function stopUploads(which: RawBuilder<boolean>, queries: Queries): Promise<void> {
  await queries.deleteFrom("uploads").where("state", "=", "receiving").where(which).execute();
  await sql`
    update uploads set state = 'stopped', finished_at = now() where state in ('waiting', 'working') and ${which}
  `.execute(queries);
}

/** Stops all uploads of a user, as `stopUploads` does. */
export function stopUploadsOf(userId: string, queries: Queries): Promise<void> {
  return stopUploads(sql`user_id = ${userId}`, queries);
}
