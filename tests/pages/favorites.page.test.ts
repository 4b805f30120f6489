import { setTimeout as delay } from "node:timers/promises";
import { within } from "@testing-library/dom";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import type { FetchedPage } from "#tests/support/no-script-browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
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

/** The fan has all of `listed` as favourites, and has recently viewed them. */
beforeEach(async () => {
  fan = await person("fan");
  const keys = listed.map(({ type, id }) => ({
    user_id: fan.viewer.id,
    listing_type: type,
    listing_id: id,
  }));
  await insertRows("favorites", keys);
  await insertRows("recently_viewed", keys);
});

const headings = (page: FetchedPage) =>
  page.main.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
const cards = (page: FetchedPage) => page.main.getAllByRole("article");

test("favourites and own listings have a section for each category, with its number of listings [A2.68]", async () => {
  expect(headings(await shop.withoutScripts(fan).open("/favorites"))).toEqual([
    "Rackets (1)",
    "Strings (1)",
    "Bags (2)",
    "Balls (1)",
    "Clothes (1)",
    "Accessories (1)",
  ]);
  expect(headings(await shop.withoutScripts(seller).open("/my-listings")).sort()).toEqual([
    "My Accessories (1)",
    "My Bags (2)",
    "My Balls (1)",
    "My Clothes (1)",
    "My Rackets (1)",
    "My Strings (1)",
  ]);
});

test("wherever cards are listed, each says its shipping, its postal area with the town, and its date [A2.75 A2.76 A9.30]", async () => {
  await sql`
    update listings set attributes = attributes || '{"shipping": "Pick up or shipping"}', country = 'NL',
      postal_code = '1071DJ', town = 'Amsterdam', created_at = '2026-01-05T23:30:00Z'
    where user_id = ${seller.viewer.id}`.execute(db());
  const { username } = seller.viewer;
  const pages = [
    [fan, "/favorites", 7],
    [fan, "/recently-viewed", 7],
    [seller, "/my-listings", 7],
    [fan, "/search?q=one", 7],
    [fan, `/sellers/${username}`, 7],
    ...CATEGORIES.map(({ plural, type }) => [fan, `/${plural}`, type === "bag" ? 2 : 1] as const),
  ] as const;
  for (const [who, path, count] of pages) {
    const shown = cards(await shop.withoutScripts(who).open(path)).map((card) => within(card));
    expect([path, shown.length]).toEqual([path, count]);
    for (const card of shown) {
      card.getByText("Pick up or shipping", { exact: false });
      card.getByText("1071 Amsterdam, NL");
      card.getByText("Jan 5, 2026");
    }
  }
  const [first] = listed;
  const racket = (await shop.withoutScripts(fan).open(`/rackets/${first?.id}`)).main;
  racket.getByText("Pick up or shipping", { selector: "dd *" });
  const head = racket.getByRole("heading", { level: 1 }).parentElement;
  expect(head?.textContent).toContain("1071 Amsterdam, NL");
  expect(head?.textContent).toContain("Listed Jan 5, 2026");
  const inGerman = await shop.withoutScripts(fan).open("/de/rackets");
  within(inGerman.main.getByRole("article")).getByText("05.01.2026");
});

test.each([
  ["/favorites", "removed from favorites", "No favorites yet"],
  ["/recently-viewed", "removed from recently viewed", "You haven't viewed any items yet"],
])("several items are removed at once at %s without JavaScript", async (path, message, empty) => {
  const browser = shop.withoutScripts(fan);
  const all = await browser.open(path);
  expect(cards(all)).toHaveLength(7);
  const select = await browser.follow(all.getByRole("link", { name: "Select" }));
  const boxes = ["Select One racket", "Select Another bag"].map((name) =>
    select.getByRole<HTMLInputElement>("checkbox", { name }),
  );
  const button = select.getByRole("button", { name: /^Remove selected/ });
  const [name = ""] = boxes.map((box) => box.name);
  const removed = await browser.submit(button, { [name]: boxes.map(({ value }) => value) });
  expect(removed.url.pathname).toBe(path);
  const messages = [...removed.document.querySelectorAll("noscript")].map(({ textContent }) => textContent);
  expect(messages.join(" ")).toContain(`2 items ${message}`);
  expect(cards(removed)).toHaveLength(5);
  const question = await browser.follow(removed.getByRole("link", { name: "Clear all" }));
  const cleared = await browser.submit(question.main.getByRole("button", { name: "Clear all" }));
  cleared.getByText(empty);
});

test("the list of recently viewed listings arrives after a client-side navigation, however slow the database is [A2.65]", async () => {
  const response = await inTransaction(async (trx) => {
    await sql`lock table recently_viewed in access exclusive mode`.execute(trx);
    const headers = { cookie: fan.cookie };
    const started = await fetch(`${shop.server.url}/recently-viewed.data`, { headers });
    // Longer than React Router waits by default.
    await delay(5_500);
    return started;
  });
  // nginx then passes on what it has.
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  const list = await response.text();
  for (const { id } of listed) expect(list).toContain(id);
});
