import { sql } from "kysely";
import { PAGE_ROWS, paginate } from "#app/features/accounts/data-export/paginate.ts";
import { db } from "#app/platform/db.server.ts";

/** Exports the reviews that the user wrote and received. The name of a deleted user is null. */
export function exportReviews(userId: string) {
  return {
    reviewsGiven: reviews({ by: "reviewer_id", other: "reviewed_user_id" }, userId),
    reviewsReceived: reviews({ by: "reviewed_user_id", other: "reviewer_id" }, userId),
  };
}

type Person = "reviewer_id" | "reviewed_user_id";

function reviews({ by, other }: { by: Person; other: Person }, userId: string) {
  return paginate((after: { id: string } | null) =>
    db()
      .selectFrom("user_reviews")
      .leftJoin("profiles", "profiles.id", `user_reviews.${other}`)
      .select([
        "user_reviews.id",
        "deal_id as dealId",
        `profiles.username as ${by === "reviewer_id" ? "of" : "from"}`,
        "rating",
        "comment",
        "user_reviews.created_at as writtenAt",
        "visible_at as visibleAt",
        "answer",
        "answered_at as answeredAt",
      ])
      .where(by, "=", userId)
      // Received reviews are exported only once they are public; the user's own are always exported.
      .$if(by === "reviewed_user_id", (query) =>
        query.where(sql<boolean>`user_reviews.id in (select id from visible_reviews)`),
      )
      .$if(after !== null, (query) => query.where("user_reviews.id", ">", after?.id ?? ""))
      .orderBy("user_reviews.id")
      .limit(PAGE_ROWS)
      .execute(),
  );
}
