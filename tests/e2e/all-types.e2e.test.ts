import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { db } from "#app/platform/db.server.ts";
import { toast } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
const paths = new Map<string, string>();

const nameOf = (type: string) => `The ${type} of a test`;
const pluralOf = (type: string) => CATEGORIES.find((category) => category.type === type)?.plural ?? "";
const pathOf = (type: string) => paths.get(type) ?? "";

beforeAll(async () => {
  seller = await person("seller");
  for (const { type } of CATEGORIES) {
    const options = { transaction_options: ["direct_checkout", "chat", "bid"] };
    const attributes = ["racket", "string"].includes(type) ? options : {};
    const { id } = await listingOf(seller, type, { name: nameOf(type), attributes });
    paths.set(type, `/${pluralOf(type)}/${id}`);
  }
});

async function open(who: Person | null, path: string): Promise<Page> {
  const { page } = await shop.as(who);
  await page.goto(path);
  return page;
}

// What each category's rule says is shown by rules.test.ts and listing.page.test.ts: here are the two that differ in all.
describe.each([
  ["bag", "Bags", "my listings", "category"],
  ["ball", "Balls", "category", "back"],
])("Back from a %s", (type, category, owner, others) => {
  async function press(page: Page, label: string, address: string): Promise<void> {
    await page.getByRole("main").getByRole("link", { name: label, exact: true }).click();
    await page.waitForURL(`**${address}`);
  }

  test("leads others where they came from, or to its category, and to the favourites from there [M2.85 M2.86 M2.89]", async () => {
    const fan = await person("fan");
    const listing = { listing_type: type, listing_id: pathOf(type).split("/").at(-1) ?? "" };
    await db()
      .insertInto("favorites")
      .values({ user_id: fan.viewer.id, ...listing })
      .execute();
    const browsed = `/${pluralOf(type)}?sort=price_asc`;
    const page = await open(fan, browsed);
    await page.getByRole("link", { name: nameOf(type) }).click();
    await page.waitForURL(`**${pathOf(type)}`);
    if (others === "back") await press(page, "Back", browsed);
    else await press(page, `Back to ${category}`, `/${pluralOf(type)}`);
    await page.goto("/favorites");
    await page.getByRole("link", { name: nameOf(type) }).click();
    await page.waitForURL(`**${pathOf(type)}**`);
    await press(page, "Back to My Favourites", "/favorites");
  });

  test("leads its owner to their listings from there, and by its rule otherwise [A2.85 M2.85 M2.86 M2.89]", async () => {
    const page = await open(seller, pathOf(type));
    if (owner === "my listings") await press(page, "Back to My Listings", "/my-listings");
    else await press(page, `Back to ${category}`, `/${pluralOf(type)}`);
    await page.goto("/my-listings");
    await page.getByRole("link", { name: nameOf(type), exact: true }).click();
    await page.waitForURL(`**${pathOf(type)}`);
    await press(page, "Back to My Listings", "/my-listings");
  });
});

test("an owner finds their listings scrolled as they were left, from a page of clothes too [M2.86]", async () => {
  const owner = await person("owner");
  for (let n = 0; n < 12; n += 1) await listingOf(owner, "clothes", { name: `Skirt ${n}` });
  const { page } = await shop.as(owner, { viewport: { width: 900, height: 500 } });
  await page.goto("/my-listings");
  await page.evaluate(() => window.scrollTo(0, 700));
  await page.getByRole("link", { name: "Skirt 4", exact: true }).click();
  await page.waitForURL(/\/clothes\/[0-9a-f-]{36}$/);
  await page.getByRole("link", { name: "Back to My Listings" }).click();
  await page.waitForURL("**/my-listings");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(600);
});

describe("sharing", () => {
  test("copies the address where the device has no sheet of its own, without what came with it", async () => {
    const { page, context } = await shop.as(null);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`/nl${pathOf("string")}?from=favorites`);
    await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
    await page.getByRole("button", { name: "Delen" }).click();
    await toast(page, "Link gekopieerd").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${shop.server.url}/nl${pathOf("string")}`,
    );
  });

  test("opens the device's sheet where there is one", async () => {
    const page = await open(null, pathOf("string"));
    await page.evaluate(() => {
      const share = async (data: ShareData) => {
        document.title = JSON.stringify(data);
      };
      Object.defineProperty(navigator, "share", { value: share });
    });
    await page.getByRole("button", { name: "Share" }).click();
    await expect
      .poll(() => page.title())
      .toBe(JSON.stringify({ title: nameOf("string"), url: shop.server.url + pathOf("string") }));
  });

  test("gives the address to read where it can be neither shared nor copied", async () => {
    const page = await open(null, pathOf("string"));
    await page.evaluate(() => {
      Object.defineProperty(navigator, "share", { value: undefined });
      Object.defineProperty(navigator, "clipboard", { value: undefined });
    });
    await page.getByRole("button", { name: "Share" }).click();
    await toast(page, pathOf("string")).waitFor();
  });
});

test("what is sold is put up for sale again by its owner, who is told so", async () => {
  const owner = await person("owner");
  const { id } = await listingOf(owner, "bag", { name: "Team 6R" });
  await db().updateTable("listings").set({ quantity: 0 }).where("id", "=", id).execute();
  const page = await open(owner, `/bags/${id}`);
  await page.getByRole("button", { name: "List again" }).click();
  await toast(page, "Team 6R is for sale again").waitFor();
  await page.getByRole("button", { name: "Sold one" }).waitFor();
});
