import { paged, ROWS_AT_ONCE } from "#app/features/accounts/leave/paged.ts";
import { db } from "#app/platform/db.server.ts";

/** The reviews that somebody gave and received, for their download; whoever left is null. */
export function reviewsTaken(userId: string) {
  return {
    reviewsGiven: reviews({ by: "reviewer_id", other: "reviewed_user_id" }, userId),
    reviewsReceived: reviews({ by: "reviewed_user_id", other: "reviewer_id" }, userId),
  };
}

type Person = "reviewer_id" | "reviewed_user_id";

function reviews({ by, other }: { by: Person; other: Person }, userId: string) {
  return paged((after: { id: string } | null) =>
    db()
      .selectFrom("user_reviews")
      .leftJoin("profiles", "profiles.id", `user_reviews.${other}`)
      .select([
        "user_reviews.id",
        `profiles.username as ${by === "reviewer_id" ? "of" : "from"}`,
        "rating",
        "comment",
        "user_reviews.created_at as writtenAt",
      ])
      .where(by, "=", userId)
      .$if(after !== null, (query) => query.where("user_reviews.id", ">", after?.id ?? ""))
      .orderBy("user_reviews.id")
      .limit(ROWS_AT_ONCE)
      .execute(),
  );
}
