import { sql } from "kysely";
import { type Sizes, sizesFrom } from "#app/domain/categories/sizes.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";

/** Keeps somebody's sizes in place of those before (A7.41). */
export async function saveSizes(viewer: Viewer, sizes: Sizes): Promise<void> {
  const kept = sizesFrom((preference) => [...sizes[preference]]);
  await db()
    .insertInto("user_preferences")
    .values({ user_id: viewer.id, ...kept })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ ...kept, updated_at: sql`now()` }))
    .execute();
}
