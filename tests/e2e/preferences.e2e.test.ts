import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
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

const dialog = (page: Page) => page.getByRole("dialog");
const price = (page: Page) => page.getByRole("main").getByText("€107.00").first();

async function openRegion(page: Page): Promise<void> {
  await page.getByRole("contentinfo").getByRole("link", { name: "Country, language and currency" }).click();
  await dialog(page).getByLabel("Currency").waitFor();
}

describe("country, language and currency", () => {
  test("are chosen by anybody in the footer's dialog, which stays open where they cannot be kept, and show about what a price is, with the day of the rate [A2.119]", async () => {
    const page = await opened(null, racket);
    expect(await page.getByText("≈").count()).toBe(0);
    await openRegion(page);
    await dialog(page).getByText("at the exchange rates of 30 Jun 2025").waitFor();
    await dialog(page).getByLabel("Currency").selectOption("GBP");
    await page.context().setOffline(true);
    await dialog(page).getByRole("button", { name: "Confirm" }).click();
    await dialog(page).getByText("We could not be reached.").waitFor();
    expect(await dialog(page).getByLabel("Currency").inputValue()).toBe("GBP");
    await page.context().setOffline(false);
    await dialog(page).getByRole("button", { name: "Confirm" }).click();
    await dialog(page).waitFor({ state: "detached" });
    const about = page.getByRole("main").getByText("≈ £91.54").first();
    await about.waitFor();
    await price(page).waitFor();
    expect(await about.getAttribute("title")).toBe("At the exchange rate of 30 Jun 2025");
    // In the page as the server sends it: nothing moves when scripts arrive, and none is needed.
    const plain = await page.context().request.get("/rackets");
    expect(await plain.text()).toContain("≈ £91.54");
    expect(await (await fetch(`${shop.server.url}/rackets`)).text()).not.toContain("≈");
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
    const other = shop.withoutScripts(owner);
    const { main } = await other.open(racket);
    expect(main.getAllByText("≈ £91.54").length).toBeGreaterThan(0);
    const region = await other.open("/preferences/region");
    expect(region.main.getByLabelText<HTMLSelectElement>("Country").value).toBe("FR");
  });
});

describe("a page in another language than the visitor's", () => {
  const offer = (page: Page) => page.locator("[data-language-offer]");

  test("is offered in theirs, in their words, and they are never moved", async () => {
    const page = await opened(null, racket, { locale: "de-AT" });
    await offer(page).getByText("Diese Seite gibt es auch auf Deutsch.").waitFor();
    expect(new URL(page.url()).pathname).toBe(racket);
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
    await prompt(page).click();
    await box(page, "Racket grips", "4 3/8").check();
    await box(page, "Racket grips, junior", "4").check();
    await box(page, "Tops", "M").check();
    await box(page, "Shoes", "42.5").check();
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

  test("that cannot be loaded are said to be so, and nothing is shown for them [A8.3]", async () => {
    const { page } = await shop.as(await person("unread"), ENGLISH);
    await page.route("**/preferences/sizes/mine", (route) => route.abort());
    await page.goto("/");
    await toast(page, "Error loading preferences").getByText("We could not be reached").waitFor();
    expect(await prompt(page).count()).toBe(0);
  });

  test("that cannot be saved stay in the open dialog, and the toast says why; then are saved once, however often one presses [A5.14 A8.4]", async () => {
    const page = await opened(await person("unlucky"), "/");
    await prompt(page).click();
    await box(page, "Tops", "L").check();
    await page.context().setOffline(true);
    await save(page).click();
    await toast(page, "Error saving preferences").getByText("We could not be reached").waitFor();
    expect(await box(page, "Tops", "L").isChecked()).toBe(true);
    await page.context().setOffline(false);
    const held = Promise.withResolvers<void>();
    let sent = 0;
    await page.route("**/preferences/sizes/mine", async (route) => {
      sent += 1;
      await held.promise;
      await route.continue();
    });
    await save(page).click();
    const saving = dialog(page).getByRole("button", { name: "Saving..." });
    await saving.waitFor();
    expect(await saving.getAttribute("aria-disabled")).toBe("true");
    await saving.click({ force: true });
    held.resolve();
    await toast(page, "Preferences saved").waitFor();
    expect(sent).toBe(1);
  });
});
