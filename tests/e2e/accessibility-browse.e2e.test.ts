// States of pages about finding things that neither the crawl nor the gallery comes to: axe finds nothing in them.
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addUpTerms } from "#app/features/search/jobs.server.ts";
import { db } from "#app/platform/db.server.ts";
import { faultsInLooks } from "#tests/support/axe.ts";
import { racketWithout, TITLE } from "#tests/support/failed-picture.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let fan: Person;
let racket: string;
let withoutPicture: string;

beforeAll(async () => {
  [seller, fan] = [await person("seller"), await person("fan")];
  const { type, id } = await racketOf(seller, { name: "Blade 98 v8", cents: 14_000 });
  racket = `/rackets/${id}`;
  await listingOf(seller, "string", { name: "ALU Power" });
  await db()
    .insertInto("favorites")
    .values({ user_id: fan.viewer.id, listing_type: type, listing_id: id })
    .execute();
  await db()
    .insertInto("saved_searches")
    .values({
      user_id: fan.viewer.id,
      address: "/rackets?q=blade&brand=Wilson&maxPrice=150",
      name: "blade · Rackets",
      tell: true,
      words: "",
    })
    .execute();
  withoutPicture = `/rackets/${(await racketWithout(seller)).id}`;
  await addUpTerms();
});

type State = {
  readonly at: () => string;
  readonly as?: () => Person;
  readonly locale?: string;
  /** Gets there, and waits until it stands there. */
  readonly open: (page: Page) => Promise<void>;
};

const STATES: Readonly<Record<string, State>> = {
  "the offer of one's own language, and the dialog of country, language and currency": {
    at: () => racket,
    locale: "de-AT",
    open: async (page) => {
      await page.locator("[data-language-offer]").getByText("Diese Seite gibt es auch").waitFor();
      await page
        .getByRole("contentinfo")
        .getByRole("link", { name: "Country, language and currency" })
        .click();
      await page.getByRole("dialog").getByLabel("Currency").waitFor();
    },
  },
  "a price in another currency too, and the concierge with an answer of long words": {
    at: () => racket,
    as: () => fan,
    open: async (page) => {
      await page.context().addCookies([{ name: "currency", value: "GBP", url: shop.server.url }]);
      await page.reload();
      await page.getByRole("main").getByText("≈").first().waitFor();
      await page.getByRole("button", { name: /: your menu$/ }).click();
      await page.getByRole("menuitem", { name: "Chat with us" }).click();
      const panel = page.getByRole("dialog", { name: "Tennis Gear Concierge" });
      await panel.getByLabel("Your question").fill(`racket ${"Donaudampfschifffahrt".repeat(12)}`);
      await panel.getByRole("button", { name: "Send", exact: true }).click();
      await panel.getByRole("log").getByRole("link").last().waitFor();
    },
  },
  "the sizes' button, which floats": {
    at: () => "/",
    as: () => fan,
    open: (page) => page.getByRole("button", { name: "Set Your Size Preferences" }).waitFor(),
  },
  "the sizes' dialog": {
    at: () => "/",
    as: () => fan,
    open: async (page) => {
      await page.getByRole("button", { name: "Set Your Size Preferences" }).click();
      await page.getByRole("dialog").getByRole("group", { name: "Tops" }).getByLabel("M").check();
    },
  },
  "the distance of strings, from a postal code": {
    at: () => "/strings?country=NL&postalCode=1012AB&maxDistance=50",
    open: (page) => page.getByRole("slider", { name: "Distance" }).waitFor(),
  },
  "a category with filters on, whose search is saved": {
    at: () => "/rackets?q=blade&brand=Wilson&maxPrice=150",
    as: () => fan,
    open: (page) => page.getByRole("button", { name: /^Saved/ }).waitFor(),
  },
  "saved searches": {
    at: () => "/favorites?tab=searches",
    as: () => fan,
    open: (page) => page.getByRole("switch", { name: /^Tell me of new ones/ }).waitFor(),
  },
  "the name of a saved search": {
    at: () => "/favorites?tab=searches",
    as: () => fan,
    open: async (page) => {
      await page.getByRole("link", { name: /^Rename/ }).click();
      await page.getByLabel("Name").waitFor();
    },
  },
  "favourites to pick from": {
    at: () => "/favorites?select",
    as: () => fan,
    open: (page) => page.getByRole("checkbox", { name: "Select Blade 98 v8" }).waitFor(),
  },
  "a corrected search with a suggestion chosen": {
    at: () => "/search?q=bladde",
    open: async (page) => {
      await page.getByPlaceholder("Search by brand, type, colour...").fill("bl");
      const options = page.getByRole("listbox").getByRole("option");
      await options.first().waitFor();
      await page.keyboard.press("ArrowDown");
      await page.getByRole("listbox").getByRole("option", { selected: true }).waitFor();
    },
  },
  "a search that found nothing": {
    at: () => "/search?q=zzyzx",
    open: (page) => page.getByRole("heading", { name: "Nothing found for “zzyzx”" }).waitFor(),
  },
  "answers that were found, and a message with a fault": {
    at: () => "/help?q=listing",
    as: () => fan,
    open: async (page) => {
      await page.getByLabel("Your message").fill("Where is my racket?");
      await page.getByRole("button", { name: "Send message" }).click();
      await page.getByText("Please choose a topic").waitFor();
    },
  },
  "a listing whose picture failed": {
    at: () => withoutPicture,
    as: () => seller,
    open: (page) => page.getByRole("main").getByText(TITLE).waitFor(),
  },
};

test.each(Object.keys(STATES))("%s: axe finds no fault, and it fits the screen", async (name) => {
  const { at, as, locale = "en-GB", open } = STATES[name]!;
  const { page } = await shop.as(as?.() ?? null, { locale });
  await page.goto(at());
  await open(page);
  expect(await faultsInLooks(page)).toEqual([]);
});
