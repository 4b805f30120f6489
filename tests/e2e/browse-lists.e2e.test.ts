import { sql } from "kysely";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { db } from "#app/platform/db.server.ts";
import { toast } from "#tests/support/browser.ts";
import { pressFilter } from "#tests/support/filters.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;

/**
 * Stores two listings of each type, three shirts, and 300 cans of balls, of which Can no. 1 is the newest. All cans are of
 * one day in UTC, because the shelf spreads a seller's listings of each day.
 */
beforeAll(async () => {
  seller = await person("seller");
  for (const { type } of CATEGORIES) {
    await listingOf(seller, type, { name: `The ${type} of a test`, brand: "Wilson", listedAt: new Date(0) });
    await listingOf(seller, type, { name: `Another ${type}`, brand: "Wilson", listedAt: new Date(1) });
  }
  for (const size of ["S", "M", "L"])
    await listingOf(seller, "clothes", {
      name: `Shirt ${size}`,
      attributes: { gender: "Men", type: "Shirt", size },
    });
  await sql`
    insert into listings (type, user_id, name, brand, price_cents, attributes, created_at)
    select 'ball', ${seller.viewer.id}, 'Can no. ' || n, 'Penn', 500 + n,
      '{"balls_per_can": "3", "packaging_type": "can", "shipping": "Shipping"}',
      date_trunc('day', now(), 'UTC') - interval '6 hours' - n * interval '1 minute'
    from generate_series(1, 300) as n
  `.execute(db());
}, 60_000);

async function open(
  path: string,
  options: Parameters<typeof shop.openAs>[1] = "desktop",
  who: Person | null = null,
) {
  const { page } = await shop.openAs(who, options);
  await page.goto(path);
  return page;
}

const link = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name, exact: true });
const toEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
const cards = (page: Page) => page.getByRole("main").getByRole("article");
const shown = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

describe("a list without pages", () => {
  test("loads more a few times while it is scrolled, then with a button, so that the footer can be reached [M9.9]", async () => {
    const page = await open("/balls");
    expect(await cards(page).count()).toBeGreaterThanOrEqual(24);
    await expect
      .poll(async () => {
        await toEnd(page);
        return shown(page, "Showing 144 of 302").count();
      })
      .toBe(1);
    await toEnd(page);
    expect(await page.getByRole("link", { name: "Next page" }).count()).toBe(0);
    const more = link(page, "Show more");
    await more.scrollIntoViewIfNeeded();
    await more.press("Enter");
    await shown(page, "Showing 168 of 302").waitFor();
    // The first new card is focused, in the place of the button.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Can no. 145");
  });

  test("is restored at the same scroll position after Back, and after a reload", async () => {
    const page = await open("/balls?brand=Penn");
    await expect
      .poll(async () => {
        await toEnd(page);
        return link(page, "Can no. 100").count();
      })
      .toBe(1);
    await link(page, "Can no. 100").evaluate((one) => one.scrollIntoView({ block: "center" }));
    const before = await page.evaluate(() => window.scrollY);
    const distanceFrom = (y: number) => page.evaluate((top) => Math.abs(window.scrollY - top), y);
    await link(page, "Can no. 100").click();
    await page.getByRole("heading", { level: 1, name: "Can no. 100" }).waitFor();
    await page.goBack();
    await link(page, "Can no. 100").waitFor();
    await expect.poll(() => distanceFrom(before)).toBeLessThan(50);
    // The photo of the listing becomes the picture of its card again.
    const named = () =>
      page
        .locator('.card-picture[style*="listing-photo"]')
        .evaluateAll((all) =>
          all.map((picture) => picture.closest("article")?.querySelector("h2")?.textContent),
        );
    await expect.poll(named).toEqual(["Can no. 100"]);
    await page.reload();
    await link(page, "Can no. 100").waitFor();
    await expect.poll(() => distanceFrom(before)).toBeLessThan(50);
  });

  test("says when loading fails, and continues with the button Try again", async () => {
    const page = await open("/balls");
    await page.route("**/listings/window?**", (route) => route.abort());
    await toEnd(page);
    await page.getByRole("alert").filter({ hasText: "could not be loaded" }).waitFor();
    await page.unroute("**/listings/window?**");
    await link(page, "Try again").click();
    await link(page, "Can no. 30").waitFor();
  });

  test("keeps a favourite that was added after scrolling", async () => {
    const page = await open("/balls", "desktop", await person("fan"));
    await toEnd(page);
    await page.getByRole("button", { name: "Add Can no. 30 to favorites" }).click();
    await toast(page, "Added to favorites").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Remove Can no. 30 from favorites" }).waitFor();
  });
});

