import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type BreakableProxy, startBreakableProxy } from "#tests/support/breakable-proxy.ts";
import { launchBrowser, openTab } from "#tests/support/browser.ts";
import { copyAsOtherVersion } from "#tests/support/copy.ts";
import { dropDatabase, newDatabase } from "#tests/support/database.ts";
import { AUTH_SECRET, startServer, type TestServer } from "#tests/support/server.ts";

let copy: string;
let storage: string;
let database: URL;
let proxy: BreakableProxy;
let older: TestServer;
let newer: TestServer;
let browser: Browser;

beforeAll(async () => {
  copy = copyAsOtherVersion();
  storage = mkdtempSync(path.join(tmpdir(), "second-serve-storage-"));
  database = await newDatabase(new URL(inject("templateUrl")).pathname.slice(1));
  proxy = await startBreakableProxy();
  const env = {
    AUTH_SECRET,
    DATABASE_URL: database.href,
    STORAGE_URL: `file:${storage}`,
    BASE_URL: proxy.url,
  };
  older = await startServer({ root: copy, env });
  newer = await startServer({ env });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([older?.stop(), newer?.stop(), proxy?.close()]);
  if (database) await dropDatabase(database);
  for (const folder of [copy, storage]) rmSync(folder, { recursive: true, force: true });
});

test("the first click in a tab that was opened before the exchange arrives, without a reload", async () => {
  proxy.port = older.port;
  const { page, faults } = await openTab(browser, proxy.url);
  await page.goto("/");
  await page.evaluate(() => {
    document.documentElement.dataset.opened = "before";
  });
  proxy.port = newer.port;
  proxy.cut();
  await older.stop();
  await page.getByRole("contentinfo").getByRole("link", { name: "Help" }).click();
  await page.waitForURL("/help");
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  expect(await page.locator("html").getAttribute("data-opened")).toBe("before");
  expect(faults).toEqual([]);
});
