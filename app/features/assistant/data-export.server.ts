import { PAGE_ROWS, paginate } from "#app/features/accounts/data-export/paginate.ts";
import { db } from "#app/platform/db.server.ts";

/** Exports the user's votes on answers of the concierge. */
export function exportConciergeVotes(userId: string) {
  return {
    conciergeVotes: paginate((after: { answerId: string } | null) =>
      db()
        .selectFrom("concierge_votes")
        .select(["answer_id as answerId", "reply", "helpful", "voted_at as votedAt"])
        .where("user_id", "=", userId)
        .$if(after !== null, (query) => query.where("answer_id", ">", after?.answerId ?? ""))
        .orderBy("answer_id")
        .limit(PAGE_ROWS)
        .execute(),
    ),
  };
}
