import { within } from "@testing-library/dom";
import { beforeAll, expect, test } from "vitest";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import type { FetchedPage } from "#tests/support/no-script-browser.ts";
import { person } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

beforeAll(async () => {
  const seller = await person("seller");
  await listingOf(seller, "racket", {
    name: "Pure Drive 100",
    brand: "Babolat",
    attributes: { weight: 300 },
  });
  await listingOf(seller, "racket", { name: "Pure Aero 98", brand: "Babolat", attributes: { weight: 290 } });
  await listingOf(seller, "racket", { name: "Blade 98", brand: "Wilson" });
  await listingOf(seller, "bag", { name: "Pure Drive RH6", brand: "Babolat" });
  await listingOf(seller, "clothes", { name: "Court polo", brand: "Lacoste" });
  await updateDictionary();
});

const names = (page: FetchedPage) =>
  [...page.document.querySelectorAll("main article :is(h2, h3, h4)")].map(({ textContent }) => textContent);
const addressOf = ({ url }: FetchedPage) => url.pathname + url.search;

test("the search page shows results of all categories, and links to those of each category [A2.15]", async () => {
  const visitor = shop.withoutScripts(null);
  const all = await visitor.open("/search?q=babolat");
  expect(names(all)).toHaveLength(3);
  const types = (page: FetchedPage) =>
    within(page.main.getByRole("navigation", { name: "Results by category" }));
  const labels = types(all)
    .getAllByRole("link")
    .map(({ textContent }) =>
      textContent
        ?.replace(/(?<=\D)(?=\d)/, " ")
        .replace(/\s+/g, " ")
        .trim(),
    );
  expect(labels).toEqual(["All 3", "Rackets 2", "Bags 1"]);
  const rackets = await visitor.follow(types(all).getByRole("link", { name: /Rackets/ }));
  expect(addressOf(rackets)).toBe("/rackets?q=babolat");
  expect(names(rackets)).toHaveLength(2);
  const back = await visitor.follow(types(rackets).getByRole("link", { name: /^All/ }));
  expect(addressOf(back)).toBe("/search?q=babolat");
});

test("the search page says which word it corrected, and searches for the typed word on request", async () => {
  const visitor = shop.withoutScripts(null);
  const page = await visitor.open("/search?q=babolt+pur+drive");
  page.main.getByRole("heading", { name: "Results for “babolat pure drive”" });
  expect(names(page).sort()).toEqual(["Pure Drive 100", "Pure Drive RH6"]);
  const as = page.main.getByRole("link", { name: "Search instead for “babolt pur drive”" });
  const nothing = await visitor.follow(as);
  nothing.main.getByRole("heading", { name: "No results for “babolt pur drive”" });
});

test("a search in one category corrects a mistyped word too", async () => {
  const visitor = shop.withoutScripts(null);
  const page = await visitor.open("/rackets?q=babolt+300+g");
  expect(names(page)).toEqual(["Pure Drive 100"]);
  expect(page.main.getByText(/Showing results for/).textContent).toContain(
    "Showing results for “babolat 300 g”.",
  );
  const as = page.main.getByRole("link", { name: "Search instead for “babolt 300 g”" });
  (await visitor.follow(as)).main.getByText("No racket listings found");
});

test("a search that finds nothing says so and offers alternatives", async () => {
  const visitor = shop.withoutScripts(null);
  const none = await visitor.open("/search?q=polo+zzyzx&maxPrice=5");
  none.main.getByRole("heading", { name: "No results for “polo zzyzx”" });
  const [chip] = none.main.getAllByRole("link", { name: "Remove filter: up to €5.00" });
  const dearer = await visitor.follow(chip!);
  expect(addressOf(dearer)).toBe("/search?q=polo+zzyzx");
  // Without the price something is found, and the word that no listing has is left out.
  expect(names(dearer)).toEqual(["Court polo"]);
  dearer.main.getByText("Nothing matches everything you typed. These results leave out: zzyzx");
  const shoes = await visitor.open("/search?q=tennis+shoes");
  shoes.main.getByText(/This shop does not sell “/);
});

test("each recognized part of a search is a chip, which links to the search without that part", async () => {
  const visitor = shop.withoutScripts(null);
  const page = await visitor.open("/search?q=babolat+rackets+under+500");
  const chip = page.main.getByRole("link", { name: "Remove filter: up to €500.00" });
  expect(addressOf(await visitor.follow(chip))).toBe("/search?q=babolat+rackets");
  const category = page.main.getByRole("link", { name: "Remove filter: Rackets" });
  expect(addressOf(await visitor.follow(category))).toBe("/search?q=babolat+under+500");
});

test("a search is filtered and sorted by a form that works without JavaScript [A2.26]", async () => {
  const visitor = shop.withoutScripts(null);
  const { getByRole } = await visitor.open("/");
  const button = within(getByRole("banner")).getByRole("button", { name: "Search" });
  const all = await visitor.submit(button, { q: " babolat " });
  expect(names(all)).toHaveLength(3);
  const highest = all.main.getByRole<HTMLInputElement>("textbox", { name: "Price: maximum" });
  const narrowed = await visitor.submit(all.main.getByRole("button", { name: /Show results/ }), {
    [highest.name]: "50",
    sort: "price_asc",
  });
  expect(names(narrowed)).toEqual(["Pure Drive RH6"]);
  const { searchParams } = narrowed.url;
  expect([searchParams.get("q"), searchParams.get("maxPrice")]).toEqual(["babolat", "50"]);
});
