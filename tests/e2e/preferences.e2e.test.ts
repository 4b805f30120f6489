import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { toast } from "#tests/support/browser.ts";
import {
  expectFocus,
  expectFocusWithin,
  expectReady,
  openForKeys,
  pressAt,
  tabTo,
} from "#tests/support/keyboard.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let racket = "";

beforeAll(async () => {
  const seller = await person("seller");
  racket = `/rackets/${(await racketOf(seller, { cents: 10_000 })).id}`;
  for (const size of ["S", "M"])
    await listingOf(seller, "clothes", {
      name: `Shirt ${size}`,
      attributes: { gender: "Men", type: "Shirt", size },
    });
});

const main = (page: Page) => page.locator("main");

/** Expects that the focus is at the beginning of a newly loaded page: the first tab stop is the skip link. */
async function expectBeginning(page: Page, skip: string): Promise<void> {
  await page.keyboard.press("Tab");
  await expectFocus(page, page.getByRole("link", { name: skip }));
}

test("country, language and currency are chosen, cancelled and saved by keyboard alone, and the focus returns to their link [A2.119]", async () => {
  const page = await openForKeys(shop, racket);
  const link = page.getByRole("contentinfo").getByRole("link", { name: "Country, language and currency" });
  const dialog = page.getByRole("dialog");
  const button = (name: string) => dialog.getByRole("button", { name });
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  const value = (name: string) => expect.poll(() => field(name).inputValue());
  const opened = async () => {
    await page.keyboard.press("Enter");
    await expectFocusWithin(page, dialog);
  };
  const closed = async () => {
    await dialog.waitFor({ state: "detached" });
    await expectFocus(page, link);
  };

  // Escape, Cancel and the close button close the dialog and save nothing.
  await tabTo(page, link, "Shift+Tab");
  expect(await page.getByText("≈").count()).toBe(0);
  await opened();
  await dialog.getByText("at the exchange rates of Jun 30, 2025").waitFor();
  await tabTo(page, field("Currency"));
  await page.keyboard.press("ArrowDown");
  await value("Currency").not.toBe("EUR");
  await page.keyboard.press("Escape");
  await closed();
  for (const name of ["Cancel", "Close"]) {
    await opened();
    await value("Currency").toBe("EUR");
    await pressAt(page, button(name), "Space");
    await closed();
  }

  await opened();
  await tabTo(page, button("Confirm"));
  await page.keyboard.press("Tab");
  await expectFocusWithin(page, dialog);
  await tabTo(page, button("Confirm"), "Shift+Tab");
  await tabTo(page, field("Country"));
  await page.keyboard.type("Fra");
  await value("Country").toBe("FR");
  await tabTo(page, field("Currency"));
  await page.keyboard.type("GBP");
  await value("Currency").toBe("GBP");

  // A choice that cannot be saved keeps the focus, so that it can be retried.
  await page.context().setOffline(true);
  await pressAt(page, button("Confirm"));
  await dialog.getByText("We could not be reached.").waitFor();
  await expectFocus(page, button("Confirm"));
  await page.context().setOffline(false);
  await expectReady(button("Confirm"));
  await page.keyboard.press("Space");
  await toast(page, "Your choice has been saved.").waitFor();
  await closed();
  const about = main(page).getByText("≈ £85.55").first();
  await about.waitFor();
  expect(await about.getAttribute("title")).toBe("At the exchange rate of Jun 30, 2025");

  await opened();
  await value("Country").toBe("FR");
  await value("Currency").toBe("GBP");
  await tabTo(page, field("Language"));
  await page.keyboard.type("Deu");
  await value("Language").toBe("de");
  await pressAt(page, button("Confirm"));
  await page.waitForURL((url) => url.pathname === `/de${racket}`);
  await expectBeginning(page, "Zum Inhalt springen");
  // The home page, loaded by the router, is in that language too.
  await pressAt(page, page.getByRole("banner").getByRole("link", { name: "Second Serve" }));
  await page.waitForURL((url) => url.pathname === "/de");
  await page.getByRole("heading", { name: "Neu eingestellt" }).waitFor();
});

