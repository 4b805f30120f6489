import { sql } from "kysely";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
const STOCK = "/sell/business/stock";

/** A seller with three rackets and a bag: Aero 100 (€100), Blade 98 (€200), Clash 100 (€300), a Bag (€45). */
async function seller(): Promise<Person> {
  const who = await person("seller");
  await racketOf(who, { name: "Aero 100", brand: "Babolat", cents: 10_000 });
  await racketOf(who, { name: "Blade 98", cents: 20_000 });
  await racketOf(who, { name: "Clash 100", cents: 30_000 });
  await listingOf(who, "bag", { name: "Bag", cents: 4_500 });
  return who;
}

async function open(who: Person, path = STOCK): Promise<Page> {
  const { page } = await shop.as(who);
  await page.goto(path);
  await hydrated(page);
  return page;
}

const rows = (page: Page) => page.getByRole("rowheader").getByRole("link");
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const price = (page: Page, name: string) => page.getByRole("textbox", { name: `Price of ${name} in euros` });
const quantity = (page: Page, name: string) => page.getByRole("textbox", { name: `Quantity of ${name}` });
const pick = (page: Page, name: string) =>
  page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

async function standing(who: Person, name: string) {
  const row = await db()
    .selectFrom("listings")
    .select(["price_cents as price", "quantity"])
    .where("user_id", "=", who.viewer.id)
    .where("name", "=", name)
    .executeTakeFirst();
  return row ?? null;
}

async function namesAre(page: Page, names: string[]): Promise<void> {
  await expect.poll(() => rows(page).allTextContents()).toEqual(names);
}

async function write(cell: Locator, text: string): Promise<void> {
  await cell.fill(text);
  await cell.press("Enter");
}

