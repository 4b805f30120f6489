import { knownSizes, NO_SIZES, PREFERENCES, type Sizes, sizesFrom } from "#app/domain/categories/sizes.ts";
import { db, type Queries } from "#app/platform/db.server.ts";

/** A person's sizes; empty lists if none are stored. */
export async function sizesOfPerson(userId: string, queries: Queries = db()): Promise<Sizes> {
  const row = await queries
    .selectFrom("user_preferences")
    .select(PREFERENCES)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ? sizesFrom((preference) => knownSizes(preference, row[preference])) : NO_SIZES;
}
