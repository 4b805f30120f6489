import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { launchBrowser, type Tab } from "./browser.ts";
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
 * A started server for all tests of the calling file, with a browser; `db()` is the server's database. Call it at the
 * top of the file.
 */
export function openShop(): Shop {
  let server: TestServer | undefined;
  let browser: Browser | undefined;
  const tabs: Tab[] = [];

  beforeAll(async () => {
    server = await startServer({ env: { AUTH_SECRET } });
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
