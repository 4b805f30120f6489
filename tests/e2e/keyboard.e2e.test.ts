// Tests the shop by keyboard alone: these tests never click, fill in or focus elements directly.

import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sendMessage } from "#app/features/rooms/commands.server.ts";
import { newestLink, PASSWORD } from "#tests/support/accounts.ts";
import { toast } from "#tests/support/browser.ts";
import {
  expectFocus,
  expectFocusWithin,
  expectReady,
  focused,
  hasVisibleRing,
  openForKeys,
  pressAt,
  tabTo,
} from "#tests/support/keyboard.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { findRow, insertRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";
import { listenTo } from "#tests/support/spoken.ts";

const shop = openShop();
let seller: Person;

beforeAll(async () => {
  seller = await person("seller");
  for (let at = 1; at <= 9; at++) await racketOf(seller, { name: `Blade ${at}`, cents: at * 1000 });
  await racketOf(seller, { name: "Pure Drive", brand: "Babolat" });
});

const open = (path: string, who: Person | null = null) => openForKeys(shop, path, who);

const main = (page: Page) => page.locator("main");

describe("finding a racket by keyboard", () => {
  test("works with the skip link, the menus of the category bar and the search [A2.86 W2.4.1]", async () => {
    const page = await open("/");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await page.keyboard.press("Tab");
    await expectFocus(page, skip);
    await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expectFocusWithin(page, main(page));

    await page.goto("/");
    const bar = page.getByRole("navigation", { name: "Categories" });
    const rackets = bar.getByRole("button", { name: "Rackets" });
    await pressAt(page, rackets);
    await tabTo(page, bar.getByRole("link", { name: "All Rackets" }));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expectFocus(page, rackets);
    await page.keyboard.press("Enter");
    await pressAt(page, bar.getByRole("link", { name: /Blade/ }).first());
    await page.waitForURL("**/rackets/blade");
    await expectFocus(page, main(page));
    await page.getByRole("status").filter({ hasText: /Blade/ }).first().waitFor({ state: "attached" });

    await tabTo(page, page.locator("header input[type=search]"), "Shift+Tab");
    await page.keyboard.type("pure dr");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator("[role=option][aria-selected=true]").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname !== "/rackets/blade");
    await expectFocus(page, main(page));
  });

  test("works with filters, the sort order and the favourite button of a card", async () => {
    const buyer = await person("browser");
    const page = await open("/rackets", buyer);
    const announced = await listenTo(page);
    await pressAt(page, page.getByRole("checkbox", { name: "Babolat" }), "Space");
    await page.waitForURL(/brand=Babolat/);
    await expect.poll(announced).toEqual([expect.stringMatching(/Babolat.* · Second Serve, 1 result$/)]);
    await expectFocus(page, page.getByRole("checkbox", { name: "Babolat" }));
    await pressAt(page, page.getByRole("link", { name: "Remove filter: Babolat" }));
    await page.waitForURL((url) => url.search === "");
    await expect.poll(() => focused(page)).not.toBe("nowhere");
    await expect.poll(announced).toHaveLength(2);
    await tabTo(page, page.getByRole("checkbox", { name: "Babolat" }), "Shift+Tab");
    await page.keyboard.press("Space");
    await page.waitForURL(/brand=Babolat/);
    await pressAt(page, page.getByRole("link", { name: "Clear all" }));
    await page.waitForURL((url) => url.search === "");
    await expect.poll(() => focused(page)).not.toBe("nowhere");
    const sort = page.getByRole("combobox", { name: "Sort" });
    await tabTo(page, sort);
    await page.keyboard.press("ArrowDown");
    await page.waitForURL(/sort=/);
    await expectFocus(page, sort);
    const ofRackets = "Rackets · Second Serve, 10 results";
    await expect
      .poll(announced)
      .toEqual([
        expect.stringContaining("1 result"),
        ofRackets,
        expect.stringContaining("1 result"),
        ofRackets,
        ofRackets,
      ]);
    await tabTo(page, page.getByRole("link", { name: "Skip to the results" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expectFocus(page, page.locator("#results"));
    await page.keyboard.press("Tab");
    await expectFocus(page, main(page).getByRole("article").first().getByRole("link"));
    const heart = main(page)
      .getByRole("article")
      .first()
      .getByRole("button", { name: /favorites/ });
    await pressAt(page, heart);
    await toast(page, "Added to favorites").waitFor();
    await expectFocus(page, heart);
    await expect.poll(() => heart.getAttribute("aria-label")).toMatch(/^Remove/);
  });

  test("works with the sheet of filters on a phone, which moves the focus to the cards when it closes", async () => {
    const { page } = await shop.openAs(null, { viewport: { width: 360, height: 740 } });
    await page.goto("/rackets");
    await pressAt(page, page.getByRole("link", { name: "Filters" }));
    await expectFocusWithin(page, page.getByRole("dialog", { name: "Filters" }));
    await pressAt(page, page.locator("summary", { hasText: "Brand" }));
    const said = await listenTo(page);
    await pressAt(page, page.getByRole("checkbox", { name: "Babolat" }), "Space");
    await page.waitForURL(/brand=Babolat/);
    await page.getByRole("button", { name: /1 result/ }).waitFor();
    await page.getByRole("dialog").getByRole("status").getByText("1 result", { exact: true }).waitFor();
    expect((await said()).filter((sentence) => /result/.test(sentence))).toEqual(["1 result"]);
    await pressAt(page, page.getByRole("button", { name: /1 result/ }));
    await expectFocus(page, page.locator("#results"));
    await tabTo(page, page.getByRole("article").getByRole("link", { name: "Pure Drive" }));
  });
});

describe("an account is used by keyboard", () => {
  test("to sign up, out and in again [W3.3.8]", async () => {
    const page = await open("/auth");
    await pressAt(page, main(page).getByRole("link", { name: "Create Account" }));
    await page.getByLabel("Confirm password").waitFor();
    const type = async (label: string, text: string) => {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    };
    await type("Username", "Martina");
    await type("Email", "martina@example.com");
    await type("Password", PASSWORD);
    await type("Confirm password", PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByText("Please check your email to verify your account.").waitFor();
    await expect.poll(() => focused(page)).not.toBe("nowhere");
    await page.goto(await newestLink("martina@example.com"));
    await pressAt(page, main(page).getByRole("button", { name: "Verify email address" }));
    const menu = page.getByRole("button", { name: /your menu/ });
    await pressAt(page, menu);
    await expectFocusWithin(page, page.getByRole("menu"));
    await page.keyboard.press("End");
    await expectFocus(page, page.getByRole("menuitem", { name: "Log out" }));
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Sign in / Sign up" }).waitFor();
    await expect.poll(() => focused(page)).not.toBe("nowhere");
    await pressAt(page, page.getByRole("link", { name: "Sign in / Sign up" }), "Enter");
    await page.waitForURL("**/auth**");
    await type("Email or username", "martina");
    await type("Password", PASSWORD);
    await page.keyboard.press("Enter");
    await menu.waitFor();
    await expectFocus(page, main(page));
  });

  test("to change country, theme and name, and to read and close toasts [A2.45 W2.2.1]", async () => {
    const page = await open("/", await person("settler"));
    const menu = page.getByRole("button", { name: /your menu/ });
    await pressAt(page, menu);
    await expectFocusWithin(page, page.getByRole("menu"));
    await page.keyboard.type("cou");
    await expectFocus(page, page.getByRole("menuitem", { name: /^Country/ }));
    expect(await hasVisibleRing(page)).toBe(true);
    await page.keyboard.press("Enter");
    const region = page.getByRole("dialog");
    await expectFocusWithin(page, region);
    await tabTo(page, region.getByLabel("Country"));
    await page.keyboard.type("Fra");
    await expect.poll(() => region.getByLabel("Country").inputValue()).toBe("FR");
    await pressAt(page, region.getByRole("button", { name: "Confirm" }));
    await region.waitFor({ state: "detached" });
    await expectFocus(page, menu);
    const message = page.locator("[data-toast]");
    await message.waitFor();
    await page.keyboard.press("Alt+t");
    await tabTo(page, message.getByRole("button", { name: "Close" }));
    await page.keyboard.press("Escape");
    await message.waitFor({ state: "detached" });
    await expectFocus(page, menu);

    await page.keyboard.press("Enter");
    await expectFocusWithin(page, page.getByRole("menu"));
    await page.keyboard.type("adv");
    await expectFocus(page, page.getByRole("menuitem", { name: "Advanced Settings" }));
    await page.keyboard.press("Enter");
    const settings = page.getByRole("dialog", { name: "Advanced Settings" });
    await pressAt(page, settings.getByRole("switch", { name: "Dark Mode" }), "Space");
    await expect.poll(() => page.evaluate(() => document.documentElement.className)).toMatch(/dark/);
    await page.keyboard.press("Escape");
    await settings.waitFor({ state: "detached" });
    await expectFocus(page, menu);

    await page.goto("/profile");
    await tabTo(page, page.getByLabel("Username"));
    await page.keyboard.press("End");
    await page.keyboard.type("x");
    await pressAt(page, page.getByRole("button", { name: /Save/ }).first());
    await message.waitFor();
    await expect.poll(() => focused(page)).not.toBe("nowhere");
  });
});

describe("a listing is handled by keyboard:", () => {
  test("it is created with pictures, changed and deleted, and its photos are zoomed [W3.3.4]", async () => {
    const page = await open("/sell/racket", await person("maker"));
    const picture = async (name: string) => ({
      name,
      mimeType: "image/jpeg",
      buffer: Buffer.from(await pictureFile()),
    });
    const chooser = page.waitForEvent("filechooser");
    await pressAt(page, page.getByRole("button", { name: "Add photos" }));
    await (await chooser).setFiles([await picture("a.jpg"), await picture("b.jpg"), await picture("c.jpg")]);
    await expect.poll(() => page.locator("input[name=photo]").count()).toBe(3);
    await pressAt(page, page.getByRole("button", { name: "Remove photo 2" }));
    await expectFocus(page, page.getByRole("button", { name: "Undo" }));
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("input[name=photo]").count()).toBe(3);
    await expect.poll(() => focused(page)).not.toBe("nowhere");
    const type = async (label: string, text: string) => {
      await tabTo(page, page.getByLabel(label));
      await page.keyboard.type(text);
    };
    await type("Title", "Gravity Pro");
    await type("Brand", "Head");
    await type("Price", "120");
    await page.keyboard.press("Enter");
    await expectFocus(page, page.getByLabel("Category"));
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.getByLabel("Category").inputValue()).toBe("senior");
    await tabTo(page, page.getByLabel("Condition"));
    await page.keyboard.press("ArrowDown");
    await pressAt(page, page.getByRole("button", { name: "List Racket" }));
    await page.waitForURL(/\/rackets\/[0-9a-f-]{36}$/);
    await expectFocus(page, main(page));

    const photos = page.getByRole("region", { name: "Photos" });
    await pressAt(page, photos.getByRole("link", { name: /photo 1 of 3/ }));
    const zoom = page.locator(".pswp--open");
    await expectFocusWithin(page, zoom);
    await page.keyboard.press("ArrowRight");
    await zoom.getByText("2 / 3").waitFor();
    await page.keyboard.press("Tab");
    await expectFocusWithin(page, zoom);
    await page.keyboard.press("Escape");
    await zoom.waitFor({ state: "detached" });
    await expectFocus(page, photos.getByRole("link", { name: /photo 2 of 3/ }));
    await pressAt(page, photos.getByRole("button", { name: "Next photo" }));
    await photos.getByText("3 / 3").waitFor();
    await pressAt(page, photos.getByRole("link", { name: "Show photo 1" }));
    await photos.getByText("1 / 3").waitFor();

    await pressAt(page, page.getByRole("link", { name: "Edit", exact: true }));
    await page.waitForURL("**/edit");
    await expectFocus(page, main(page));
    await tabTo(page, page.getByLabel("Price"));
    await page.keyboard.press("Control+a");
    await page.keyboard.type("99");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/rackets\/[0-9a-f-]{36}$/);
    await page.getByText("€99.00").first().waitFor();
    await expectFocus(page, main(page));

    const remove = page.getByRole("button", { name: "Delete" });
    const question = page.getByRole("alertdialog");
    await pressAt(page, remove);
    await expectFocus(page, question.getByRole("button", { name: "Cancel" }));
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await expectFocus(page, remove);
    await page.keyboard.press("Enter");
    await pressAt(page, question.getByRole("button", { name: "Delete" }));
    await page.waitForURL("**/my-listings");
    await expectFocus(page, main(page));
  });

  test("the buttons of its form lead to the next step and back", async () => {
    const page = await open("/sell/strings", await person("strings"));
    const chooser = page.waitForEvent("filechooser");
    await pressAt(page, page.getByRole("button", { name: "Add photos" }));
    await (await chooser).setFiles({
      name: "a.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from(await pictureFile()),
    });
    await expect.poll(() => page.locator("input[name=photo]").count()).toBe(1);
    await pressAt(page, page.getByRole("button", { name: "Next" }));
    await expectFocus(page, page.getByRole("heading", { name: /Basic Information/ }));
    await pressAt(page, page.getByRole("button", { name: "Next" }));
    await expectFocus(page, page.getByLabel("Title"));
    await pressAt(page, page.getByRole("button", { name: "Previous" }));
    await expectFocus(page, page.getByRole("heading", { name: /Photos/ }));
  });

  test("a buyer asks about it, and the seller's answer is announced", async () => {
    const { id } = await racketOf(seller, { name: "Radical", brand: "Head" });
    const page = await open(`/rackets/${id}`, await person("asker"));
    const button = page.getByRole("button", { name: "Chat" });
    await pressAt(page, button);
    const dialog = page.getByRole("dialog");
    await expectFocus(page, dialog.getByRole("textbox"));
    await page.keyboard.type("Still there?");
    await page.keyboard.press("Enter");
    const log = dialog.getByRole("log");
    await log.getByText("Still there?").waitFor();
    await expectFocus(page, dialog.getByRole("textbox"));
    expect(await log.getAttribute("aria-live")).toBe("polite");
    const room = await findRow("chat_rooms", { listing_id: id }, ["id"]);
    await sendMessage(seller.viewer, room.id, { clientId: crypto.randomUUID(), message: "It is." });
    await log.getByText("It is.").waitFor();
    // A toast does not take the focus from the input.
    await expectFocus(page, dialog.getByRole("textbox"));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expectFocus(page, button);
  });
});

