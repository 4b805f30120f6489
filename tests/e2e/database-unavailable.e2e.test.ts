import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser, openTab } from "#tests/support/browser.ts";
import { dropDatabase, newDatabase } from "#tests/support/database.ts";
import { AUTH_SECRET, startServer, type TestServer } from "#tests/support/server.ts";
import { type DatabaseProxy, databaseProxy } from "#tests/support/silent-proxy.ts";

// What the server answers meanwhile is shown in tests/pages/database-unavailable.page.test.ts.
let database: URL;
let proxy: DatabaseProxy;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  database = await newDatabase(new URL(inject("templateUrl")).pathname.slice(1));
  proxy = await databaseProxy(database.href);
  const env = { AUTH_SECRET, DATABASE_URL: proxy.url };
  [server, browser] = await Promise.all([startServer({ env }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await proxy?.close();
  if (database) await dropDatabase(database);
});

test("a page that met the database away shows itself when it is back", async () => {
  const { page } = await openTab(browser, server.url);
  await proxy.leave();
  const answer = await page.goto("/rackets");
  expect(answer?.status()).toBe(503);
  await page.getByText("This page tries again by itself.").waitFor();
  // It has tried, in vain.
  await page.waitForResponse(
    (response) => response.url().includes("/rackets.data") && response.status() === 503,
  );
  await proxy.returnFromProvider();
  await page.getByRole("heading", { level: 1, name: "Rackets" }).waitFor();
});
