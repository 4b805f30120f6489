import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
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
  await hydrated(page);
  return page;
}

// Marketplace spec §2, Back rules: where it leads an owner, and where it leads others who came from a browse page.
describe.each([
  ["racket", "Rackets", "category", "back"],
  ["bag", "Bags", "my listings", "category"],
  ["clothes", "Clothes", "my listings", "back"],
  ["ball", "Balls", "category", "back"],
  ["accessory", "Accessories", "my listings", "back"],
  ["string", "Strings", "category", "back"],
])("Back from a %s", (type, category, owner, others) => {
  async function press(page: Page, label: string, address: string): Promise<void> {
    await page.getByRole("main").getByRole("link", { name: label, exact: true }).click();
    await page.waitForURL(`**${address}`);
  }

  test("leads others to its category, and where they came from as its rule says [M2.85 M2.86 M2.87 M2.88 M2.89]", async () => {
    const fresh = await open(null, pathOf(type));
    await press(fresh, `Back to ${category}`, `/${pluralOf(type)}`);
    const browsed = `/${pluralOf(type)}?sort=price_asc`;
    const page = await open(null, browsed);
    await page.getByRole("link", { name: nameOf(type) }).click();
    await page.waitForURL(`**${pathOf(type)}`);
    if (others === "back") await press(page, "Back", browsed);
    else await press(page, `Back to ${category}`, `/${pluralOf(type)}`);
  });

  test("leads to the favourites from there [M2.85]", async () => {
    const fan = await person("fan");
    const { page } = await shop.as(fan);
    await page.goto(pathOf(type));
    await hydrated(page);
    await page.getByRole("button", { name: `Add ${nameOf(type)} to favourites` }).click();
    await toast(page, "Added to favourites").waitFor();
    await page.goto("/favorites");
    await hydrated(page);
    await page.getByRole("link", { name: nameOf(type) }).click();
    await press(page, "Back to My Favourites", "/favorites");
  });

  test("leads its owner to their listings from there, and by its rule otherwise [A2.85 M2.85 M2.86 M2.87 M2.88 M2.89]", async () => {
    const page = await open(seller, pathOf(type));
    if (owner === "my listings") await press(page, "Back to My Listings", "/my-listings");
    else await press(page, `Back to ${category}`, `/${pluralOf(type)}`);
    await page.goto("/my-listings");
    await hydrated(page);
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
  await hydrated(page);
  await page.evaluate(() => window.scrollTo(0, 700));
  await page.getByRole("link", { name: "Skirt 4", exact: true }).click();
  await page.waitForURL(/\/clothes\/[0-9a-f-]{36}$/);
  await page.getByRole("link", { name: "Back to My Listings" }).click();
  await page.waitForURL("**/my-listings");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(600);
});

test.each([
  ["racket", ["Buy Now", "Chat", "Make Offer"]],
  ["string", ["Buy Now", "Chat", "Make Offer"]],
  ["bag", ["Chat"]],
  ["ball", ["Chat"]],
  ["clothes", ["Chat"]],
  ["accessory", ["Chat"]],
])("a %s can be saved, and offers %j [M2.77]", async (type, offered) => {
  const page = await open(null, pathOf(type));
  const save = page.getByRole("button", { name: `Add ${nameOf(type)} to favourites` }).first();
  expect(await save.textContent()).toBe("Save");
  const buttons = save.locator("xpath=ancestor::div[1]").getByRole("button");
  await expect.poll(() => buttons.allTextContents()).toEqual([...offered, "Save", "Add to cart"]);
});

test("strings that are not there are not found, and lead to all strings [M2.81]", async () => {
  const { page } = await shop.as(null);
  const answer = await page.goto("/strings/00000000-0000-7000-8000-000000000000");
  expect(answer?.status()).toBe(404);
  await page.getByText("Item Not Found").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Browse all Strings" }).click();
  await page.waitForURL("**/strings");
});

describe("below a listing", () => {
  test("stand the seller's others and similar ones, for visitors without JavaScript too", async () => {
    const other = await person("other");
    const { id } = await listingOf(other, "bag", { name: "A bag much like it" });
    const { page } = await shop.as(null, { javaScriptEnabled: false });
    await page.goto(pathOf("bag"));
    const more = page.getByRole("region", { name: `More from ${seller.viewer.username}` });
    expect(await more.getByRole("article").count()).toBe(5);
    const similar = page.getByRole("region", { name: "Similar listings" });
    expect(await similar.getByRole("heading", { level: 3 }).allTextContents()).toEqual([
      "A bag much like it",
    ]);
    await similar.getByRole("link").click();
    await page.waitForURL(`**/bags/${id}`);
    await page.goto(pathOf("bag"));
    await more.getByRole("link", { name: "See all" }).click();
    await page.waitForURL(`**/sellers/${seller.viewer.username}`);
  });

  test("a kept page shows what the seller lists next, of any type", async () => {
    const path = `${shop.server.url}${pathOf("ball")}`;
    const read = async () => (await fetch(path)).text();
    expect(await read()).not.toContain("Listed a moment ago");
    expect(await read()).not.toContain("Listed a moment ago");
    await listingOf(seller, "accessory", { name: "Listed a moment ago" });
    await expect.poll(read).toContain("Listed a moment ago");
  });
});

describe("sharing", () => {
  test("copies the address where the device has no sheet of its own, without what came with it", async () => {
    const { page, context } = await shop.as(null);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`/nl${pathOf("string")}?from=favorites`);
    await hydrated(page);
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

  test("is a mail without JavaScript", async () => {
    const { page } = await shop.as(null, { javaScriptEnabled: false });
    await page.goto(pathOf("string"));
    const href = await page.getByRole("link", { name: "Share" }).getAttribute("href");
    const mail = new URL(href ?? "");
    expect(mail.protocol).toBe("mailto:");
    expect(Object.fromEntries(mail.searchParams)).toEqual({
      subject: nameOf("string"),
      body: shop.server.url + pathOf("string"),
    });
  });
});

test.each(CATEGORIES.map(({ type }) => type))(
  "the page of a %s has no fault that axe finds [M2.12]",
  async (type) => {
    await expectNoFaults(await open(null, pathOf(type)));
  },
);
