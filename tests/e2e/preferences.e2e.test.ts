import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { startServer } from "#tests/support/server.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let racket: string;

beforeAll(async () => {
  seller = await person("seller");
  const { id } = await racketOf(seller, { name: "Blade 98", cents: 10_700 });
  racket = `/rackets/${id}`;
  for (const size of ["S", "M"])
    await listingOf(seller, "clothes", {
      name: `Shirt ${size}`,
      attributes: { gender: "Men", type: "Shirt", size },
    });
});

/** A browser in English, as most of these tests read. */
const ENGLISH = { locale: "en-GB" };

async function opened(who: Person | null, path: string, options: object = ENGLISH): Promise<Page> {
  const { page } = await shop.as(who, options);
  await page.goto(path);
  await hydrated(page);
  return page;
}

/** What stands in a <noscript>, which a browser whose scripts are only held back does not draw. */
const told = async (page: Page) => (await page.locator("noscript").allTextContents()).join(" ");
const dialog = (page: Page) => page.getByRole("dialog");
const price = (page: Page) => page.getByRole("main").getByText("€107.00").first();

async function openRegion(page: Page): Promise<void> {
  await page.getByRole("contentinfo").getByRole("link", { name: "Country, language and currency" }).click();
  await dialog(page).getByLabel("Currency").waitFor();
}

