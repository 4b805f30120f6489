// What a page is read in, and prices of many at once, by the keyboard alone: nothing here is clicked, filled or focused
// but by keys.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
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
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let racket = "";

beforeAll(async () => {
  racket = `/rackets/${(await racketOf(await person("seller"), { cents: 10_000 })).id}`;
});

const main = (page: Page) => page.locator("main");

/** A document that came anew begins at its beginning: its first stop is the way past the menus. */
async function expectBeginning(page: Page, skip: string): Promise<void> {
  await page.keyboard.press("Tab");
  await expectFocus(page, page.getByRole("link", { name: skip }));
}

test("country, language and currency are chosen, let go and saved, and the focus returns to their link", async () => {
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

  // Let go by Escape, by Cancel and by its corner: nothing of what was chosen is kept.
  await tabTo(page, link, "Shift+Tab");
  await opened();
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

  // The keyboard stays in it, either way round.
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

  // What cannot be kept leaves the keyboard where it was, to try again.
  await page.context().setOffline(true);
  await pressAt(page, button("Confirm"));
  await dialog.getByText("We could not be reached.").waitFor();
  await expectFocus(page, button("Confirm"));
  await page.context().setOffline(false);
  await expectReady(button("Confirm"));
  await page.keyboard.press("Space");
  await toast(page, "Your choice has been saved.").waitFor();
  await closed();
  await main(page).getByText("≈ £").first().waitFor();

  await opened();
  await value("Country").toBe("FR");
  await value("Currency").toBe("GBP");
  await tabTo(page, field("Language"));
  await page.keyboard.type("Deu");
  await value("Language").toBe("de");
  await pressAt(page, button("Confirm"));
  await page.waitForURL((url) => url.pathname === `/de${racket}`);
  await expectBeginning(page, "Zum Inhalt springen");
});

describe("another language is offered", () => {
  const GERMAN = { locale: "de-AT" };
  const offer = (page: Page) => page.locator("[data-language-offer]");

  test("and accepted: the page in it begins at its beginning", async () => {
    const page = await openForKeys(shop, racket, null, GERMAN);
    await offer(page).waitFor();
    await tabTo(page, offer(page).getByRole("link"), "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === `/de${racket}`);
    await expectBeginning(page, "Zum Inhalt springen");
    await expect.poll(() => offer(page).count()).toBe(0);
  });

  test("and declined: one goes on where one came from, or at the page", async () => {
    const page = await openForKeys(shop, racket, null, GERMAN);
    const close = offer(page).getByRole("button", { name: "Schließen" });
    await offer(page).waitFor();
    // The first stop backwards from where a page begins: not to its foot.
    await tabTo(page, close, "Shift+Tab");
    await page.keyboard.press("Enter");
    await offer(page).waitFor({ state: "detached" });
    await expectFocus(page, main(page));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await offer(page).waitFor();
    // The last stop of the page before the offer.
    const before = page.getByRole("contentinfo").getByRole("link", { name: "CC BY 4.0" });
    await tabTo(page, before);
    await pressAt(page, close, "Space");
    await offer(page).waitFor({ state: "detached" });
    await expectFocus(page, before);
  });
});

test("prices of one's stock are changed by percent and changed back, and what is picked is deleted", async () => {
  const keeper = await person("keeper");
  await racketOf(keeper, { name: "Aero 100", cents: 10_000 });
  await racketOf(keeper, { name: "Blade 98", cents: 20_000 });
  await racketOf(keeper, { name: "Clash 100", cents: 30_000 });
  const page = await openForKeys(shop, "/sell/business/stock?sort=name_asc", keeper);
  const prices = () => page.getByRole("textbox", { name: /^Price of/ });
  const standing = () =>
    expect.poll(() => prices().evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)));
  const pick = (name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
  const change = page.getByRole("button", { name: "Change prices…" });
  const dialog = page.getByRole("dialog");
  const percent = dialog.getByLabel("By how many percent");
  const show = dialog.getByRole("button", { name: "Show what changes" });

  // With the shift key all from the last one on, as with a pointer.
  await pressAt(page, pick("Aero 100"), "Space");
  await pressAt(page, pick("Clash 100"), "Shift+Space");
  await page.getByText("3 selected").waitFor();
  await pressAt(page, pick("Clash 100"), "Space");
  await page.getByText("2 selected").waitFor();

  await pressAt(page, change);
  await expectFocusWithin(page, dialog);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expectFocus(page, change);

  await expectReady(change);
  await page.keyboard.press("Enter");
  await tabTo(page, percent);
  await page.keyboard.type("-95");
  await pressAt(page, show);
  await dialog.getByText("Give a percentage from -90 to 900").waitFor();
  await expectFocus(page, percent);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("-12,5");
  await expectReady(show);
  await page.keyboard.press("Enter");
  await dialog.getByText("Prices that change by -12.5%: 2").waitFor();
  await pressAt(page, dialog.getByRole("button", { name: "Change 2" }), "Space");
  await toast(page, "2 prices changed").waitFor();
  await dialog.waitFor({ state: "detached" });
  await expectFocus(page, change);
  await standing().toEqual(["87.50", "175", "300"]);

  await tabTo(page, page.getByRole("button", { name: "Undo the change of prices" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await toast(page, "Prices as they were: 2").waitFor();
  await standing().toEqual(["100", "200", "300"]);
  await expectFocusWithin(page, main(page));

  // What asked for it goes with what was picked.
  await pressAt(page, page.getByRole("button", { name: "Delete…" }));
  await pressAt(page, dialog.getByRole("button", { name: "Delete 2" }));
  await toast(page, "2 listings deleted").waitFor();
  await standing().toEqual(["300"]);
  await expectFocusWithin(page, main(page));
});
