import { db } from "#app/platform/db.server.ts";

/** Exports when the user was asked whether their listings are still for sale, and what followed. */
export function exportSilence(userId: string) {
  return { askedIfStillForSale: questions(userId) };
}

async function* questions(userId: string) {
  yield* await db()
    .selectFrom("silent_sellers")
    .select(["asked_at as askedAt", "hidden_at as hiddenAt", "answered_at as answeredAt"])
    .where("user_id", "=", userId)
    .execute();
}
