import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { db } from "#app/platform/db.server.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let fan: Person;
const listed: { type: string; id: string }[] = [];

beforeAll(async () => {
  seller = await person("seller");
  for (const { type } of CATEGORIES) listed.push(await listingOf(seller, type, { name: `One ${type}` }));
  listed.push(await listingOf(seller, "bag", { name: "Another bag" }));
});

/** Somebody to whom all of it is a favourite, and who looked at all of it. */
beforeEach(async () => {
  fan = await person("fan");
  const keys = listed.map(({ type, id }) => ({
    user_id: fan.viewer.id,
    listing_type: type,
    listing_id: id,
  }));
  await db().insertInto("favorites").values(keys).execute();
  await db().insertInto("recently_viewed").values(keys).execute();
});

const cards = (page: Page) => page.getByRole("main").getByRole("article");

async function open(path: string): Promise<Page> {
  const { page } = await shop.as(fan);
  await page.goto(path);
  await hydrated(page);
  return page;
}

describe("several at once", () => {
  test("are picked and removed by keyboard, and brought back", async () => {
    const page = await open("/favorites");
    const link = page.getByRole("link", { name: "Select" });
    await link.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/favorites?select");
    const done = page.getByRole("link", { name: "Done" });
    await done.waitFor();
    await expect.poll(() => done.evaluate((element) => element === document.activeElement)).toBe(true);
    const remove = page.getByRole("button", { name: /^Remove selected/ });
    expect(await remove.textContent()).toBe("Remove selected (0)");
    expect(await remove.getAttribute("aria-disabled")).toBe("true");
    for (const name of ["Select One racket", "Select Another bag"]) {
      await page.getByRole("checkbox", { name }).focus();
      await page.keyboard.press("Space");
    }
    expect(await remove.textContent()).toBe("Remove selected (2)");
    await remove.focus();
    await page.keyboard.press("Enter");
    const message = toast(page, "2 items removed from favourites");
    await message.waitFor();
    await expect.poll(() => cards(page).count()).toBe(5);
    expect(await remove.textContent()).toBe("Remove selected (0)");
    await message.getByRole("button", { name: "Undo" }).press("Enter");
    await toast(page, "Back where they were").waitFor();
    await expect.poll(() => cards(page).count()).toBe(7);
    await page.getByRole("checkbox", { name: "Select One bag" }).press("Escape");
    await page.waitForURL((url) => url.search === "");
    await page.getByRole("button", { name: "Remove One bag from favourites" }).waitFor();
  });

  test("are picked by a press anywhere on a card, or all of them; and all are cleared after a question, and brought back", async () => {
    const page = await open("/favorites?select");
    await cards(page)
      .first()
      .click({ position: { x: 60, y: 120 } });
    const remove = page.getByRole("button", { name: "Remove selected (1)" });
    await remove.waitFor();
    await page.getByRole("button", { name: "Select all" }).click();
    await page.getByRole("button", { name: "Remove selected (7)" }).waitFor();
    await page.getByRole("button", { name: "Select none" }).click();
    await page.getByRole("button", { name: "Remove selected (0)" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/favorites");
    await page.getByRole("button", { name: "Clear all" }).click();
    const question = page.getByRole("alertdialog", { name: "Remove all favourites?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => cards(page).count()).toBe(7);
    await page.getByRole("button", { name: "Clear all" }).click();
    await question.getByRole("button", { name: "Clear all" }).click();
    await page.getByText("No favourites yet").waitFor();
    await toast(page, "7 items removed from favourites").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => cards(page).count()).toBe(7);
  });

  test("of what was viewed are removed and cleared", async () => {
    const page = await open("/recently-viewed?select");
    await page.getByRole("checkbox", { name: "Select One ball" }).check();
    await page.getByRole("button", { name: "Remove selected (1)" }).click();
    await toast(page, "1 item removed from recently viewed").waitFor();
    await expect.poll(() => cards(page).count()).toBe(6);
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Clear all" }).click();
    await page.getByText("You haven't viewed any items yet").waitFor();
  });
});
