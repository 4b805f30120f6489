import { db, type Queries } from "#app/platform/db.server.ts";

/** The user's name, or null for a deleted user or a buyer elsewhere. */
export async function nameOf(id: string | null, queries: Queries = db()): Promise<string | null> {
  if (id === null) return null;
  const person = await queries
    .selectFrom("profiles")
    .select("username")
    .where("id", "=", id)
    .executeTakeFirst();
  return person?.username ?? null;
}
