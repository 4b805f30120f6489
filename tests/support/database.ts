import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Kysely } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import { closeDb, db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { stopEvents } from "#app/platform/events.server.ts";
import { stopJobs } from "#app/platform/jobs.server.ts";
// Types for `inject`.
import type {} from "./global-setup.ts";

export type TestDatabase = {
  db: Kysely<DB>;
  /** For libraries and processes that connect by themselves. */
  url: string;
};

/** Creates a database on the run's PostgreSQL; `template0` gives an empty one. Drop it with `dropDatabase`. */
export async function newDatabase(template: string): Promise<URL> {
  const url = new URL(inject("templateUrl"));
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(`create database ${name} owner ${url.username} template ${template}`);
  url.pathname = `/${name}`;
  return url;
}

export async function dropDatabase(url: URL): Promise<void> {
  await asAdmin(`drop database ${url.pathname.slice(1)} with (force)`);
}

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** Closes the database of the worker's previous file, which shares its modules. */
let closeLast = async () => {};

/**
 * Creates a database for the test file, with all migrations and no data, which `db()`, `env()` and the rest of the
 * platform use from here on. It is dropped when the worker's next file asks for one, or when the run ends. Call it in
 * `beforeAll`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  await closeLast();
  const url = await newDatabase(new URL(inject("templateUrl")).pathname.slice(1));
  const dataDir = mkdtempSync(path.join(tmpdir(), "second-serve-data-"));
  const removeFiles = () => rmSync(dataDir, { recursive: true, force: true });
  process.once("exit", removeFiles);
  closeLast = async () => {
    await stopEvents();
    await stopJobs();
    await closeDb();
    await dropDatabase(url);
    process.off("exit", removeFiles);
    removeFiles();
  };
  configure(
    parseEnv({
      DATA_DIR: dataDir,
      DATABASE_URL: url.href,
      AUTH_SECRET: "a secret that only tests have, and long enough",
      DEMO_DATA: "off",
    }),
  );
  return { db: db(), url: url.href };
}