describe("country, language and currency", () => {
  test("are chosen by anybody in the footer's dialog, with the spec's choices and defaults [A2.119 A9.19 A9.21]", async () => {
    const page = await opened(null, racket);
    await openRegion(page);
    const options = (label: string) =>
      dialog(page)
        .getByLabel(label)
        .locator("option")
        .evaluateAll((all) => all.map((one) => one.textContent));
    expect(await options("Country")).toEqual([
      "Netherlands",
      "Germany",
      "France",
      "United Kingdom",
      "United States",
    ]);
    expect(await options("Language")).toEqual([
      "English UK",
      "English US",
      "Nederlands (Dutch)",
      "Deutsch (German)",
      "Français (French)",
    ]);
    expect(await options("Currency")).toEqual(["EUR · Euro", "GBP · British Pound", "USD · US Dollar"]);
    const now = (label: string) => dialog(page).getByLabel(label).inputValue();
    expect([await now("Country"), await now("Language"), await now("Currency")]).toEqual([
      "NL",
      "en-GB",
      "EUR",
    ]);
    await expectNoFaults(page);
  });

  test("show about what a price is, at once and on every page after, with the day of the rate", async () => {
    const page = await opened(null, racket);
    expect(await page.getByText("≈").count()).toBe(0);
    await openRegion(page);
    await dialog(page).getByText("at the exchange rates of 30 Jun 2025").waitFor();
    await dialog(page).getByLabel("Currency").selectOption("GBP");
    await dialog(page).getByRole("button", { name: "Confirm" }).click();
    await dialog(page).waitFor({ state: "detached" });
    const about = page.getByRole("main").getByText("≈ £91.54").first();
    await about.waitFor();
    await price(page).waitFor();
    expect(await about.getAttribute("title")).toBe("At the exchange rate of 30 Jun 2025");
    await expectNoFaults(page);
    // In the page as the server sends it: nothing moves when scripts arrive, and none is needed.
    const plain = await page.context().request.get("/rackets");
    expect(await plain.text()).toContain("≈ £91.54");
    expect(await (await fetch(`${shop.server.url}/rackets`)).text()).not.toContain("≈");
  });

  test("follow a new rate on the next request, where a page was kept as well", async () => {
    const about = async () => {
      const page = await fetch(`${shop.server.url}${racket}`, { headers: { cookie: "currency=USD" } });
      return /≈ US\$[\d.]+/.exec(await page.text())?.[0];
    };
    expect([await about(), await about()]).toEqual(["≈ US$125.40", "≈ US$125.40"]);
    await db()
      .insertInto("currency_rates")
      .values({ currency: "USD", rate: 1.1, dated: new Date().toISOString().slice(0, 10) })
      .execute();
    await sql`select pg_notify('listings', 'rates')`.execute(db());
    await expect.poll(about).toBe("≈ US$117.70");
    await db().deleteFrom("currency_rates").execute();
    await sql`select pg_notify('listings', 'rates')`.execute(db());
    await expect.poll(about).toBe("≈ US$125.40");
  });

  test("are shown at the rates of RATES_URL from the start of a server on", async () => {
    const bank = createServer((_, response) => {
      const cubes = "<Cube currency='USD' rate='1.1'/><Cube currency='GBP' rate='0.9'/>";
      response.end(`<Envelope><Cube><Cube time='2026-01-19'>${cubes}</Cube></Cube></Envelope>`);
    }).listen(0, "127.0.0.1");
    await once(bank, "listening");
    const { port } = bank.address() as AddressInfo;
    const server = await startServer({ env: { RATES_URL: `http://127.0.0.1:${port}/daily.xml` } });
    try {
      const dialogPage = async () => (await fetch(`${server.url}/preferences/region`)).text();
      await expect.poll(dialogPage, { timeout: 20_000 }).toContain("at the exchange rates of 19 Jan 2026");
    } finally {
      await server.stop();
      bank.close();
    }
  });

  test("filters stay in euros whatever the currency", async () => {
    const { page, context } = await shop.as(null, ENGLISH);
    await context.addCookies([{ name: "currency", value: "GBP", url: shop.server.url }]);
    await page.goto("/rackets?minPrice=105&maxPrice=110");
    await page.getByText("≈ £91.54").first().waitFor();
    await page.getByRole("link", { name: /€105\.00.*€110\.00/ }).waitFor();
  });

  test("confirming another language goes there, and stays on the page", async () => {
    const page = await opened(null, `${racket}?from=x`);
    await openRegion(page);
    await dialog(page).getByLabel("Language").selectOption("de");
    await dialog(page).getByLabel("Currency").selectOption("USD");
    await dialog(page).getByRole("button", { name: "Confirm" }).click();
    await page.waitForURL((url) => url.pathname === `/de${racket}`);
    await page.getByText("≈ 125,40 $").first().waitFor();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de");
    await expectNoFaults(page);
    // Home, without loading the document anew, is that language's too.
    await page.getByRole("banner").getByRole("link", { name: "Second Serve" }).click();
    await page.waitForURL((url) => url.pathname === "/de");
    await page.getByRole("heading", { name: "Neu eingestellt" }).waitFor();
  });

  test("follow their owner to another device [A2.45]", async () => {
    const owner = await person("owner");
    const page = await opened(owner, "/");
    await page.getByRole("button", { name: /your menu/ }).click();
    await page.getByRole("menuitem", { name: "Country, language and currency" }).click();
    await dialog(page).getByLabel("Country").selectOption("FR");
    await dialog(page).getByLabel("Currency").selectOption("GBP");
    await dialog(page).getByRole("button", { name: "Confirm" }).click();
    await toast(page, "Your choice has been saved.").waitFor();
    const other = await opened(owner, racket);
    await other.getByText("≈ £91.54").first().waitFor();
    await openRegion(other);
    expect(await dialog(other).getByLabel("Country").inputValue()).toBe("FR");
  });

  test("are a page without JavaScript, from the footer and back", async () => {
    const { page } = await shop.as(null, { ...ENGLISH, javaScriptEnabled: false });
    await page.goto(racket);
    await page.getByRole("contentinfo").getByRole("link", { name: "Country, language and currency" }).click();
    await page.getByLabel("Country").selectOption("GB");
    await page.getByLabel("Language").selectOption("fr");
    await page.getByLabel("Currency").selectOption("GBP");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.waitForURL((url) => url.pathname === `/fr${racket}`);
    await expect.poll(() => told(page)).toContain("Votre choix est enregistré.");
    await page
      .getByText(/≈ 91,54\s£GB/)
      .first()
      .waitFor();
  });

  test("that cannot be kept stay in the open dialog, which says so", async () => {
    const page = await opened(null, racket);
    await openRegion(page);
    await dialog(page).getByLabel("Currency").selectOption("GBP");
    await page.context().setOffline(true);
    await dialog(page).getByRole("button", { name: "Confirm" }).click();
    await dialog(page).getByText("We could not be reached.").waitFor();
    expect(await dialog(page).getByLabel("Currency").inputValue()).toBe("GBP");
  });
});

