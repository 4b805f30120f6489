// Checks states of browse and search pages with axe that neither the crawl nor the gallery shows.

import { beforeAll, expect, test } from "vitest";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import { faultsInStates, faultsOf, type States } from "#tests/support/axe.ts";
import { hydrated } from "#tests/support/browser.ts";
import { pressFilter } from "#tests/support/filters.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let fan: Person;
let racket: string;

beforeAll(async () => {
  [seller, fan] = [await person("seller"), await person("fan")];
  const { type, id } = await racketOf(seller, { name: "Blade 98 v8", cents: 14_000 });
  racket = `/rackets/${id}`;
  await listingOf(seller, "string", { name: "ALU Power" });
  await insertRows("favorites", { user_id: fan.viewer.id, listing_type: type, listing_id: id });
  await insertRows("saved_searches", {
    user_id: fan.viewer.id,
    address: "/rackets?q=blade&brand=Wilson&maxPrice=150",
    name: "blade · Rackets",
    tell: true,
    words: "",
  });
  await updateDictionary();
});

const STATES: Readonly<Record<"visitor" | "German" | "fan", States>> = {
  visitor: {
    "the distance filter of strings, with a postal code": async (page) => {
      await page.goto("/strings?country=NL&postalCode=1012AB&maxDistance=50");
      await pressFilter(page, "Location");
      await page.getByRole("slider", { name: "Distance" }).waitFor();
    },
    "a search that found nothing": async (page) => {
      await page.goto("/search?q=zzyzx");
      await page.getByRole("heading", { name: "No results for “zzyzx”" }).waitFor();
    },
    "a corrected search with a suggestion chosen": async (page) => {
      await page.goto("/search?q=bladde");
      await page.getByPlaceholder("Search by brand, type, color...").fill("bl");
      const options = page.getByRole("listbox").getByRole("option");
      await options.first().waitFor();
      await page.keyboard.press("ArrowDown");
      await page.getByRole("listbox").getByRole("option", { selected: true }).waitFor();
    },
  },
  German: {
    "the offer to switch to the visitor's language, and the dialog of country, language and currency": async (
      page,
    ) => {
      await page.goto(racket);
      await page.locator("[data-language-offer]").getByText("Diese Seite gibt es auch").waitFor();
      await page
        .getByRole("contentinfo")
        .getByRole("link", { name: "Country, language and currency" })
        .click();
      await page.getByRole("dialog").getByLabel("Currency").waitFor();
    },
  },
  fan: {
    "the floating button for sizes": async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Set Your Size Preferences" }).waitFor();
    },
    "the dialog for sizes": async (page) => {
      await page.getByRole("button", { name: "Set Your Size Preferences" }).click();
      await page.getByRole("dialog").getByRole("group", { name: "Tops" }).getByLabel("M").check();
    },
    "a category with active filters, whose search is saved": async (page) => {
      await page.goto("/rackets?q=blade&brand=Wilson&maxPrice=150");
      await page.getByRole("button", { name: /^Saved/ }).waitFor();
    },
    "saved searches": async (page) => {
      await page.goto("/favorites?tab=searches");
      await page.getByRole("switch", { name: /^Notify me of new listings/ }).waitFor();
    },
    "the form that renames a saved search": async (page) => {
      await page.getByRole("link", { name: /^Rename/ }).click();
      await page.getByLabel("Name").waitFor();
    },
    "favourites with checkboxes to select them": async (page) => {
      await page.goto("/favorites?select");
      await page.getByRole("checkbox", { name: "Select Blade 98 v8" }).waitFor();
    },
    "the help page with found answers, and a support message with a fault": async (page) => {
      await page.goto("/help?q=listing");
      await page.getByLabel("Your message").fill("Where is my racket?");
      await page.getByRole("button", { name: "Send message" }).click();
      await page.getByRole("link", { name: "Please choose a topic" }).waitFor();
    },
    "a price that is also in another currency, and the concierge with very long words": async (page) => {
      await page.context().addCookies([{ name: "currency", value: "GBP", url: shop.server.url }]);
      await page.goto(racket);
      await page.getByRole("main").getByText("≈").first().waitFor();
      await page.getByRole("button", { name: /: your menu$/ }).click();
      await page.getByRole("menuitem", { name: "Chat with us" }).click();
      const panel = page.getByRole("dialog", { name: "Tennis Gear Concierge" });
      await panel.getByLabel("Your question").fill(`racket ${"Donaudampfschifffahrt".repeat(12)}`);
      await panel.getByRole("button", { name: "Send", exact: true }).click();
      await panel.getByRole("log").getByRole("link").last().waitFor();
    },
  },
};

test.each(["visitor", "German", "fan"] as const)(
  "axe finds no fault in the states of browse and search pages: %s",
  async (who) => {
    const { page } = await shop.openAs({ visitor: null, German: null, fan }[who], {
      locale: who === "German" ? "de-AT" : "en-GB",
    });
    expect(await faultsInStates(page, STATES[who])).toEqual([]);
  },
);

test("axe finds no fault in the open sheet of filters on a phone, in light and dark colours", async () => {
  const { page } = await shop.openAs(null, "phone");
  await page.goto("/rackets");
  await hydrated(page);
  await page.getByRole("link", { name: "Filters" }).tap();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByText("Brand").first().tap();
  await sheet.getByRole("checkbox", { name: /^Wilson/ }).waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.classList.contains("dark")))
      .toBe(colorScheme === "dark");
    expect(await faultsOf(page, { within: `#${await sheet.getAttribute("id")}` }), colorScheme).toEqual([]);
  }
});