test("the stock is sorted and filtered by its address, which a way back brings back", async () => {
  const page = await open(await seller());
  await namesAre(page, ["Bag", "Clash 100", "Blade 98", "Aero 100"]);
  await page.getByRole("link", { name: "Price", exact: true }).click();
  await page.waitForURL(`**${STOCK}?sort=price_asc`);
  await namesAre(page, ["Bag", "Aero 100", "Blade 98", "Clash 100"]);
  const heading = page.getByRole("columnheader", { name: "Price" });
  await expect.poll(() => heading.getAttribute("aria-sort")).toBe("ascending");
  await page.getByRole("link", { name: "Price", exact: true }).click();
  await namesAre(page, ["Clash 100", "Blade 98", "Aero 100", "Bag"]);
  expect(await heading.getAttribute("aria-sort")).toBe("descending");

  await page.getByLabel("Category").selectOption("racket");
  await namesAre(page, ["Clash 100", "Blade 98", "Aero 100"]);
  await page.getByRole("searchbox", { name: "Name, brand or SKU" }).fill("wilson 98");
  await page.getByRole("button", { name: "Search", exact: true }).last().click();
  await namesAre(page, ["Blade 98"]);
  expect(new URL(page.url()).search).toBe("?q=wilson+98&type=racket&sort=price_desc");
  await page.getByLabel("State").selectOption("out");
  await page.getByText("Nothing in your stock is like that").waitFor();
  await page.goBack();
  await namesAre(page, ["Blade 98"]);
  await page.goBack();
  await namesAre(page, ["Clash 100", "Blade 98", "Aero 100"]);
  await page.getByRole("link", { name: "Clash 100" }).click();
  await page.waitForURL(/\/rackets\//);
});

test("a stock of several pages is turned, and a shop with nothing is told what to do", async () => {
  const who = await person("big");
  await sql`
    insert into listings (type, user_id, name, price_cents, attributes)
    select 'racket', ${who.viewer.id}, 'Racket ' || lpad(n::text, 3, '0'), n * 100, '{"category": "senior", "condition": "Good"}'
    from generate_series(1, 101) n
  `.execute(db());
  const page = await open(who, `${STOCK}?sort=name_asc`);
  await page.getByText("1–50 of 101").waitFor();
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await page.getByText("51–100 of 101").waitFor();
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await page.getByText("101–101 of 101").waitFor();
  await namesAre(page, ["Racket 101"]);
  await page.getByRole("link", { name: "Previous", exact: true }).click();
  await page.getByText("51–100 of 101").waitFor();
  const empty = await open(await person("empty"));
  await empty.getByText("You have nothing for sale yet").waitFor();
  await empty.getByRole("main").getByRole("link", { name: "Sell an item" }).waitFor();
});

describe("a price is written into its cell", () => {
  test("saved by Enter or by leaving it, undone by Escape or by the message", async () => {
    const who = await seller();
    const page = await open(who);
    await write(price(page, "Blade 98"), "149,50");
    const message = toast(page, "Blade 98 now costs €149.50");
    await message.waitFor();
    await expect.poll(() => price(page, "Blade 98").inputValue()).toBe("149.50");
    expect(await standing(who, "Blade 98")).toMatchObject({ price: 14_950 });
    await message.getByRole("button", { name: "Undo" }).click();
    await toast(page, "As it was before").waitFor();
    await expect.poll(() => price(page, "Blade 98").inputValue()).toBe("200");
    expect(await standing(who, "Blade 98")).toMatchObject({ price: 20_000 });

    await quantity(page, "Aero 100").fill("12");
    await quantity(page, "Aero 100").press("Tab");
    await toast(page, "Aero 100: 12 in stock").waitFor();
    expect(await standing(who, "Aero 100")).toMatchObject({ quantity: 12 });

    await price(page, "Clash 100").fill("1");
    await price(page, "Clash 100").press("Escape");
    await expect.poll(() => price(page, "Clash 100").inputValue()).toBe("300");
    expect(await standing(who, "Clash 100")).toMatchObject({ price: 30_000 });
  });

  test("its fault stands at the cell until it is mended", async () => {
    const who = await seller();
    const page = await open(who);
    await write(price(page, "Blade 98"), "cheap");
    await row(page, "Blade 98").getByText("Price must be an amount in euros, like 149 or 149.50").waitFor();
    expect(await price(page, "Blade 98").getAttribute("aria-invalid")).toBe("true");
    await write(quantity(page, "Blade 98"), "100001");
    await row(page, "Blade 98").getByText("Quantity must be between 0 and 100000").waitFor();
    await write(price(page, "Blade 98"), "150");
    await toast(page, "Blade 98 now costs €150.00").waitFor();
    await expect.poll(() => price(page, "Blade 98").getAttribute("aria-invalid")).toBe(null);
    expect(await standing(who, "Blade 98")).toEqual({ price: 15_000, quantity: 1 });
  });

  test("in two tabs: the later one is told what it has become, and may replace that", async () => {
    const who = await seller();
    const [here, there] = [await open(who), await open(who)];
    await write(price(here, "Blade 98"), "180");
    await toast(here, "Blade 98 now costs €180.00").waitFor();
    await write(price(there, "Blade 98"), "170");
    await row(there, "Blade 98").getByText("It was changed to €180.00 meanwhile.").waitFor();
    expect(await standing(who, "Blade 98")).toMatchObject({ price: 18_000 });
    await price(there, "Blade 98").press("Enter");
    await toast(there, "Blade 98 now costs €170.00").waitFor();
    expect(await standing(who, "Blade 98")).toMatchObject({ price: 17_000 });
  });

  test("offline it is kept as typed, and saved later", async () => {
    const who = await seller();
    const page = await open(who);
    await page.context().setOffline(true);
    await write(price(page, "Blade 98"), "150");
    await row(page, "Blade 98").getByRole("alert").filter({ hasText: /\w/ }).waitFor();
    expect(await price(page, "Blade 98").inputValue()).toBe("150");
    await page.context().setOffline(false);
    await price(page, "Blade 98").press("Enter");
    await toast(page, "Blade 98 now costs €150.00").waitFor();
  });

  test("without JavaScript by a small form, which says what is wrong", async () => {
    const who = await seller();
    const { page } = await shop.as(who, { javaScriptEnabled: false });
    await page.goto(`${STOCK}?type=racket`);
    await write(price(page, "Blade 98"), "cheap");
    await row(page, "Blade 98").getByText("Price must be an amount in euros").waitFor();
    expect(await price(page, "Blade 98").inputValue()).toBe("cheap");
    await write(price(page, "Blade 98"), "150");
    await expect.poll(() => price(page, "Blade 98").inputValue()).toBe("150");
    expect(await standing(who, "Blade 98")).toMatchObject({ price: 15_000 });
    await row(page, "Blade 98").getByRole("button", { name: "Sold one" }).click();
    await row(page, "Blade 98").getByText("Sold", { exact: true }).waitFor();
    await pick(page, "Aero 100").check();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("heading", { name: "Delete this listing?" }).waitFor();
    await page.getByRole("button", { name: "Delete 1" }).click();
    await namesAre(page, ["Clash 100", "Blade 98"]);
  });
});

test("one sold is counted down until none is left, and taken back", async () => {
  const who = await seller();
  await sql`update listings set quantity = 2 where user_id = ${who.viewer.id}`.execute(db());
  const page = await open(who);
  const sell = row(page, "Blade 98").getByRole("button", { name: "Sold one: Blade 98" });
  await sell.click();
  await toast(page, "One sold of Blade 98, 1 left").waitFor();
  await sell.click();
  const message = toast(page, "Blade 98 is sold");
  await message.waitFor();
  await row(page, "Blade 98").getByText("Sold", { exact: true }).waitFor();
  expect(await standing(who, "Blade 98")).toMatchObject({ quantity: 0 });
  await message.getByRole("button", { name: "Undo" }).click();
  await sell.waitFor();
  await expect.poll(() => quantity(page, "Blade 98").inputValue()).toBe("1");
  expect(await standing(who, "Blade 98")).toMatchObject({ quantity: 1 });
});

describe("many at once", () => {
  test("are picked with the shift key and deleted, after being asked", async () => {
    const who = await seller();
    const page = await open(who, `${STOCK}?sort=name_asc`);
    await pick(page, "Aero 100").click();
    await pick(page, "Blade 98").click({ modifiers: ["Shift"] });
    await page.getByText("3 selected").waitFor();
    await pick(page, "Bag").click();
    await page.getByText("2 selected").waitFor();
    await page.getByRole("button", { name: "Delete…" }).click();
    await dialog(page).getByRole("heading", { name: "Delete 2 listings?" }).waitFor();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Delete…" }).click();
    await dialog(page).getByRole("button", { name: "Delete 2" }).click();
    await toast(page, "2 listings deleted").waitFor();
    await namesAre(page, ["Bag", "Clash 100"]);
    expect(await standing(who, "Aero 100")).toBeNull();
  });

  test("all that a filter means, more than a hundred, by typing how many", async () => {
    const who = await seller();
    await sql`
      insert into listings (type, user_id, name, price_cents, attributes)
      select 'racket', ${who.viewer.id}, 'Old ' || n, 100, '{"category": "senior", "condition": "Good"}'
      from generate_series(1, 120) n
    `.execute(db());
    const page = await open(who, `${STOCK}?q=old`);
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Select all 120" }).click();
    await page.getByText("120 selected").waitFor();
    await page.getByRole("button", { name: "Delete…" }).click();
    await dialog(page).getByRole("button", { name: "Delete 120" }).click();
    await dialog(page).getByText("Type the number 120").waitFor();
    await dialog(page).getByLabel("Type 120 to delete them").fill("120");
    await dialog(page).getByRole("button", { name: "Delete 120" }).click();
    await toast(page, "120 listings deleted").waitFor();
    await page.getByText("Nothing in your stock is like that").waitFor();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await namesAre(page, ["Bag", "Clash 100", "Blade 98", "Aero 100"]);
  });

  test("get other prices by percent, which are seen before, and undone", async () => {
    const who = await seller();
    const page = await open(who, `${STOCK}?type=racket&sort=price_asc`);
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Change prices…" }).click();
    await dialog(page).getByLabel("By how many percent").fill("-95");
    await dialog(page).getByRole("button", { name: "Show what changes" }).click();
    await dialog(page).getByText("Give a percentage from -90 to 900").waitFor();
    await dialog(page).getByLabel("By how many percent").fill("-12,5");
    await dialog(page).getByRole("button", { name: "Show what changes" }).click();
    await dialog(page).getByText("Prices that change by -12.5%: 3").waitFor();
    await dialog(page).getByRole("row", { name: "Blade 98 €200.00 €175.00" }).waitFor();
    expect(await standing(who, "Blade 98")).toMatchObject({ price: 20_000 });
    await dialog(page).getByRole("button", { name: "Change 3" }).click();
    await toast(page, "3 prices changed").waitFor();
    await expect.poll(() => price(page, "Blade 98").inputValue()).toBe("175");
    expect(await standing(who, "Bag")).toMatchObject({ price: 4_500 });
    await page.getByRole("button", { name: "Undo the change of prices" }).click();
    await toast(page, "Prices as they were: 3").waitFor();
    await expect.poll(() => price(page, "Blade 98").inputValue()).toBe("200");
  });
});

test("the page has no faults that axe finds, on a phone and on a desk, light and dark", async () => {
  const who = await seller();
  await racketOf(who, { name: `${"Extraordinarily".repeat(4)} long name, with words`.slice(0, 120) });
  await sql`
    update listings set quantity = 0, row_key = 'sku:A-VERY-LONG-NUMBER-OF-A-SHOP-0001' where name like 'Extra%'
  `.execute(db());
  const page = await open(who);
  await write(price(page, "Blade 98"), "cheap");
  await row(page, "Blade 98").getByText("Price must be an amount").waitFor();
  await pick(page, "Bag").check();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Change prices…" }).click();
  await dialog(page).getByLabel("By how many percent").fill("10");
  await dialog(page).getByRole("button", { name: "Show what changes" }).click();
  await dialog(page).getByText("Prices that change by +10%: 1").waitFor();
  await expectNoFaults(page);
});
