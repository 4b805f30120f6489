import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { launchBrowser, openTab, type Tab, toast } from "#tests/support/browser.ts";
import { copySources, editFile } from "#tests/support/copy.ts";
import { dropDatabase, newDatabase } from "#tests/support/database.ts";
import { pressFilter } from "#tests/support/filters.ts";
import { person } from "#tests/support/people.ts";
import { AUTH_SECRET, startServer, type TestServer } from "#tests/support/server.ts";
import { openTabOf, signedInAs } from "#tests/support/signed-in.ts";
import texts from "./seventh-category/messages.json" with { type: "json" };

// Law 4 (docs/laws.md): a category is one definition, its messages, one line in the registry and a generated migration.
// These tests add shoes to a copy of the sources.
let copy: string;
let database: URL;
let server: TestServer;
let browser: Browser;
let seller: Tab;
let buyer: Tab;

beforeAll(async () => {
  copy = copySources();
  cpSync(
    path.join(import.meta.dirname, "seventh-category/shoe.ts"),
    path.join(copy, "app/domain/categories/shoe.ts"),
  );
  editFile(copy, "app/domain/categories/registry.ts", (before) =>
    before
      .replace('import { racket } from "./racket.ts";', '$&\nimport { shoe } from "./shoe.ts";')
      .replace(/(CATEGORIES: readonly CategoryDefinition\[\] = \[)([^\]]*)\]/, "$1$2, shoe]"),
  );
  for (const language of ["en-GB", "en-US", "nl", "de", "fr"]) {
    editFile(copy, `messages/${language}.json`, (before) =>
      JSON.stringify({ ...JSON.parse(before), ...texts }),
    );
  }
  execFileSync(process.execPath, ["scripts/category-migration.ts", "shoe"], { cwd: copy });
  // Minifying, compressing, bundling packages and compiling other languages take half of the build, and these tests do
  // not need them.
  editFile(copy, "vite.config.ts", (before) =>
    before.replace("sourcemap: false,", "$&\n    minify: false,").replace("noExternal: true,", ""),
  );
  editFile(copy, "project.inlang/settings.json", (before) =>
    before.replace(/"locales": \[.*\]/, '"locales": ["en-GB"]'),
  );
  editFile(copy, "server/build.ts", (before) => before.replace("await compressAll();", ""));
  database = await newDatabase(new URL(inject("templateUrl")).pathname.slice(1));
  const env = { AUTH_SECRET, DATABASE_URL: database.href };
  [server, browser] = await Promise.all([startServer({ root: copy, env }), launchBrowser()]);
  configure(parseEnv({ ...env, BASE_URL: server.url }));
  seller = await openTabOf(browser, server.url, await person("cobbler"));
  buyer = await openTab(browser, server.url);
  // The timeout is long, because the hook builds the whole shop while another file's browser may run.
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await closeDb();
  await server?.stop();
  if (database) await dropDatabase(database);
  rmSync(copy, { recursive: true, force: true });
});

test("shoes can be listed, and appear in My Listings of the seller", async () => {
  const { page } = seller;
  await page.goto("/sell/shoes");
  await page.getByRole("button", { name: "List Shoes" }).click();
  await page.getByRole("link", { name: "Surface is required" }).waitFor();
  await toast(page, "Please provide at least one image of the shoes.").waitFor();
  const picture = await sharp({ create: { width: 400, height: 500, channels: 3, background: "#c86" } })
    .jpeg()
    .toBuffer();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: picture });
  await expect.poll(() => page.locator("input[name=photo]").count()).toBe(1);
  await page.getByLabel("Title").fill("Court FF 3");
  await page.getByLabel("Brand").selectOption("Asics");
  await page.getByLabel("Size").selectOption("42");
  await page.getByLabel("Surface").selectOption("clay");
  await page.getByLabel("Condition").selectOption("Good");
  await page.getByLabel("Price").fill("80");
  await page.getByRole("button", { name: "List Shoes" }).click();
  await page.waitForURL(/\/shoes\/[0-9a-f-]{36}$/);
  await page.getByRole("heading", { name: "Court FF 3" }).waitFor();
  await expect
    .poll(() => page.locator("dl").last().textContent())
    .toMatch(/Size\s*42\s*Surface\s*Clay\s*Condition\s*Good/);
  await page.goto("/my-listings");
  await page.getByRole("heading", { name: "My Shoes" }).waitFor();
  await page.getByRole("link", { name: "Court FF 3", exact: true }).waitFor();
});

test("shoes are in the menu, and are browsed, filtered and found; the messages for no results and for an unknown listing name shoes", async () => {
  const { page } = buyer;
  await page.goto("/");
  await page
    .getByRole("navigation")
    .getByRole("link", { name: "Shoes" })
    .or(page.getByRole("button", { name: "Shoes" }))
    .first()
    .waitFor();
  await page.goto("/shoes/clay-court");
  await page.getByRole("heading", { name: "Clay court Tennis Shoes" }).waitFor();
  await page.getByRole("link", { name: "Court FF 3" }).waitFor();
  await page.goto("/shoes");
  await pressFilter(page, "Surface");
  await page.getByRole("checkbox", { name: "Hard court" }).check();
  await page.getByText("No shoes found").waitFor();
  await page.goto("/shoes?q=court+ff&brand=Asics&size=42");
  await page.getByRole("link", { name: "Court FF 3", exact: true }).waitFor();
  const answer = await page.goto("/shoes/nope");
  expect(answer?.status()).toBe(404);
  await page.getByText("Shoes not found").first().waitFor();
});

test("shoes are in the category bar with rackets, where one dropdown is open at a time [A2.47]", async () => {
  const { page } = buyer;
  await page.goto("/");
  const bar = page.getByRole("navigation", { name: "Categories" });
  const [rackets, shoes] = ["Rackets", "Shoes"].map((name) => bar.getByRole("button", { name }));
  const [pureDrive, clay] = ["Pure Drive", "Clay court"].map((name) => bar.getByRole("link", { name }));
  await rackets?.click();
  await pureDrive?.waitFor();
  await shoes?.click();
  await clay?.waitFor();
  await expect.poll(() => pureDrive?.count()).toBe(0);
  await expect.poll(() => rackets?.getAttribute("aria-expanded")).toBe("false");
  await shoes?.click();
  await clay?.waitFor({ state: "detached" });
});

test("shoes can be a favourite", async () => {
  const { page } = buyer;
  await signedInAs(buyer.context, server.url, await person("runner"));
  await page.goto("/shoes");
  await page.getByRole("button", { name: "Add Court FF 3 to favorites" }).click();
  await toast(page, "Added to favorites").waitFor();
  await page.goto("/favorites");
  await page.getByRole("heading", { name: "Shoes" }).waitFor();
  await page.getByRole("link", { name: "Court FF 3", exact: true }).waitFor();
});
