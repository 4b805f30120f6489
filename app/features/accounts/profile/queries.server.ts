import { db, type Queries } from "#app/platform/db.server.ts";

export interface ProfileRow {
  readonly username: string;
  readonly full_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly shipping_address: string | null;
  readonly billing_address: string | null;
  readonly avatar_url: string | null;
}

const COLUMNS = [
  "username",
  "full_name",
  "email",
  "phone",
  "shipping_address",
  "billing_address",
  "avatar_url",
] as const;

/** The user's profile, or undefined when it was deleted. */
export async function profileOf(userId: string): Promise<ProfileRow | undefined> {
  return db().selectFrom("profiles").select(COLUMNS).where("id", "=", userId).executeTakeFirst();
}

/** Reads and locks the profile, inside the transaction that changes it; undefined when it was deleted. */
export async function profileToChange(userId: string, queries: Queries): Promise<ProfileRow | undefined> {
  return queries
    .selectFrom("profiles")
    .select(COLUMNS)
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}
