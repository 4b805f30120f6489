import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { closeDb, db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { stopEvents } from "#app/platform/events.server.ts";
import { stopJobs } from "#app/platform/jobs.server.ts";
// Types for `inject`.
import type {} from "./global-setup.ts";
import { AUTH_SECRET } from "./server.ts";

type TestDatabase = {
  readonly db: Kysely<DB>;
  /** The connection string, for libraries and processes that connect by themselves. */
  readonly url: string;
};

/** The database is a copy of `template`; `template0` gives an empty one. Drop it with `dropDatabase`. */
export async function newDatabase(template: string): Promise<URL> {
  const url = new URL(inject("templateUrl"));
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // By default PostgreSQL copies a database through its log, which takes twice the time for one of this size.
  const create = `create database ${name} owner ${url.username} template ${template} strategy file_copy`;
  await asAdmin((query) => query(create));
  url.pathname = `/${name}`;
  return url;
}

export async function dropDatabase(url: URL): Promise<void> {
  await asAdmin((query) => query(`drop database ${url.pathname.slice(1)} with (force)`));
}

/**
 * Replaces the database of a running server with a new copy of the template. Waits until the server listens for
 * notifications of the new database, by when it has also emptied its caches.
 */
export async function replaceDatabase(url: URL): Promise<void> {
  const name = url.pathname.slice(1);
  const copy = await newDatabase(new URL(inject("templateUrl")).pathname.slice(1));
  const listening = `select from pg_stat_activity where datname = '${name}' and query like 'listen %'`;
  await asAdmin(async (query) => {
    await query(`drop database ${name} with (force)`);
    await query(`alter database ${copy.pathname.slice(1)} rename to ${name}`);
    // The loop needs no timeout, because the hook that calls this function has one.
    while ((await query(listening)).rowCount === 0) await delay(20);
  });
}

async function asAdmin(
  run: (query: (text: string) => Promise<pg.QueryResult>) => Promise<unknown>,
): Promise<void> {
  const admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  try {
    await run((text) => admin.query(text));
  } finally {
    await admin.end();
  }
}

/** Closes the database of the previous test file in this worker, because both files share the connection in `db()`. */
let closeLast = async () => {};

/**
 * Gives the test file a database with all migrations and no data, which `db()` and `env()` use. It is dropped when the
 * next test file in this worker opens its own. Call this function at the top of the file.
 * @param setUp runs before the first test; jobs that it starts are stopped after the last
 */
export function openDatabase(setUp?: (url: string) => Promise<unknown>): TestDatabase {
  let url = "";
  beforeAll(async () => {
    url = await create();
    await setUp?.(url);
  });
  afterAll(stopJobs);
  return {
    get db() {
      return db();
    },
    get url() {
      return url;
    },
  };
}

async function create(): Promise<string> {
  const closeBefore = closeLast;
  const url = await newDatabase(new URL(inject("templateUrl")).pathname.slice(1));
  const dataDir = mkdtempSync(path.join(inject("workerFiles"), "data-"));
  closeLast = async () => {
    await stopEvents();
    await stopJobs();
    await closeDb();
    await dropDatabase(url);
    rmSync(dataDir, { recursive: true, force: true });
  };
  configure(
    parseEnv({
      DATA_DIR: dataDir,
      DATABASE_URL: url.href,
      AUTH_SECRET,
      DEMO_DATA: "off",
    }),
  );
  // Work of the file before that is not finished may call `db()` now, which connects with the present configuration.
  await closeBefore();
  return url.href;
}
