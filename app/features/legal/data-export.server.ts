import { db } from "#app/platform/db.server.ts";

/** Exports which versions of the terms the user accepted, and when. */
export function exportAcceptedTerms(userId: string) {
  return { acceptedTerms: acceptances(userId) };
}

async function* acceptances(userId: string) {
  yield* await db()
    .selectFrom("terms_acceptances")
    .select(["version", "language", "accepted_at as acceptedAt"])
    .where("user_id", "=", userId)
    .orderBy("accepted_at")
    .execute();
}
