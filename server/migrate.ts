import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { Refusal } from "./refusal.ts";

export const MIGRATIONS = path.resolve(import.meta.dirname, "../db/migrations");

/** One file; `checksum` is the SHA-256 of its text, in hexadecimal. */
export type Migration = { name: string; sql: string; checksum: string };
type Applied = { name: string; checksum: string };

/** Any number will do, as long as it is ours: every server that migrates waits for this one lock. */
const LOCK = 7_237_361;

/** The SQL files of `folder` in the order in which they are applied. */
export function migrationsIn(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => {
      const sql = readFileSync(path.join(folder, file), "utf8").replaceAll("\r\n", "\n");
      return { name: file, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

/** The first file that is still to be applied. @throws Refusal when files and database tell different stories. */
function nextAfter(applied: Applied[], files: Migration[]): Migration | undefined {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of applied) {
    const file = files.find((candidate) => candidate.name === name);
    if (!file) {
      throw new Refusal(
        `The database is newer than this program (it has ${name}): start the newer program instead.`,
      );
    }
    if (file.checksum !== checksum) {
      throw new Refusal(
        `db/migrations/${name} was changed after it was applied: put it back, and write a new file for the change.`,
      );
    }
  }
  const next = files.find(({ name }) => !checksums.has(name));
  const last = applied.at(-1);
  if (next && last && next.name < last.name) {
    throw new Refusal(
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

/** One transaction: waits for others who migrate, looks again at what is applied, applies one file at most. */
async function step(client: pg.Client, files: Migration[]): Promise<string | undefined> {
  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
    const known = await client.query("select to_regclass('migrations') is not null as known");
    if (!known.rows[0]?.known) await client.query(HISTORY);
    const applied = await client.query<Applied>("select name, checksum from migrations order by name");
    const next = nextAfter(applied.rows, files);
    if (next) {
      try {
        await client.query(next.sql);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Refusal(`db/migrations/${next.name} failed and was undone: ${reason}.`);
      }
      await client.query("insert into migrations (name, checksum) values ($1, $2)", [
        next.name,
        next.checksum,
      ]);
    }
    await client.query("commit");
    return next?.name;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/**
 * Brings the database to the newest of `folder`'s files, forward only, each file whole or not at all. Servers that
 * start at once take turns. The lock lives in the transaction, so a connection pooler in between does no harm.
 * @returns the names of the files that this call applied.
 * @throws Refusal when a file fails, was changed after it was applied, or is unknown to this program.
 */
export async function migrate(databaseUrl: string, folder = MIGRATIONS): Promise<string[]> {
  const files = migrationsIn(folder);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "second-serve migrate" });
  await client.connect();
  try {
    const done: string[] = [];
    for (let name = await step(client, files); name; name = await step(client, files)) done.push(name);
    return done;
  } finally {
    await client.end();
  }
}
