import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { MIGRATION_LOCK } from "#app/platform/migration-lock.server.ts";
import { StartupError } from "./startup-error.ts";

export const MIGRATIONS = path.resolve(import.meta.dirname, "../db/migrations");
/**
 * The checksums of the migrations of version 0.2.0, which were squashed, and the file of the last one, which a database
 * may still lack.
 */
const SQUASHED = path.resolve(import.meta.dirname, "../db/squashed");
/** The last file of `MIGRATIONS` into which they were squashed. */
export const SQUASHED_INTO = "0014_moderation.sql";
/** The first file of version 0.1.0. */
const FIRST_OF_0_1 = "0001_accounts.sql";

/** `checksum` is the SHA-256 of the text, in hexadecimal. */
export type Migration = { name: string; sql: string; checksum: string };
type Applied = { name: string; checksum: string };
/** `contracts`: see `CONTRACTS`. */
type Recorded = Applied & { contracts: boolean };

/**
 * The first line of a file after which the version before it no longer works: it drops, renames or restricts something
 * that this version uses. Other files only add, so that an operator can go back by one version.
 */
export const CONTRACTS = /^-- contracts: \S/;

/** In the order in which they are applied. */
export function migrationsIn(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => {
      const sql = readFileSync(path.join(folder, file), "utf8").replaceAll("\r\n", "\n");
      return { name: file, sql, checksum: hash("sha256", sql) };
    });
}

/** In the order in which they were applied. `sql` is null for files that can no longer be applied. */
export function squashedFiles(): (Applied & { sql: string | null })[] {
  const last = new Map(migrationsIn(SQUASHED).map(({ name, sql }) => [name, sql]));
  return readFileSync(path.join(SQUASHED, "checksums.txt"), "utf8")
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split("  "))
    .map(([checksum = "", name = ""]) => ({ name, checksum, sql: last.get(name) ?? null }));
}

/**
 * The first file that is not applied yet; undefined when all are.
 * @throws StartupError when files and database do not match
 */
function nextAfter<File extends Applied>(applied: Recorded[], files: File[]): File | undefined {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const newest = files.at(-1)?.name ?? "";
  for (const { name, checksum, contracts } of applied) {
    const file = files.find((candidate) => candidate.name === name);
    if (!file) {
      if (!contracts && name > newest) continue;
      throw new StartupError(
        `The database is newer than this program (it has ${name}): start the newer program instead.`,
      );
    }
    if (file.checksum !== checksum) {
      throw new StartupError(
        `db/migrations/${name} was changed after it was applied: put it back, and write a new file for the change.`,
      );
    }
  }
  const next = files.find(({ name }) => !checksums.has(name));
  const last = applied.at(-1);
  if (next && last && next.name < last.name) {
    throw new StartupError(
      `db/migrations/${next.name} comes before ${last.name}, which is applied: give it a later number.`,
    );
  }
  return next;
}

const HISTORY = `create table if not exists migrations (
  name text primary key,
  applied_at timestamptz not null default now(),
  checksum text not null
)`;

const APPLIED = "select name, checksum, contracts from migrations order by name";

/** A database of 0.2.0 has no such column, nor an empty one. */
const HAS_MARKS =
  "select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'contracts'";
const MARKS = "alter table migrations add column contracts boolean not null default false";

/** Runs `work` with the applied migrations in a transaction, after waiting for other servers that migrate. */
async function inTurn<Result>(
  client: pg.Client,
  work: (applied: Recorded[]) => Promise<Result>,
): Promise<Result> {
  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await client.query(HISTORY);
    const marks = await client.query(HAS_MARKS);
    if (marks.rowCount === 0) await client.query(MARKS);
    const applied = await client.query<Recorded>(APPLIED);
    const result = await work(applied.rows);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/**
 * Whether nothing is to be applied, asked without waiting for a backup, which has the same lock for as long as it takes.
 * A restore or a migration that runs is waited for.
 * @throws StartupError when files and database do not match
 */
async function isCurrent(client: pg.Client, files: Migration[]): Promise<boolean> {
  await client.query("begin read only");
  try {
    await client.query("select pg_advisory_xact_lock_shared($1)", [MIGRATION_LOCK]);
    const marks = await client.query(HAS_MARKS);
    if (marks.rowCount === 0) return false;
    const { rows } = await client.query<Recorded>(APPLIED);
    return nextAfter(rows, files) === undefined;
  } finally {
    await client.query("rollback");
  }
}

async function record(client: pg.Client, { name, checksum }: Applied, contracts = false): Promise<void> {
  await client.query("insert into migrations (name, checksum, contracts) values ($1, $2, $3)", [
    name,
    checksum,
    contracts,
  ]);
}

async function apply(client: pg.Client, file: Applied, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`db/migrations/${file.name} failed and was undone: ${reason}.`);
  }
  await record(client, file, CONTRACTS.test(sql));
}

/**
 * In a database of version 0.2.0, applies the file that may be missing. Then it records the files of today as applied
 * instead of the old ones: both make the same schema (docs/decisions/0070-migrations-are-squashed.md). Other databases
 * are unchanged.
 * @throws StartupError when the database is older, or has other files than version 0.2.0
 */
async function fromSquashed(client: pg.Client, applied: Recorded[], files: Migration[]): Promise<void> {
  const old = squashedFiles();
  const isOld = (applied: Applied) =>
    old.some(({ name, checksum }) => name === applied.name && checksum === applied.checksum);
  if (!applied.some((one) => isOld(one) || one.name === FIRST_OF_0_1)) return;
  const missing = old.filter(({ name }) => !applied.some((one) => one.name === name));
  const lost = missing.find(({ sql }) => sql === null);
  if (lost) {
    throw new StartupError(
      `The database is older than this program can migrate (it does not have ${lost.name}): start version 0.2.0 on it first, whose newest migration is ${old.at(-1)?.name}, then this one.`,
    );
  }
  // What another program applied to so old a database is unknown.
  nextAfter(
    applied.map((file) => ({ ...file, contracts: true })),
    old,
  );
  for (const file of missing) await apply(client, file, file.sql ?? "");
  await client.query("delete from migrations");
  for (const file of files) if (file.name <= SQUASHED_INTO) await record(client, file);
}

/**
 * Applies the missing files of `folder`, each completely or not at all. Servers that start together take turns, by a
 * lock of the transaction, which works through a connection pooler.
 * @param last the last file to apply; default: all of them
 * @returns the names of the files that this call applied
 * @throws StartupError when a file fails, was changed after it was applied, or is missing before one that is applied; when
 * a newer program applied a file after which this one does not work (`CONTRACTS`); or when the database is of a version
 * before 0.2.0
 */
export async function migrate(databaseUrl: string, folder = MIGRATIONS, last?: string): Promise<string[]> {
  const files = migrationsIn(folder).filter(({ name }) => last === undefined || name <= last);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "second-serve migrate" });
  await client.connect();
  const step = () =>
    inTurn(client, async (applied) => {
      const next = nextAfter(applied, files);
      if (next) await apply(client, next, next.sql);
      return next?.name;
    });
  try {
    if (await isCurrent(client, files)) return [];
    await inTurn(client, (applied) => fromSquashed(client, applied, files));
    const appliedNow: string[] = [];
    for (let name = await step(); name; name = await step()) appliedNow.push(name);
    return appliedNow;
  } finally {
    await client.end();
  }
}
