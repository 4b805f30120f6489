import { db } from "#app/platform/db.server.ts";

export interface TraderRow {
  readonly name: string;
  readonly address: string;
  readonly registration: string;
  readonly email: string;
  readonly phone: string;
  readonly vat_id: string | null;
}

/** What a trader stated about their business; null for a private seller. */
export async function traderOf(userId: string): Promise<TraderRow | null> {
  const row = await db()
    .selectFrom("traders")
    .select(["name", "address", "registration", "email", "phone", "vat_id"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}
