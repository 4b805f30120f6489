import { paged, ROWS_AT_ONCE } from "#app/features/accounts/leave/paged.ts";
import { db } from "#app/platform/db.server.ts";

/** Somebody's saved searches for their download. */
export function savedSearchesTaken(userId: string) {
  return {
    savedSearches: paged((after: { id: string } | null) =>
      db()
        .selectFrom("saved_searches")
        .select([
          "id",
          "name",
          "address",
          "tell as tellMeOfNewOnes",
          "created_at as savedAt",
          "looked_at as lookedAt",
        ])
        .where("user_id", "=", userId)
        .$if(after !== null, (query) => query.where("id", ">", after?.id ?? ""))
        .orderBy("id")
        .limit(ROWS_AT_ONCE)
        .execute(),
    ),
  };
}
