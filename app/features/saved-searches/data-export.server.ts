import { PAGE_ROWS, paginate } from "#app/features/accounts/data-export/paginate.ts";
import { db } from "#app/platform/db.server.ts";

export function exportSavedSearches(userId: string) {
  return {
    savedSearches: paginate((after: { id: string } | null) =>
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
        .limit(PAGE_ROWS)
        .execute(),
    ),
  };
}
