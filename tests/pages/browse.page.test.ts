// Browsing a category without JavaScript: the filters are a GET form, so each result has its own URL.

import { within } from "@testing-library/dom";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import type { FetchedPage } from "#tests/support/no-script-browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { updateRows, withoutTable } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;

const DAY = 86_400_000;
const BRANDS = ["Wilson", "Head", "Babolat", "Yonex"];

/**
 * Stores 24 rackets of four brands in turn. Racket no. 1 is the newest and the most expensive; the prices are €240,
 * €230 … €10, except that no. 2 is the cheapest (€5), so that the order by age is not the order by price. Also stores
 * two bags of one brand, and 302 cans of balls.
 */
beforeAll(async () => {
  seller = await person("seller");
  for (let n = 1; n <= 24; n += 1) {
    await racketOf(seller, {
      name: `Racket no. ${n}`,
      brand: BRANDS[n % BRANDS.length] ?? "",
      cents: n === 2 ? 500 : (25 - n) * 1_000,
      attributes: { condition: n % 2 === 0 ? "Like New" : "Fair", ...(n <= 12 && { weight: 260 + n * 10 }) },
      listedAt: new Date(Date.now() - n * DAY),
    });
  }
  for (const name of ["A bag", "Another bag"]) await listingOf(seller, "bag", { name, brand: "Wilson" });
  await sql`
    insert into listings (type, user_id, name, brand, price_cents, attributes, created_at)
    select 'ball', ${seller.viewer.id}, 'Can no. ' || n, 'Penn', 500 + n,
      '{"balls_per_can": "3", "packaging_type": "can", "shipping": "Shipping"}', 
      date_trunc('day', now(), 'UTC') - interval '6 hours' - n * interval '1 minute'
    from generate_series(1, 302) as n
  `.execute(db());
});

const cards = (page: FetchedPage) => [...page.document.querySelectorAll("main article :is(h2, h3, h4)")];
const names = (page: FetchedPage) => cards(page).map(({ textContent }) => textContent);
const numbers = (page: FetchedPage) => names(page).map((name) => Number(name?.split(" ").at(-1)));
const from = (first: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, n) => first + n * step);
const box = (page: FetchedPage, role: string, name: string | RegExp) =>
  page.main.getByRole<HTMLInputElement>(role, { name });
const results = (page: FetchedPage) => page.main.getByRole("button", { name: /Show results/ });

