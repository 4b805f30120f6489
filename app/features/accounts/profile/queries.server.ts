import { sql } from "kysely";
import { db, type Queries } from "#app/platform/db.server.ts";

/** A profile as its owner edits it. */
export interface ProfileRow {
  readonly username: string;
  readonly full_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly shipping_address: string | null;
  readonly billing_address: string | null;
  readonly avatar_url: string | null;
  /** Changes with every change of what the form shows: `updated_at`, to the microsecond. */
  readonly version: string;
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

const VERSION = sql<string>`extract(epoch from updated_at)::text`.as("version");

/** The profile of this person (A7.24), or undefined: it may be gone. */
export async function profileOf(userId: string): Promise<ProfileRow | undefined> {
  return db()
    .selectFrom("profiles")
    .select([...COLUMNS, VERSION])
    .where("id", "=", userId)
    .executeTakeFirst();
}

/** The same inside a transaction that is going to change it: others who want to wait. */
export async function profileToChange(userId: string, queries: Queries): Promise<ProfileRow | undefined> {
  return queries
    .selectFrom("profiles")
    .select([...COLUMNS, VERSION])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}
