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
  /** The second factor of a member of staff, with their role; null for everybody else. */
  readonly secondFactor: string | null;
}

/** This password is published with the source code. */
const PUBLISHED = "second-serve";

/** Staff exists only on this machine, because their second factor is published with the source code. */
export function accounts() {
  return isOnThisMachine(env()) ? [...people(), ...staff()] : people();
}

export const emailOf = (username: string) => `${username}@example.com`;

/** The password of all new demo accounts. In a public shop it is random. */
export function demoPassword(): string {
  return isOnThisMachine(env()) ? PUBLISHED : randomBytes(12).toString("base64url");
}

/**
 * The existing demo accounts.
 * @param password their password, if this start created them
 */
export async function demoAccounts(password: string | null): Promise<DemoAccount[]> {
  const known = await db().selectFrom("users").select("email").where("email", "in", emails()).execute();
  const existing = new Set(known.map(({ email }) => email));
  const roles = new Map(staff().map(({ username, role }) => [username, role]));
  return accounts()
    .map(({ username }) => ({
      username,
      email: emailOf(username),
      password: isOnThisMachine(env()) ? PUBLISHED : password,
      secondFactor: secondFactorText(roles.get(username)),
    }))
    .filter(({ email }) => existing.has(email));
}

/** Lets one server at a time load or change the demo shop. */
export async function lockDemo(trx: Queries): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('demo stock', 0))`.execute(trx);
}

/**
 * Gives demo accounts that still have the published password another one, and ends their sessions. This protects a
 * database that was filled on this machine and is now public. Demo staff loses its role. Returns the accounts that got
 * another password.
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
