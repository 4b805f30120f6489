import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;

beforeAll(async () => {
  seller = await person("seller");
  await racketOf(seller, { name: "Blade 98 v8", cents: 14_000 });
});

async function open(who: Person | null, path: string): Promise<Page> {
  const { page } = await shop.as(who);
  await page.goto(path);
  await hydrated(page);
  return page;
}

const SAVED = "/favorites?tab=searches";
const saveButton = (page: Page) => page.getByRole("button", { name: "Save this search" });
const savedButton = (page: Page) => page.getByRole("button", { name: /^Saved/ });
/** Until the server said so: the button does at once. */
async function save(page: Page): Promise<void> {
  await saveButton(page).click();
  await toast(page, "Search saved").waitFor();
  await savedButton(page).waitFor();
}
const listed = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });

describe("a search is saved", () => {
  test("on a browse page, is shown beside the favourites, and is removed and brought back [A2.10 A2.41]", async () => {
    const page = await open(await person("fan"), "/rackets?q=blade&brand=Wilson");
    await saveButton(page).click();
    const message = toast(page, "Search saved");
    await message.waitFor();
    await savedButton(page).waitFor();
    await message.getByRole("button", { name: "See all" }).click();
    await page.waitForURL(`**${SAVED}`);
    await expect.poll(() => listed(page).allTextContents()).toEqual(["blade · Rackets · Wilson"]);
    expect(
      await page.getByRole("list", { name: "What it looks for" }).getByRole("listitem").allTextContents(),
    ).toEqual(["Rackets", "“blade”", "Wilson"]);
    await page.getByRole("switch", { name: /^Tell me of new ones/ }).click();
    await toast(page, "You will not be told of new ones").waitFor();
    await page.getByRole("button", { name: /^Remove/ }).click();
    const removed = toast(page, "Saved search removed");
    await removed.waitFor();
    await page.getByText("No saved searches yet").waitFor();
    await removed.getByRole("button", { name: "Undo" }).click();
    await toast(page, "Saved again").waitFor();
    await listed(page).getByRole("link", { name: "blade · Rackets · Wilson" }).click();
    await page.waitForURL("**/rackets?q=blade&brand=Wilson");
    await savedButton(page).click();
    await saveButton(page).waitFor();
  });
});

test("somebody lists what a saved search finds: its person's bell says so, and the search how many are new", async () => {
  const fan = await person("fan");
  const here = await open(fan, "/rackets?q=gravity&maxPrice=120");
  await save(here);

  const there = await open(seller, "/sell/racket");
  const buffer = Buffer.from(await pictureFile());
  await there.locator("input[type=file]").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
  await expect.poll(() => there.locator("input[name=photo]").count(), { timeout: 30_000 }).toBe(1);
  await there.getByLabel("Title").fill("Gravity Pro");
  await there.getByLabel("Category").selectOption("senior");
  await there.getByLabel("Condition").selectOption("Good");
  await there.getByLabel("Price").fill("110");
  await there.getByRole("button", { name: "List Racket" }).click();
  await there.waitForURL(/\/rackets\/[0-9a-f-]{36}/);

  // Nothing is loaded anew.
  await here.getByRole("link", { name: "Notifications, 1 unread" }).waitFor();
  const told = await shop.withoutScripts(fan).open("/notifications");
  told.main.getByRole("article", { name: /Gravity Pro/ });
  await here.goto(SAVED);
  await here.getByText("1 new", { exact: true }).waitFor();
  expect(
    await here.getByRole("list", { name: "Found last" }).getByRole("link", { name: "Gravity Pro" }).count(),
  ).toBe(1);
  await listed(here).getByRole("link").click();
  await here.getByRole("article").filter({ hasText: "Gravity Pro" }).waitFor();
  await expect
    .poll(async () => {
      const row = await db()
        .selectFrom("saved_searches")
        .innerJoin("saved_search_matches", "search_id", "saved_searches.id")
        .select((eb) => eb("looked_at", ">", eb.ref("matched_at")).as("looked"))
        .where("saved_searches.user_id", "=", fan.viewer.id)
        .executeTakeFirst();
      return row?.looked;
    })
    .toBe(true);
  const seen = await shop.withoutScripts(fan).open(SAVED);
  expect(seen.main.getAllByRole("heading", { level: 2 })).toHaveLength(1);
  expect(seen.main.queryByText("1 new")).toBeNull();
});