describe("a page in another language than the visitor's", () => {
  const offer = (page: Page) => page.locator("[data-language-offer]");

  test("is offered in theirs, in their words, and they are never moved", async () => {
    const page = await opened(null, racket, { locale: "de-AT" });
    await offer(page).getByText("Diese Seite gibt es auch auf Deutsch.").waitFor();
    expect(new URL(page.url()).pathname).toBe(racket);
    await expectNoFaults(page);
    await offer(page).getByRole("link", { name: "Auf Deutsch lesen" }).click();
    await page.waitForURL((url) => url.pathname === `/de${racket}`);
    await hydrated(page);
    await expect.poll(() => offer(page).count()).toBe(0);
  });

  test("is not offered again to who declined, nor to who reads it", async () => {
    const page = await opened(null, "/", { locale: "nl-NL" });
    await offer(page).getByRole("button", { name: "Sluiten" }).click();
    await offer(page).waitFor({ state: "detached" });
    await page.goto("/rackets");
    await hydrated(page);
    await page.goto("/nl/rackets");
    await hydrated(page);
    expect(await offer(page).count()).toBe(0);
  });
});

describe("size preferences", () => {
  const prompt = (page: Page) => page.getByRole("button", { name: "Set Your Size Preferences" });
  const isFloating = (page: Page) =>
    prompt(page).evaluate((one) => getComputedStyle(one).position === "fixed");
  const box = (page: Page, list: string, size: string) =>
    dialog(page).getByRole("group", { name: list, exact: true }).getByLabel(size, { exact: true });
  const save = (page: Page) => dialog(page).getByRole("button", { name: "Save preferences" });

  test("are asked for a second after the page came, and kept for who is signed in [A2.90 A2.120 A4.11 A4.12 A4.13 A8.31 A9.8]", async () => {
    const owner = await person("sized");
    const { page } = await shop.as(owner, ENGLISH);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto("/");
    await hydrated(page);
    await page.clock.runFor(900);
    expect(await prompt(page).count()).toBe(0);
    const asked = async () => {
      await page.clock.runFor(100);
      return prompt(page).count();
    };
    await expect.poll(asked).toBe(1);
    expect(await isFloating(page)).toBe(true);
    await page.clock.resume();
    await expectNoFaults(page);
    await prompt(page).click();
    await box(page, "Racket grips", "4 3/8").check();
    await box(page, "Racket grips, junior", "4").check();
    await box(page, "Tops", "M").check();
    await box(page, "Shoes", "42.5").check();
    await expectNoFaults(page);
    await save(page).click();
    await toast(page, "Your size preferences have been updated").waitFor();
    await dialog(page).waitFor({ state: "detached" });
    expect(await isFloating(page)).toBe(false);
    expect(
      await db()
        .selectFrom("user_preferences")
        .select(["racket_sizes", "clothes_sizes", "shoe_sizes"])
        .where("user_id", "=", owner.viewer.id)
        .executeTakeFirst(),
    ).toEqual({ racket_sizes: ["4 3/8", "Junior 4"], clothes_sizes: ["M"], shoe_sizes: ["42.5"] });
    await page.reload();
    await prompt(page).waitFor();
    expect(await isFloating(page)).toBe(false);
    await prompt(page).click();
    await box(page, "Tops", "M").waitFor();
    expect(await box(page, "Tops", "M").isChecked()).toBe(true);
  });

  test("are kept by the browser of who is signed out, and offered to the account that has none [A3.15 A8.32]", async () => {
    const { page, context } = await shop.as(null, ENGLISH);
    await page.goto("/");
    await prompt(page).click();
    await box(page, "Tops", "S").check();
    await save(page).click();
    await toast(page, "Your size preferences have been saved locally").waitFor();
    const kept = () =>
      page.evaluate(() =>
        ["racketSizes", "clothesSizes", "shoeSizes", "hasSetSizePreferences"].map((key) =>
          localStorage.getItem(key),
        ),
      );
    expect(await kept()).toEqual(["[]", '["S"]', "[]", "true"]);
    await page.goto("/clothes");
    await page.waitForURL((url) => url.searchParams.get("size") === "S");
    const newcomer = await person("newcomer");
    const [name = "", ...value] = newcomer.cookie.split("=");
    await context.addCookies([{ name, value: value.join("="), url: shop.server.url }]);
    await page.goto("/");
    await prompt(page).click();
    await dialog(page).getByText("You chose these in this browser before you signed in.").waitFor();
    expect(await box(page, "Tops", "S").isChecked()).toBe(true);
    await save(page).click();
    await toast(page, "Your size preferences have been updated").waitFor();
    expect(await kept()).toEqual([null, null, null, null]);
  });

  test("that cannot be saved stay in the open dialog, and the toast says why [A8.4]", async () => {
    const page = await opened(await person("unlucky"), "/");
    await prompt(page).click();
    await box(page, "Tops", "L").check();
    await page.context().setOffline(true);
    await save(page).click();
    await toast(page, "Error saving preferences").getByText("We could not be reached").waitFor();
    expect(await box(page, "Tops", "L").isChecked()).toBe(true);
    await page.context().setOffline(false);
    await save(page).click();
    await toast(page, "Preferences saved").waitFor();
  });

  test("that cannot be loaded are said to be so, and nothing is shown for them [A8.3]", async () => {
    const { page } = await shop.as(await person("unread"), ENGLISH);
    await page.route("**/preferences/sizes/mine", (route) => route.abort());
    await page.goto("/");
    await toast(page, "Error loading preferences").getByText("We could not be reached").waitFor();
    expect(await prompt(page).count()).toBe(0);
  });

  test("cannot be saved twice at once [A5.14]", async () => {
    const page = await opened(await person("quick"), "/");
    await prompt(page).click();
    await box(page, "Tops", "L").check();
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    let sent = 0;
    await page.route("**/preferences/sizes/mine", async (route) => {
      sent += 1;
      await held;
      await route.continue();
    });
    await save(page).click();
    const saving = dialog(page).getByRole("button", { name: "Saving..." });
    await saving.waitFor();
    expect(await saving.getAttribute("aria-disabled")).toBe("true");
    await saving.click({ force: true });
    go();
    await toast(page, "Preferences saved").waitFor();
    expect(sent).toBe(1);
  });

  test("are a page without JavaScript, for who is signed in", async () => {
    const owner = await person("plain");
    const { page } = await shop.as(owner, { ...ENGLISH, javaScriptEnabled: false });
    await page.goto("/");
    await page.getByRole("main").getByRole("link", { name: "Set Your Size Preferences" }).click();
    await page.getByRole("group", { name: "Women’s bottoms" }).getByLabel("S (4-6)").check();
    await page.getByRole("button", { name: "Save preferences" }).click();
    await expect.poll(() => told(page)).toContain("Your size preferences have been updated");
    expect(await page.getByLabel("S (4-6)").isChecked()).toBe(true);
    const { page: signedOut } = await shop.as(null, { ...ENGLISH, javaScriptEnabled: false });
    await signedOut.goto("/preferences/sizes");
    expect(await told(signedOut)).toContain("Sign in to save your sizes");
    expect(await signedOut.getByRole("button", { name: "Save preferences" }).isVisible()).toBe(false);
  });
});
