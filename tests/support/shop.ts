import { mkdtempSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { stopJobs } from "#app/platform/jobs.server.ts";
import { launchBrowser, type Tab } from "./browser.ts";
import { dropDatabase, newDatabase, replaceDatabase } from "./database.ts";
import { NoScriptBrowser } from "./no-script-browser.ts";
import type { Person } from "./people.ts";
import { AUTH_SECRET, startServer, type TestServer } from "./server.ts";
import { openTabOf } from "./signed-in.ts";

/** All test files of a worker share it. It is closed when the worker ends. */
let browser: Promise<Browser> | undefined;

export type Shop = {
  readonly server: TestServer;
  /** Opens a tab of Chromium, signed in as this person, or signed out for null. It is closed when the test ends. */
  openAs(who: Person | null, device?: Parameters<typeof openTabOf>[3]): Promise<Tab>;
  withoutScripts(who: Person | null, headers?: Readonly<Record<string, string>>): NoScriptBrowser;
};

type Running = { readonly server: TestServer; readonly database: URL };

/** Kills the servers that run then, or are starting. */
const workerEnd = new AbortController();
process.once("exit", () => workerEnd.abort());
// Vitest ends a worker with this signal.
process.once("SIGTERM", () => process.exit());

async function start(env: Record<string, string>, dataDir?: string): Promise<Running> {
  const database = await newDatabase(new URL(inject("templateUrl")).pathname.slice(1));
  const variables = { ...env, AUTH_SECRET, DATABASE_URL: database.href };
  const server = await startServer({ env: variables, signal: workerEnd.signal, ...(dataDir && { dataDir }) });
  return { server, database };
}

/** For all test files of a worker that call `openShop` without `env`. It stops when the worker ends. */
let shared: Promise<Running> | undefined;

/** Gives each test file a new database on the same server: starting a server takes as long as several tests. */
async function startShared(): Promise<Running> {
  const last = await shared;
  if (last) {
    await replaceDatabase(last.database);
    return last;
  }
  shared = start({}, mkdtempSync(path.join(inject("workerFiles"), "data-")));
  return shared;
}

/**
 * Runs a server for all tests of the file. `db()` connects to the server's database, which is a new copy of the run's
 * template. Jobs that a test file starts in its own process stop after its last test. Call this function at the top of
 * the file.
 * @param env environment variables of the server. With `env`, the test file gets its own server.
 */
export function openShop(env?: Record<string, string>): Shop {
  let server: TestServer | undefined;
  let running: Running | undefined;
  const tabs: Tab[] = [];

  beforeAll(async () => {
    running = await (env ? start(env) : startShared());
    server = running.server;
    configure(parseEnv({ ...env, DATABASE_URL: server.databaseUrl, AUTH_SECRET, BASE_URL: server.url }));
  });
  afterEach(async () => {
    await Promise.all(tabs.splice(0).map(({ context }) => context.close()));
  });
  afterAll(async () => {
    await stopJobs();
    await closeDb();
    if (!env || !running) return;
    await running.server.stop();
    await dropDatabase(running.database);
  });

  function opened<T>(part: T | undefined): T {
    if (!part) throw new Error("The shop is opened before the first test, not while the file is read.");
    return part;
  }

  return {
    get server() {
      return opened(server);
    },
    async openAs(who, device) {
      browser ??= launchBrowser();
      const tab = await openTabOf(await browser, opened(server).url, who, device);
      tabs.push(tab);
      return tab;
    },
    withoutScripts: (who, headers) => new NoScriptBrowser(opened(server).url, who, headers),
  };
}
