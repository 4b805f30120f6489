import { db } from "#app/platform/db.server.ts";

export function exportTrader(userId: string) {
  return { trader: stated(userId) };
}

async function* stated(userId: string) {
  yield* await db()
    .selectFrom("traders")
    .select([
      "name",
      "address",
      "registration",
      "email",
      "phone",
      "vat_id as vatId",
      "certified_at as certifiedAt",
      "created_at as createdAt",
    ])
    .where("user_id", "=", userId)
    .execute();
}