test.each([360, 1440])(
  "at %i px, the focus reaches the header and the search where they are drawn",
  async (width) => {
    const { page } = await shop.openAs(seller, { viewport: { width, height: 800 } });
    for (const path of ["/", "/rackets", "/search?q=racket"]) {
      await page.goto(path);
      const backwards = () =>
        page.evaluate(() => {
          const stops = [
            ...document.querySelectorAll<HTMLElement>(
              "header:has(~ main) :is(a, button, input), main :is(input[type=search], [name=sort], summary), #results a",
            ),
          ].filter((one) => one.tabIndex >= 0 && one.checkVisibility());
          const found = stops.map((stop, at) => {
            const [next, before] = [stop, stops[at - 1] ?? stop].map((one) => one.getBoundingClientRect());
            if (!next || !before || next === before) return "";
            const isAbove = next.bottom <= before.top + 1 && next.left < before.right;
            const isBeside = next.top < before.bottom && before.top < next.bottom;
            return isAbove || (isBeside && next.right <= before.left) ? stop.outerHTML.slice(0, 160) : "";
          });
          return stops.length >= 5 ? found.filter(Boolean) : ["too few stops"];
        });
      await expect.poll(backwards, { message: path }).toEqual([]);
    }
  },
);

test("the focus moves to the next card when the focused card is removed [W2.4.3]", async () => {
  const fan = await person("fan");
  for (const at of [1, 2, 3]) {
    const { id } = await racketOf(seller, { name: `Kept ${at}` });
    await insertRows("favorites", { user_id: fan.viewer.id, listing_type: "racket", listing_id: id });
  }
  const page = await open("/favorites", fan);
  await page.clock.install();
  const hearts = main(page)
    .getByRole("article")
    .getByRole("button", { name: /favorites/ });
  await pressAt(page, hearts.nth(1));
  await expect.poll(() => hearts.count()).toBe(2);
  await expectFocusWithin(page, main(page).getByRole("article").nth(1));
  // The toast stays while the focus is in it.
  const message = toast(page, "Removed from favorites");
  await page.keyboard.press("Alt+t");
  await tabTo(page, message.getByRole("button", { name: "Close" }));
  await page.clock.fastForward(60_000);
  expect(await message.count()).toBe(1);
  await page.keyboard.press("Enter");
  await message.waitFor({ state: "detached" });
  await expectFocusWithin(page, main(page).getByRole("article").nth(1));
  for (const count of [1, 0]) {
    await pressAt(page, hearts.first());
    await expect.poll(() => hearts.count()).toBe(count);
  }
  await expectFocusWithin(page, main(page));
});

