import { sql } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import { changingTag, SELLERS_TAG } from "#app/platform/cache-tags.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import type { TraderInput } from "./schema.ts";

/**
 * Makes a person a trader, and stores what they state about their business.
 * @throws Refused "too_often"
 */
export async function saveTrader(viewer: Viewer, input: TraderInput): Promise<void> {
  await limit("profile_write", viewer.id);
  await changingTag(SELLERS_TAG, (trx) => {
    const stated = { ...input, certified_at: sql<Date>`now()` };
    return trx
      .insertInto("traders")
      .values({ user_id: viewer.id, ...stated })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(stated))
      .execute();
  });
}

/**
 * Makes a trader a private seller again.
 * @throws Refused "too_often"
 */
export async function removeTrader(viewer: Viewer): Promise<void> {
  await limit("profile_write", viewer.id);
  await changingTag(SELLERS_TAG, (trx) =>
    trx.deleteFrom("traders").where("user_id", "=", viewer.id).execute(),
  );
}
