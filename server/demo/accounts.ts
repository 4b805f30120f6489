import { randomBytes } from "node:crypto";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { sql } from "kysely";
import { db, type Queries } from "#app/platform/db.server.ts";
import { env, isOnThisMachine } from "#app/platform/env.server.ts";
import { people, staff } from "./data.ts";
import { dismissStaff, secondFactorText } from "./staff.ts";

export interface DemoAccount {
  readonly username: string;
  readonly email: string;
  /** Null where an earlier start has printed it. */
  readonly password: string | null;
  /** What a member of staff is asked for after the password, and their role; null for everybody else. */
  readonly secondFactor: string | null;
}

/** It is published with the source code. */
const PUBLISHED = "second-serve";

/** Staff is there on this machine alone: whoever read the source code knows their second factor. */
export function accounts() {
  return isOnThisMachine(env()) ? [...people(), ...staff()] : people();
}

export const emailOf = (username: string) => `${username}@example.com`;

/** The password that demo accounts are made with; all of them share it. Where others reach the shop nobody knows it yet. */
export function demoPassword(): string {
  return isOnThisMachine(env()) ? PUBLISHED : randomBytes(12).toString("base64url");
}

/**
 * The demo accounts that there are.
 * @param password theirs, if this start made them
 */
export async function demoAccounts(password: string | null): Promise<DemoAccount[]> {
  const known = await db().selectFrom("users").select("email").where("email", "in", emails()).execute();
  const there = new Set(known.map(({ email }) => email));
  const roles = new Map(staff().map(({ username, role }) => [username, role]));
  return accounts()
    .map(({ username }) => ({
      username,
      email: emailOf(username),
      password: isOnThisMachine(env()) ? PUBLISHED : password,
      secondFactor: secondFactorText(roles.get(username)),
    }))
    .filter(({ email }) => there.has(email));
}

/** A server loads, or mends, the demo shop while no other does. */
export async function lockDemo(trx: Queries): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('demo stock', 0))`.execute(trx);
}

/**
 * Gives demo accounts that still have the published password another one, and ends their sessions: for a database that
 * was filled on this machine and is served to others. Demo staff loses its role. Answers with those accounts.
 */
export async function replacePublishedPassword(): Promise<DemoAccount[]> {
  const password = randomBytes(12).toString("base64url");
  const hash = await hashPassword(password);
  return db()
    .transaction()
    .execute(async (trx) => {
      await lockDemo(trx);
      await dismissStaff(
        trx,
        staff().map(({ username }) => emailOf(username)),
      );
      const open = await publishedAmong(trx);
      if (open.length === 0) return [];
      const ids = open.map(({ id }) => id);
      await trx
        .updateTable("accounts")
        .set({ password: hash })
        .where("user_id", "in", ids)
        .where("provider_id", "=", "credential")
        .execute();
      await trx.deleteFrom("sessions").where("user_id", "in", ids).execute();
      return open.map(({ username, email }) => ({ username, email, password, secondFactor: null }));
    });
}

async function publishedAmong(trx: Queries) {
  const rows = await trx
    .selectFrom("users")
    .innerJoin("accounts", "accounts.user_id", "users.id")
    .select(["users.id", "users.name as username", "users.email", "accounts.password"])
    .where("users.email", "in", emails())
    .where("provider_id", "=", "credential")
    .execute();
  const published = new Set<string | null>();
  for (const hash of new Set(rows.map((row) => row.password)))
    if (hash !== null && (await verifyPassword({ hash, password: PUBLISHED }))) published.add(hash);
  return rows.filter((row) => published.has(row.password));
}

function emails(): string[] {
  return [...people(), ...staff()].map(({ username }) => emailOf(username));
}
