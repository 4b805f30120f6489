import { sql } from "kysely";
import { expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import type { FetchedPage } from "#tests/support/no-script-browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
const STOCK = "/sell/business/stock";

/** Creates a seller with Aero 100 (€100), Blade 98 (€200), Clash 100 (€300) and a bag (€45), listed in this order. */
async function seller(): Promise<Person> {
  const who = await person("seller");
  await racketOf(who, { name: "Aero 100", brand: "Babolat", cents: 10_000 });
  await racketOf(who, { name: "Blade 98", cents: 20_000 });
  await racketOf(who, { name: "Clash 100", cents: 30_000 });
  await listingOf(who, "bag", { name: "Bag", cents: 4_500 });
  return who;
}

const namesIn = (page: FetchedPage) =>
  page.main.queryAllByRole("rowheader").map((row) => row.querySelector("a")?.textContent);
const row = (page: FetchedPage, name: string) =>
  page.main.getAllByRole("row").find(({ textContent }) => textContent?.includes(name)) as Element;
const buttonIn = (where: Element, text: RegExp) =>
  [...where.querySelectorAll("button")].find(({ textContent }) => text.test(textContent ?? "")) as Element;

test("the sort order and the filters of the stock table are in the URL", async () => {
  const browser = shop.withoutScripts(await seller());
  const all = await browser.open(STOCK);
  expect(namesIn(all)).toEqual(["Bag", "Clash 100", "Blade 98", "Aero 100"]);
  const byPrice = { name: "Price" };
  const up = await browser.follow(all.main.getByRole("link", byPrice));
  expect(up.url.search).toBe("?sort=price_asc");
  expect(namesIn(up)).toEqual(["Bag", "Aero 100", "Blade 98", "Clash 100"]);
  const order = (page: FetchedPage) => page.getByRole("columnheader", byPrice).getAttribute("aria-sort");
  expect(order(up)).toBe("ascending");
  const down = await browser.follow(up.main.getByRole("link", byPrice));
  expect(namesIn(down)).toEqual(["Clash 100", "Blade 98", "Aero 100", "Bag"]);
  expect(order(down)).toBe("descending");
  const search = down.main.getByRole("button", { name: "Search" });
  const found = await browser.submit(search, { type: "racket", q: "wilson 98" });
  expect(namesIn(found)).toEqual(["Blade 98"]);
  expect(Object.fromEntries(found.url.searchParams)).toMatchObject({ type: "racket", q: "wilson 98" });
  const racket = await browser.follow(found.main.getByRole("link", { name: "Blade 98" }));
  expect(racket.url.pathname).toMatch(/^\/rackets\//);
});

test("a large stock is paginated, and an empty one has a link to sell an item", async () => {
  const who = await person("big");
  await sql`
    insert into listings (type, user_id, name, price_cents, attributes)
    select 'racket', ${who.viewer.id}, 'Racket ' || lpad(n::text, 3, '0'), n * 100, '{"category": "senior", "condition": "Good"}'
    from generate_series(1, 101) n
  `.execute(db());
  const browser = shop.withoutScripts(who);
  const first = await browser.open(`${STOCK}?sort=name_asc`);
  first.getByText("1–50 of 101");
  const second = await browser.follow(first.main.getByRole("link", { name: "Next" }));
  second.getByText("51–100 of 101");
  const third = await browser.follow(second.main.getByRole("link", { name: "Next" }));
  third.getByText("101–101 of 101");
  expect(namesIn(third)).toEqual(["Racket 101"]);
  const back = await browser.follow(third.main.getByRole("link", { name: "Previous" }));
  back.getByText("51–100 of 101");
  const empty = await shop.withoutScripts(await person("empty")).open(STOCK);
  empty.getByText(/You have no listings yet/);
  empty.main.getByRole("link", { name: "Sell an item" });
});

test("without JavaScript, a seller changes a price, marks a racket as sold and deletes one in the stock table", async () => {
  const browser = shop.withoutScripts(await seller());
  const priceIn = (page: FetchedPage) =>
    page.main.getByRole("textbox", { name: "Price of Blade 98 in euros" }) as HTMLInputElement;
  const write = (page: FetchedPage, text: string) => {
    const field = priceIn(page);
    return browser.submit(field.form?.querySelector("button[type=submit]") as Element, {
      [field.name]: text,
    });
  };
  const refused = await write(await browser.open(`${STOCK}?type=racket`), "cheap");
  expect(row(refused, "Blade 98").textContent).toContain("Price must be an amount in euros");
  expect(priceIn(refused).value).toBe("cheap");
  const written = await write(refused, "150");
  expect(priceIn(written).value).toBe("150");
  const sold = await browser.submit(buttonIn(row(written, "Blade 98"), /Mark as sold/));
  expect(row(sold, "Blade 98").textContent).toMatch(/Sold/);
  const pick = sold.main.getByRole("checkbox", { name: "Select Aero 100" }) as HTMLInputElement;
  const question = await browser.submit(sold.main.getByRole("button", { name: "Delete…" }), {
    [pick.name]: pick.value,
  });
  question.getByRole("heading", { name: "Delete this listing?" });
  const left = await browser.submit(question.main.getByRole("button", { name: "Delete 1" }));
  expect(namesIn(left)).toEqual(["Clash 100", "Blade 98"]);
});
