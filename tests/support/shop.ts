import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { launchBrowser, type Tab } from "./browser.ts";
import { dropDatabase, newDatabase } from "./database.ts";
import type { Person } from "./people.ts";
import { startServer, type TestServer } from "./server.ts";
import { openTabOf } from "./signed-in.ts";

const AUTH_SECRET = "a secret that only tests have, and long enough";

export type Shop = {
  readonly server: TestServer;
  readonly browser: Browser;
  /** A browser of this person, or of a visitor, on a device; closed when the test ends. */
  as(who: Person | null, device?: Parameters<typeof openTabOf>[3]): Promise<Tab>;
};

/**
 * A started server for all tests of the calling file, with a browser; `db()` is the server's database, which is one of
 * the run's own PostgreSQL: an embedded one for each file would take longer to start than many a file's tests. Call it
 * at the top of the file.
 */
export function openShop(): Shop {
  let server: TestServer | undefined;
  let browser: Browser | undefined;
  let database: URL | undefined;
  const tabs: Tab[] = [];

  beforeAll(async () => {
    database = await newDatabase(new URL(inject("templateUrl")).pathname.slice(1));
    server = await startServer({ env: { AUTH_SECRET, DATABASE_URL: database.href } });
    configure(parseEnv({ DATABASE_URL: server.databaseUrl, AUTH_SECRET, BASE_URL: server.url }));
    browser = await launchBrowser();
  });
  afterEach(async () => {
    await Promise.all(tabs.splice(0).map(({ context }) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
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
    get browser() {
      return opened(browser);
    },
    async as(who, device) {
      const tab = await openTabOf(opened(browser), opened(server).url, who, device);
      tabs.push(tab);
      return tab;
    },
  };
}
