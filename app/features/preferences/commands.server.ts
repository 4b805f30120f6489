import { sql } from "kysely";
import { knownSizes, NO_SIZES, PREFERENCES, type Sizes, sizesFrom } from "#app/domain/categories/sizes.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db, inTransaction, type Queries } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";

/**
 * Replaces the user's sizes, and returns them.
 * @param sizesAfter the new sizes, made from those that are stored
 * @throws Refused "too_often"
 */
export async function saveSizes(viewer: Viewer, sizesAfter: (stored: Sizes) => Sizes): Promise<Sizes> {
  await limit("preferences", viewer.id);
  return inTransaction(async (trx) => {
    await sql`select from users where id = ${viewer.id} for no key update`.execute(trx);
    const sizes = sizesAfter(await sizesOfPerson(viewer.id, trx));
    const columns = sizesFrom((preference) => [...sizes[preference]]);
    await trx
      .insertInto("user_preferences")
      .values({ user_id: viewer.id, ...columns })
      .onConflict((conflict) =>
        conflict.column("user_id").doUpdateSet({ ...columns, updated_at: sql`now()` }),
      )
      .execute();
    return sizes;
  });
}

/** A person's sizes; empty lists if none are stored. */
export async function sizesOfPerson(userId: string, queries: Queries = db()): Promise<Sizes> {
  return (await preferencesOfPerson(userId, queries)).sizes;
}

/** A person's sizes, and when the preferences were last changed: null if they never were. */
export async function preferencesOfPerson(
  userId: string,
  queries: Queries = db(),
): Promise<{ sizes: Sizes; updatedAt: Date | null }> {
  const row = await queries
    .selectFrom("user_preferences")
    .select([...PREFERENCES, "updated_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row) return { sizes: NO_SIZES, updatedAt: null };
  return {
    sizes: sizesFrom((preference) => knownSizes(preference, row[preference])),
    updatedAt: row.updated_at,
  };
}
