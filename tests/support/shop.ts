import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { launchBrowser, type Tab } from "./browser.ts";
import { dropDatabase, newDatabase } from "./database.ts";
import { NoScriptBrowser } from "./no-script-browser.ts";
import type { Person } from "./people.ts";
import { AUTH_SECRET, startServer, type TestServer } from "./server.ts";
import { openTabOf } from "./signed-in.ts";

/** Shared by all files of a worker; it ends with the worker. */
let browser: Promise<Browser> | undefined;

export type Shop = {
  readonly server: TestServer;
  /** A tab of Chromium for this person or a visitor, on a device; closed when the test ends. */
  as(who: Person | null, device?: Parameters<typeof openTabOf>[3]): Promise<Tab>;
  /** A browser without JavaScript for this person or a visitor. */
  withoutScripts(who: Person | null, headers?: Readonly<Record<string, string>>): NoScriptBrowser;
};

/**
 * Starts a server for all tests of the file, with a browser; `db()` connects to the server's database, a copy of the
 * run's template. Call it at the top of the file. @param env settings of the server besides its database and secret
 */
export function openShop(env: Record<string, string> = {}): Shop {
  let server: TestServer | undefined;
  let database: URL | undefined;
  const tabs: Tab[] = [];

  beforeAll(async () => {
    database = await newDatabase(new URL(inject("templateUrl")).pathname.slice(1));
    server = await startServer({ env: { ...env, AUTH_SECRET, DATABASE_URL: database.href } });
    configure(parseEnv({ ...env, DATABASE_URL: server.databaseUrl, AUTH_SECRET, BASE_URL: server.url }));
  });
  afterEach(async () => {
    await Promise.all(tabs.splice(0).map(({ context }) => context.close()));
  });
  afterAll(async () => {
    await closeDb();
    await server?.stop();
    if (database) await dropDatabase(database);
  });

  function opened<T>(part: T | undefined): T {
    if (!part) throw new Error("The shop is opened before the first test, not while the file is read.");
    return part;
  }

  return {
    get server() {
      return opened(server);
    },
    async as(who, device) {
      browser ??= launchBrowser();
      const tab = await openTabOf(await browser, opened(server).url, who, device);
      tabs.push(tab);
      return tab;
    },
    withoutScripts: (who, headers) => new NoScriptBrowser(opened(server).url, who, headers),
  };
}