describe("the offer of another language", () => {
  const GERMAN = { locale: "de-AT" };
  const offer = (page: Page) => page.locator("[data-language-offer]");

  test("is accepted: the page opens in that language, with the focus at its beginning", async () => {
    const page = await openForKeys(shop, racket, null, GERMAN);
    await offer(page).getByText("Diese Seite gibt es auch auf Deutsch.").waitFor();
    expect(new URL(page.url()).pathname).toBe(racket);
    await tabTo(page, offer(page).getByRole("link"), "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === `/de${racket}`);
    await expectBeginning(page, "Zum Inhalt springen");
    await expect.poll(() => offer(page).count()).toBe(0);
  });

  test("is declined: the focus returns to the element that had it, or else to the main content", async () => {
    const page = await openForKeys(shop, racket, null, GERMAN);
    const close = offer(page).getByRole("button", { name: "Schließen" });
    await offer(page).waitFor();
    // Shift+Tab from the start of the page reaches the offer, not the footer.
    await tabTo(page, close, "Shift+Tab");
    await page.keyboard.press("Enter");
    await offer(page).waitFor({ state: "detached" });
    // The script that restores the focus acts 100 ms after something disappears. It must leave the focus here.
    await page.waitForTimeout(300);
    await expectFocus(page, main(page));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    // The language is not offered again on other pages, nor on pages in that language: the offer's code is not loaded.
    let loads = 0;
    page.on("request", (request) => {
      if (request.url().includes("/language-offer-banner-")) loads += 1;
    });
    for (const path of ["/rackets", "/de/rackets"]) {
      await page.goto(path);
      expect(await offer(page).count()).toBe(0);
    }
    expect(loads).toBe(0);
    await page.goto(racket);

    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await offer(page).waitFor();
    expect(loads).toBeGreaterThan(0);
    // Tab reaches the offer after the last link of the footer.
    const before = page.getByRole("contentinfo").getByRole("link", { name: "CC BY 4.0" });
    await tabTo(page, before);
    await pressAt(page, close, "Space");
    await offer(page).waitFor({ state: "detached" });
    await expectFocus(page, before);
  });
});

describe("the sizes", () => {
  const ENGLISH = { locale: "en-GB" };
  const dialog = (page: Page) => page.getByRole("dialog");
  const prompt = (page: Page) => page.getByRole("button", { name: "Set Your Size Preferences" });
  const isFloating = (page: Page) =>
    prompt(page).evaluate((one) => getComputedStyle(one).position === "fixed");
  const box = (page: Page, list: string, size: string) =>
    dialog(page).getByRole("group", { name: list, exact: true }).getByLabel(size, { exact: true });
  const save = (page: Page) => dialog(page).getByRole("button", { name: "Save preferences" });

  test("are asked for after a second, and stored for a signed-in person [A2.90 A2.120 A4.11 A4.12 A4.13 A8.31 A9.8]", async () => {
    const owner = await person("sized");
    const { page } = await shop.openAs(owner, ENGLISH);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto("/");
    await page.clock.runFor(900);
    expect(await prompt(page).count()).toBe(0);
    const promptCount = async () => {
      await page.clock.runFor(100);
      return prompt(page).count();
    };
    await expect.poll(promptCount).toBe(1);
    await expect.poll(() => isFloating(page)).toBe(true);
    await page.clock.resume();
    // After scrolling, the prompt shrinks to its icon, and its accessible name stays.
    const width = async () => (await prompt(page).boundingBox())?.width ?? 0;
    expect(await width()).toBeGreaterThan(150);
    await page.mouse.wheel(0, 400);
    await expect.poll(width).toBe(44);
    await page.mouse.wheel(0, -400);
    await expect.poll(width).toBeGreaterThan(150);
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
    await expect.poll(() => box(page, "Tops", "M").isChecked()).toBe(true);
  });

  test("are stored in a visitor's browser, and offered to an account without sizes [A3.15 A8.32]", async () => {
    const { page, context } = await shop.openAs(null, ENGLISH);
    await page.goto("/");
    await prompt(page).click();
    await box(page, "Tops", "S").check();
    await save(page).click();
    await toast(page, "Your size preferences have been saved locally").waitFor();
    const stored = () =>
      page.evaluate(() =>
        ["racketSizes", "clothesSizes", "shoeSizes", "hasSetSizePreferences"].map((key) =>
          localStorage.getItem(key),
        ),
      );
    expect(await stored()).toEqual(["[]", '["S"]', "[]", "true"]);
    await page.goto("/clothes");
    await page.waitForURL((url) => url.searchParams.get("size") === "S");
    const newcomer = await person("newcomer");
    const [name = "", ...value] = newcomer.cookie.split("=");
    await context.addCookies([{ name, value: value.join("="), url: shop.server.url }]);
    await page.goto("/");
    await prompt(page).click();
    await dialog(page).getByText("You chose these sizes in this browser before you signed in.").waitFor();
    await expect.poll(() => box(page, "Tops", "S").isChecked()).toBe(true);
    await save(page).click();
    await toast(page, "Your size preferences have been updated").waitFor();
    expect(await stored()).toEqual([null, null, null, null]);
  });

  test("are not shown when they cannot be loaded, with a message; when saving fails the dialog stays open, and a toast gives the reason; repeated presses save once [A5.14 A8.3 A8.4]", async () => {
    const { page } = await shop.openAs(await person("unlucky"), ENGLISH);
    await page.route("**/preferences/sizes/mine", (route) => route.abort());
    await page.goto("/");
    await toast(page, "Error loading preferences").getByText("We could not be reached").waitFor();
    expect(await prompt(page).count()).toBe(0);
    await page.unroute("**/preferences/sizes/mine");
    await page.reload();
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
