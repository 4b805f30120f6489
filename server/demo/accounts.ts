import { hash, randomBytes } from "node:crypto";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { sql } from "kysely";
import { db, type Queries } from "#app/platform/db.server.ts";
import { env, isOnThisMachine } from "#app/platform/env.server.ts";
import { people, staff } from "./data.ts";
import { dismissStaff, secondFactorText } from "./staff.ts";

export interface DemoAccount {
  readonly username: string;
  readonly email: string;
  /** Null when an earlier start has printed it. */
  readonly password: string | null;
  /** What to print about the second factor; null for people without a role. */
  readonly secondFactor: string | null;
}

/** Known to everybody, by the source code. */
const PUBLISHED = "second-serve";

/** Staff exists only on this machine, because the source code contains their second factor. */
export function accounts() {
  return isOnThisMachine(env()) ? [...people(), ...staff()] : people();
}

export const emailOf = (username: string) => `${username}@example.com`;

/** Fixed: a demo person can change everything else that would identify them. */
export function idOf(username: string): string {
  return `00000000-0000-7000-8000-${hash("sha256", username).slice(0, 12)}`;
}

/** The password of new demo accounts; random in a public shop. */
export function demoPassword(): string {
  return isOnThisMachine(env()) ? PUBLISHED : randomBytes(12).toString("base64url");
}

/** @param password the password of the accounts, if this start created them */
export async function demoAccounts(password: string | null): Promise<DemoAccount[]> {
  const rows = await db().selectFrom("users").select("email").where("email", "in", emails()).execute();
  const existing = new Set(rows.map(({ email }) => email));
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

/** Waits until no other server loads or changes the demo shop. */
export async function lockDemo(trx: Queries): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('demo stock', 0))`.execute(trx);
}

/**
 * Replaces the published password of demo accounts, ends their sessions, and removes demo staff: for a database that
 * was filled on this machine and is now public. @returns the changed accounts
 */
export async function replacePublishedPassword(): Promise<DemoAccount[]> {
  const password = randomBytes(12).toString("base64url");
  const hash = await hashPassword(password);
  return db()
    .transaction()
    .execute(async (trx) => {
      await lockDemo(trx);
      const demoStaff = await idsOf(trx, staff());
      await dismissStaff(trx, demoStaff);
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

async function idsOf(trx: Queries, named: readonly { readonly username: string }[]): Promise<string[]> {
  const fixed = named.map(({ username }) => idOf(username));
  // Earlier versions gave demo people random ids.
  const emails = named.map(({ username }) => emailOf(username));
  const rows = await trx.selectFrom("users").select("id").where("email", "in", emails).execute();
  return [...fixed, ...rows.map(({ id }) => id)];
}

async function publishedAmong(trx: Queries) {
  const rows = await trx
    .selectFrom("users")
    .innerJoin("accounts", "accounts.user_id", "users.id")
    .select(["users.id", "users.name as username", "users.email", "accounts.password"])
    .where("users.id", "in", await idsOf(trx, [...people(), ...staff()]))
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
