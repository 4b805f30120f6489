import { sql } from "kysely";
import { type Sizes, sizesFrom } from "#app/domain/categories/sizes.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";

/** Replaces the user's sizes (A7.41). @throws Refused "too_often" */
export async function saveSizes(viewer: Viewer, sizes: Sizes): Promise<void> {
  await limit("preferences", viewer.id);
  const columns = sizesFrom((preference) => [...sizes[preference]]);
  await db()
    .insertInto("user_preferences")
    .values({ user_id: viewer.id, ...columns })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ ...columns, updated_at: sql`now()` }))
    .execute();
}