describe("the browse page of a category", () => {
  test("reports an unknown postal code above the cards and at its field, and shows cards", async () => {
    const page = await shop.withoutScripts(null).open("/rackets?country=NL&postalCode=0000AA&maxDistance=25");
    expect(page.getByRole("alert").textContent).toBe(
      "We don’t know the postal code 0000 AA NL, so we did not filter by distance.",
    );
    expect(page.getByLabelText("Postal code").getAttribute("aria-invalid")).toBe("true");
    page.getByText("We do not know this postal code", { exact: false });
    expect(numbers(page)).toHaveLength(10);
  });

  test("sends filters, search words and the sort order in one form", async () => {
    const visitor = shop.withoutScripts(null);
    const all = await visitor.open("/rackets");
    const head = box(all, "checkbox", /^Head\b/);
    const narrowed = await visitor.submit(results(all), {
      [head.name]: [head.value, box(all, "checkbox", /^Wilson\b/).value],
      dateFilter: box(all, "radio", "This Week").value,
      sort: "price_asc",
    });
    expect(numbers(narrowed)).toEqual([5, 4, 1]);
    expect(box(narrowed, "checkbox", /^Head\b/).checked).toBe(true);
    expect(box(narrowed, "radio", "This Week").checked).toBe(true);
    const sort = narrowed.main.getByLabelText<HTMLSelectElement>("Sort by");
    expect(sort.selectedOptions[0]?.textContent).toBe("Price: low to high");

    const four = await visitor.submit(narrowed.main.getByRole("button", { name: "Search" }), { q: "no. 4" });
    expect(names(four)).toEqual(["Racket no. 4"]);
    const without = await visitor.follow(four.getByRole("link", { name: "Remove filter: “no. 4”" }));
    expect(numbers(without)).toEqual(numbers(narrowed));
    const cleared = await visitor.follow(without.getByRole("link", { name: "Clear all" }));
    expect(numbers(cleared)).toEqual(from(1, 10));
  });

  test("is sorted by price in both directions and by age, and another order starts at page 1 [M7.8]", async () => {
    const visitor = shop.withoutScripts(null);
    const second = await visitor.open("/rackets?page=2");
    expect(numbers(second)).toEqual(from(11, 10));
    for (const [label, shown] of [
      ["Price: low to high", [2, ...from(24, 9, -1)]],
      ["Price: high to low", [1, ...from(3, 9)]],
      ["Newest first", from(1, 10)],
      ["Relevance", from(1, 10)],
    ] as const) {
      const options = [...visitor.page.main.getByLabelText<HTMLSelectElement>("Sort by").options];
      const sort = options.find(({ textContent }) => textContent === label)?.value ?? "none";
      const page = await visitor.submit(results(visitor.page), { sort });
      expect([label, page.url.searchParams.get("page"), numbers(page)]).toEqual([label, null, shown]);
      const { selectedOptions } = page.main.getByLabelText<HTMLSelectElement>("Sort by");
      expect(selectedOptions[0]?.textContent).toBe(label);
    }
  });

  test("has number fields that filter by price and by weight", async () => {
    const visitor = shop.withoutScripts(null);
    const all = await visitor.open("/rackets");
    const dear = await visitor.submit(results(all), {
      [box(all, "textbox", "Price: minimum").name]: "100",
      [box(all, "textbox", "Price: maximum").name]: "120",
    });
    expect(numbers(dear)).toEqual([13, 14, 15]);
    const cleared = await visitor.follow(dear.getByRole("link", { name: "Clear all" }));
    const light = await visitor.submit(results(cleared), {
      [box(cleared, "spinbutton", "Weight: maximum").name]: "290",
    });
    expect(numbers(light)).toEqual([1, 2, 3]);
  });

  test("has links to its pages, which keep the search", async () => {
    const visitor = shop.withoutScripts(null);
    const first = await visitor.open("/rackets?sort=price_asc");
    const second = await visitor.follow(first.getByRole("link", { name: "Page 2" }));
    expect(numbers(second)).toEqual(from(15, 10, -1));
    const third = await visitor.follow(second.getByRole("link", { name: "Next page" }));
    expect(numbers(third)).toEqual([5, 4, 3, 1]);
    expect(third.queryByRole("link", { name: "Next page" })).toBeNull();
    const again = await visitor.follow(third.getByRole("link", { name: "Page 1" }));
    expect(numbers(again)).toEqual([2, ...from(24, 9, -1)]);
    expect(again.url.search).toBe("?sort=price_asc");
  });

  test("gives advice when a filter finds nothing [M2.65 M2.67]", async () => {
    const page = await shop.withoutScripts(null).open("/rackets?condition=Good");
    page.main.getByText("No racket listings found");
    page.main.getByText("Try adjusting your filters or search criteria");
  });

  test("filters by distance, and its cards show how far away the listings are [M7.9 M7.11]", async () => {
    const { id } = await racketOf(seller, { name: "In Amsterdam", postalCode: "1071AA" });
    const amsterdam = { latitude: 52.35, longitude: 4.87, town: "Amsterdam" };
    await updateRows("listings", { id }, amsterdam);
    const visitor = shop.withoutScripts(null);
    const all = await visitor.open("/rackets");
    const near = await visitor.submit(results(all), { postalCode: "3511 AB", maxDistance: "60" });
    expect(names(near)).toEqual(["In Amsterdam"]);
    const card = within(near.main.getByRole("article"));
    card.getByText("1071 Amsterdam, NL");
    card.getByText(/^\d+ km$/);
    const far = await visitor.open("/rackets?country=DE&postalCode=10115&maxDistance=50");
    far.main.getByText("No racket listings found");
    await db().deleteFrom("listings").where("id", "=", id).execute();
  });

  test("has page links without JavaScript, also for balls, where a script would load more cards while scrolling", async () => {
    const visitor = shop.withoutScripts(null);
    const first = await visitor.open("/balls");
    expect(numbers(first)).toEqual(from(1, 24));
    const second = await visitor.follow(first.getByRole("link", { name: "Next page" }));
    expect(numbers(second)).toEqual(from(25, 24));
    const last = await visitor.follow(second.getByRole("link", { name: "Page 13" }));
    expect(numbers(last)).toEqual(from(289, 14));
  });

  test("shows how many results each option has, and suggests a search with results when there are none", async () => {
    const visitor = shop.withoutScripts(null);
    const all = await visitor.open("/bags");
    box(all, "checkbox", /^Wilson\W+2 listings$/);
    const none = box(all, "checkbox", /^Head\W+0 listings$/);
    const nothing = await visitor.submit(results(all), { [none.name]: none.value });
    nothing.main.getByText("No bag listings found");
    expect(box(nothing, "checkbox", /^Head\b/).checked).toBe(true);
    const way = nothing.getByRole("link", { name: "Without “Brand: Head”: 2 results" });
    const back = await visitor.follow(way);
    expect(back.url.pathname + back.url.search).toBe("/bags");
    expect(names(back).sort()).toEqual(["A bag", "Another bag"]);
  });
});