describe("the sizes that a browser stores", () => {
  test("preselect a filter, are shown as a chip, and stay off once the chip is removed [M4.16]", async () => {
    const { page, context } = await shop.openAs(null);
    await context.addInitScript(() => localStorage.setItem("clothesSizes", JSON.stringify(["M", "L", "?"])));
    await page.goto("/clothes");
    await page.waitForURL("**/clothes?size=M&size=L&preselected=size");
    await link(page, "Shirt M").waitFor();
    await expect.poll(() => link(page, "Shirt S").count()).toBe(0);
    await page.getByRole("link", { name: "Remove filter: For you – Size: M, L" }).click();
    await page.waitForURL("**/clothes?size=any");
    await link(page, "Shirt S").waitFor();
    await pressFilter(page, "Size");
    await page.getByRole("checkbox", { name: /^S\b/ }).first().check();
    await page.waitForURL("**/clothes?size=S");
    await page.getByRole("checkbox", { name: /^S\b/ }).first().uncheck();
    await page.waitForURL("**/clothes?size=any");
  });
});

describe("the filter panel", () => {
  test("shows the number of results of each option; an option without results can be chosen and stays in its place, and a link leads back to all results", async () => {
    const page = await open("/bags");
    await page.getByRole("checkbox", { name: /^Wilson\W+2 listings$/ }).waitFor();
    const none = page.getByRole("checkbox", { name: /^Babolat\W+0 listings$/ });
    const brands = page.locator('input[type="checkbox"][name="brand"]');
    const order = () => brands.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
    const before = await order();
    await none.check();
    await page.waitForURL("**/bags?brand=Babolat");
    await page.getByText("No bag listings found").waitFor();
    await expect.poll(() => none.isChecked()).toBe(true);
    expect(await order()).toEqual(before);
    await page.getByRole("link", { name: "Without “Brand: Babolat”: 2 results" }).click();
    await page.waitForURL((url) => url.pathname === "/bags" && url.search === "");
    await link(page, "Another bag").waitFor();
    await expect.poll(() => none.isChecked()).toBe(false);
  });

  test("shows all strings instead of new strings when All Time is chosen, and has a distance slider that works with a postal code [M9.17]", async () => {
    const page = await open("/strings/new");
    await page.getByText("No string listings found").waitFor();
    await pressFilter(page, "Listing date");
    await page.getByRole("radio", { name: "All Time" }).check();
    await page.waitForURL((url) => url.pathname === "/strings" && url.search === "");
    await link(page, "Another string").waitFor();
    await pressFilter(page, "Location");
    const slider = page.getByRole("slider", { name: "Distance" });
    expect(await slider.getAttribute("aria-valuetext")).toBe("50 km");
    await page.getByLabel("Postal code").fill("1012 AB");
    await page.getByLabel("Postal code").press("Enter");
    await page.waitForURL((url) => url.searchParams.get("maxDistance") === "50");
    await slider.press("ArrowRight");
    await page.waitForURL((url) => url.searchParams.get("maxDistance") === "51");
    await page.getByText("51 km", { exact: true }).waitFor();
    await page.getByLabel("Sort by").selectOption({ label: "Nearest first" });
    await page.waitForURL((url) => url.searchParams.get("sort") === "nearest");
  });
});