test("rows of the stock table are selected by keyboard, prices are changed by percent and changed back, and selected rows deleted", async () => {
  const shopOwner = await person("keeper");
  await racketOf(shopOwner, { name: "Aero 100", cents: 10_000 });
  await racketOf(shopOwner, { name: "Blade 98", cents: 20_000 });
  await racketOf(shopOwner, { name: "Clash 100", cents: 30_000 });
  const page = await openForKeys(shop, "/sell/business/stock?sort=name_asc", shopOwner);
  const prices = () => page.getByRole("textbox", { name: /^Price of/ });
  const expectPrices = () =>
    expect.poll(() => prices().evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)));
  const pick = (name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
  const change = page.getByRole("button", { name: "Change prices…" });
  const dialog = page.getByRole("dialog");
  const percent = dialog.getByLabel("Change in percent");
  const show = dialog.getByRole("button", { name: "Preview changes" });

  // Shift+Space selects all rows since the last selected one, like a click with Shift.
  await pressAt(page, pick("Aero 100"), "Space");
  await pressAt(page, pick("Clash 100"), "Shift+Space");
  await page.getByText("3 selected").waitFor();
  await pressAt(page, pick("Clash 100"), "Space");
  await page.getByText("2 selected").waitFor();

  const none = page.getByRole("button", { name: "Select none" });
  await pressAt(page, none);
  await none.waitFor({ state: "hidden" });
  await expectFocusWithin(page, main(page));
  await pressAt(page, pick("Aero 100"), "Space");
  await pressAt(page, pick("Blade 98"), "Space");

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
  await dialog.getByText("Enter a percentage from -90 to 900").waitFor();
  await expectFocus(page, percent);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("-12,5");
  await expectReady(show);
  await page.keyboard.press("Enter");
  await dialog.getByText("Prices changing by -12.5%: 2").waitFor();
  await pressAt(page, dialog.getByRole("button", { name: "Change 2" }), "Space");
  await toast(page, "2 prices changed").waitFor();
  await dialog.waitFor({ state: "detached" });
  await expectFocus(page, change);
  await expectPrices().toEqual(["87.50", "175", "300"]);

  await tabTo(page, page.getByRole("button", { name: "Undo price change" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await toast(page, "Prices restored: 2").waitFor();
  await expectPrices().toEqual(["100", "200", "300"]);
  await expectFocusWithin(page, main(page));

  // Deleting ends the selection, which removes the Delete button, so the focus must move elsewhere.
  await pressAt(page, page.getByRole("button", { name: "Delete…" }));
  await pressAt(page, dialog.getByRole("button", { name: "Delete 2" }));
  await toast(page, "2 listings deleted").waitFor();
  await expectPrices().toEqual(["300"]);
  await expectFocusWithin(page, main(page));
});