describe("the browse page on a phone", () => {
  const phone = { headers: { "sec-ch-ua-mobile": "?1" } };

  test("has six cards, and links to its pages without the page size in their URLs [M9.7]", async () => {
    const html = await (await fetch(`${shop.server.url}/rackets`, phone)).text();
    expect(html.match(/<article/g)).toHaveLength(6);
    expect(html).toContain('href="/rackets?page=2"');
    expect(html).not.toContain("perPage");
  });

  test("has collapsed filters in a sheet that the link #filters opens: price and brand first, the date last", async () => {
    const visitor = shop.withoutScripts(null);
    const page = await visitor.open("/rackets?brand=Head&maxPrice=120");
    const sheet = page.document.getElementById("filters");
    expect(page.getByRole("link", { name: "Filters 2" }).getAttribute("href")).toBe("#filters");
    const rows = [...(sheet?.querySelectorAll("summary") ?? [])].map(({ textContent }) => textContent);
    expect(rows.slice(0, 6)).toEqual([
      "Priceup to €120.00",
      "BrandHead",
      "Grip size",
      "Head size",
      "Condition",
      "Location",
    ]);
    expect(rows.at(-1)).toBe("Listing date");
    const cleared = await visitor.follow(page.getByRole("link", { name: "Clear" }));
    expect(cleared.url.search).toBe("");
  });
});

describe("the cards of listings", () => {
  test("have a favourite button, except on the viewer's own listings [A6.7]", async () => {
    const { id } = await racketOf(await person("other"), { name: "Somebody else's" });
    const { main } = await shop.withoutScripts(seller).open("/");
    const recent = within(main.getByRole("group", { name: "Recently Added" }));
    const cardOf = (name: string) =>
      recent.getAllByRole("article").find(({ textContent }) => textContent?.includes(name));
    const heartsOf = (card: HTMLElement | undefined) =>
      card && within(card).queryAllByRole("button", { name: /favorites$/ }).length;
    expect([heartsOf(cardOf("Somebody else's")), heartsOf(cardOf("A bag"))]).toEqual([1, 0]);
    await db().deleteFrom("listings").where("id", "=", id).execute();
  });

  test("can be added to My Favorites, and removed again [A2.60 A2.63 A4.20]", async () => {
    const fan = shop.withoutScripts(await person("fan"));
    const rackets = await fan.open("/rackets");
    await fan.submit(rackets.main.getByRole("button", { name: "Add Racket no. 3 to favorites" }));
    fan.page.main.getByRole("button", { name: "Remove Racket no. 3 from favorites" });
    const [link] = fan.page.getAllByRole("link", { name: "Favorites" });
    const favourites = await fan.follow(link as Element);
    favourites.getByRole("heading", { level: 1, name: "My Favorites" });
    favourites.main.getByRole("heading", { level: 2, name: /^Rackets/ });
    const address = favourites.main.getByRole("link", { name: "Racket no. 3" }).getAttribute("href");
    expect(address).toMatch(/^\/rackets\/[0-9a-f-]{36}/);
    const none = await fan.submit(
      favourites.main.getByRole("button", { name: "Remove Racket no. 3 from favorites" }),
    );
    none.getByText("No favorites yet");
  });

  test("are replaced by an error, not by an empty page, when favourites cannot be read", async () => {
    await withoutTable("favorites", async () => {
      const page = await shop.withoutScripts(seller).open("/favorites");
      expect(page.status).toBe(500);
      expect(page.main.getByRole("alert").textContent).toContain("Error fetching favorites");
      expect(page.queryByText("No favorites yet")).toBeNull();
    });
  });
});
