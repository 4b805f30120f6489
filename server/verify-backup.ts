import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbeddedDatabase } from "./embedded-database.ts";
import { type RestoreOptions, type RestoreReport, restore } from "./restore.ts";
import { StartupError } from "./startup-error.ts";

interface TemporaryDatabase {
  readonly url: string;
  remove(): Promise<void>;
}

async function temporaryCluster(): Promise<TemporaryDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), "second-serve-verify-")).catch((error) => {
    throw new StartupError(
      `A folder for the temporary database cannot be made (${error.code}: ${tmpdir()}). Let TMPDIR name a folder that this user can write.`,
    );
  });
  const removeFolder = async () => {
    // The folder of the cluster may be a link to another place.
    const places = [path.join(folder, "postgres"), folder];
    for (const place of await Promise.all(places.map((name) => realpath(name).catch(() => name))))
      await rm(place, { recursive: true, force: true });
  };
  try {
    // PostgreSQL may run as another user, who must be able to enter it.
    await chmod(folder, 0o711);
    const database = await startEmbeddedDatabase(folder, { say: () => {}, durable: false });
    return {
      url: database.url,
      async remove() {
        await database.stop(10_000);
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** Beside the database of this URL, whose role must be allowed to create databases. */
async function temporaryDatabase(databaseUrl: string): Promise<TemporaryDatabase> {
  const name = `second_serve_verify_${randomUUID().replaceAll("-", "")}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  try {
    await run(`create database ${name}`);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === "42501")
      throw new StartupError(
        "The role of DATABASE_URL may not create a database: let it (alter role … createdb), or verify the backup on a machine with the embedded PostgreSQL.",
      );
    throw error;
  }
  const url = new URL(databaseUrl);
  url.pathname = name;
  return { url: url.href, remove: () => run(`drop database ${name} with (force)`) };
}

/**
 * Restores a backup into a database that exists only for this, and compares each table with what the backup says of it.
 * @param databaseUrl on this server; null: with the embedded PostgreSQL
 * @throws as `restore`, and StartupError when no such database can be made
 */
export async function verifyBackup(
  source: Parameters<typeof restore>[1],
  databaseUrl: string | null,
  options: Pick<RestoreOptions, "progress" | "signal">,
): Promise<RestoreReport> {
  const database = await (databaseUrl === null ? temporaryCluster() : temporaryDatabase(databaseUrl));
  try {
    return await restore(database.url, source, { ...options, photosTo: null, compare: true });
  } finally {
    await database.remove();
  }
}
