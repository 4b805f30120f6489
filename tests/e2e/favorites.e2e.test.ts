import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { db } from "#app/platform/db.server.ts";
import { newPerson, PASSWORD } from "#tests/support/accounts.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { pressCartButton } from "#tests/support/cart.ts";
import { focused, loadFocusScript } from "#tests/support/keyboard.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { insertRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

describe("the favourites", () => {
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

  const cards = (page: Page) => page.getByRole("main").getByRole("article");

  async function open(path: string): Promise<Page> {
    const { page } = await shop.openAs(fan);
    await page.goto(path);
    await hydrated(page);
    return page;
  }

  describe("several favourites", () => {
    test("are selected and removed by keyboard, and restored", async () => {
      const page = await open("/favorites");
      const link = page.getByRole("link", { name: "Select" });
      await link.focus();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/favorites?select");
      const doneLink = page.getByRole("link", { name: "Done" });
      await doneLink.waitFor();
      await expect.poll(() => doneLink.evaluate((element) => element === document.activeElement)).toBe(true);
      const remove = page.getByRole("button", { name: /^Remove selected/ });
      expect(await remove.textContent()).toBe("Remove selected (0)");
      expect(await remove.getAttribute("aria-disabled")).toBe("true");
      for (const name of ["Select One racket", "Select Another bag"]) {
        await page.getByRole("checkbox", { name }).focus();
        await page.keyboard.press("Space");
      }
      await expect.poll(() => remove.textContent()).toBe("Remove selected (2)");
      await remove.focus();
      await page.keyboard.press("Enter");
      const message = toast(page, "2 items removed from favorites");
      await message.waitFor();
      await expect.poll(() => cards(page).count()).toBe(5);
      await expect.poll(() => remove.textContent()).toBe("Remove selected (0)");
      await message.getByRole("button", { name: "Undo" }).press("Enter");
      await toast(page, "Restored").waitFor();
      await expect.poll(() => cards(page).count()).toBe(7);
      await page.getByRole("checkbox", { name: "Select One bag" }).press("Escape");
      await page.waitForURL((url) => url.search === "");
      await page.getByRole("button", { name: "Remove One bag from favorites" }).waitFor();
    });

    test("are selected by pressing a card, or all at once; all are removed after a confirmation, and restored; recently viewed listings are selected and removed too", async () => {
      const page = await open("/favorites?select");
      await cards(page)
        .first()
        .click({ position: { x: 60, y: 120 } });
      const remove = page.getByRole("button", { name: "Remove selected (1)" });
      await remove.waitFor();
      await page.getByRole("button", { name: "Select all" }).click();
      await page.getByRole("button", { name: "Remove selected (7)" }).waitFor();
      await page.getByRole("button", { name: "Select none" }).click();
      await page.getByRole("button", { name: "Remove selected (0)" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/favorites");
      await page.getByRole("button", { name: "Clear all" }).click();
      const question = page.getByRole("alertdialog", { name: "Remove all favorites?" });
      await question.getByRole("button", { name: "Cancel" }).click();
      await expect.poll(() => cards(page).count()).toBe(7);
      await page.getByRole("button", { name: "Clear all" }).click();
      await question.getByRole("button", { name: "Clear all" }).click();
      await page.getByText("No favorites yet").waitFor();
      await toast(page, "7 items removed from favorites").getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => cards(page).count()).toBe(7);

      await page.goto("/recently-viewed?select");
      await page.getByRole("checkbox", { name: "Select One ball" }).check();
      await page.getByRole("button", { name: "Remove selected (1)" }).click();
      await toast(page, "1 item removed from recently viewed").waitFor();
      await expect.poll(() => cards(page).count()).toBe(6);
      await page.getByRole("button", { name: "Clear all" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Clear all" }).click();
      await page.getByText("You haven't viewed any items yet").waitFor();
    });
  });
});

describe("the cart", () => {
  let seller: Person;
  let racket: { id: string };
  let bag: { id: string };

  beforeAll(async () => {
    seller = await person("seller");
    racket = await racketOf(seller, { name: "Blade 98", cents: 10_000 });
    bag = await listingOf(seller, "bag", { name: "Tour bag", cents: 2_500 });
  });

  const cartWith = (page: Page, count: number) => page.getByRole("link", { name: `Cart (${count})` });

  async function pressByKey(page: Page, role: "button" | "link", name: string): Promise<void> {
    await page.getByRole(role, { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  }

  test("is filled from pages, counted, kept at sign-in, and used to message a seller [A2.14]", async () => {
    const account = await newPerson("Paula");
    await pressCartButton(account, await racketOf(await person("other"), { name: "Pure Drive" }));
    const { page, faults } = await shop.openAs(null);
    await page.goto(`/rackets/${racket.id}`);
    await pressByKey(page, "button", "Add to cart: Blade 98");
    await toast(page, "Added to cart").waitFor();
    await cartWith(page, 1).waitFor();
    await expect.poll(() => focused(page)).toBe('button "Remove from cart: Blade 98"');
    await page.goto(`/bags/${bag.id}`);
    await page.getByRole("button", { name: "Add to cart: Tour bag" }).click();
    await cartWith(page, 2).click();
    await page.waitForURL("**/cart");
    await page.getByText("€125.00").first().waitFor();

    await loadFocusScript(page);
    await pressByKey(page, "button", "Remove from cart: Blade 98");
    const removed = toast(page, "1 item removed from cart");
    await removed.waitFor();
    await cartWith(page, 1).waitFor();
    await expect.poll(() => focused(page)).not.toBe("nowhere");
    await removed.getByRole("button", { name: "Undo" }).press("Enter");
    await cartWith(page, 2).waitFor();

    await page.getByText("Message the seller about these 2 items").press("Enter");
    const message = page.getByLabel(`Your message to ${seller.viewer.username}`);
    await expect.poll(() => message.inputValue()).toContain("- Tour bag, €25.00");
    await message.fill("Both until Friday?");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByRole("link", { name: "Sign In", exact: true }).click();
    await page.getByLabel("Email or username").fill("Paula");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL("**/cart");
    await cartWith(page, 3).waitFor();
    await expect.poll(() => message.inputValue()).toBe("Both until Friday?");
    await page
      .getByRole("region", { name: seller.viewer.username })
      .getByRole("button", { name: "Send message" })
      .click();
    await page.waitForURL("**/messages/*");
    await page.getByRole("main").getByText("Both until Friday?").first().waitFor();
    expect(faults).toEqual([]);
  });

  test("says when the browser is offline, and shows what another tab added once the tab with the cart is visible again [A2.14]", async () => {
    const { page } = await shop.openAs(null);
    const context = page.context();
    await page.goto(`/rackets/${racket.id}`);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Add to cart: Blade 98" }).click();
    await toast(page, "We could not be reached").waitFor();
    await context.setOffline(false);
    await page.getByRole("button", { name: "Add to cart: Blade 98" }).waitFor();
    await page.goto("/cart");
    await page.getByText("Your cart is empty").waitFor();

    const other = await context.newPage();
    await other.goto(`/rackets/${racket.id}`);
    await other.getByRole("button", { name: "Add to cart: Blade 98" }).click();
    await cartWith(other, 1).waitFor();
    // A headless tab is always visible, so the test dispatches the event that a tab receives when it becomes visible.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByRole("region", { name: seller.viewer.username }).getByText("Blade 98").first().waitFor();
    await cartWith(page, 1).waitFor();
  });
});

describe("saving a search", () => {
  let seller: Person;

  beforeAll(async () => {
    seller = await person("seller");
    await racketOf(seller, { name: "Blade 98 v8", cents: 14_000 });
  });

  async function open(who: Person | null, path: string): Promise<Page> {
    const { page } = await shop.openAs(who);
    await page.goto(path);
    await hydrated(page);
    return page;
  }

  const SAVED = "/favorites?tab=searches";
  const saveButton = (page: Page) => page.getByRole("button", { name: "Save this search" });
  const savedButton = (page: Page) => page.getByRole("button", { name: /^Saved/ });
  /** Waits until the server has stored the search; the button changes before that. */
  async function save(page: Page): Promise<void> {
    await saveButton(page).click();
    await toast(page, "Search saved").waitFor();
    await savedButton(page).waitFor();
  }
  const listed = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });

  describe("on a browse page", () => {
    test("lists the search beside the favourites, where it is removed and restored [A2.10 A2.41]", async () => {
      const page = await open(await person("fan"), "/rackets?q=blade&brand=Wilson");
      await saveButton(page).click();
      const message = toast(page, "Search saved");
      await message.waitFor();
      await savedButton(page).waitFor();
      await message.getByRole("button", { name: "See all" }).click();
      await page.waitForURL(`**${SAVED}`);
      await expect.poll(() => listed(page).allTextContents()).toEqual(["blade · Rackets · Wilson"]);
      expect(
        await page.getByRole("list", { name: "Search criteria" }).getByRole("listitem").allTextContents(),
      ).toEqual(["Rackets", "“blade”", "Wilson"]);
      await page.getByRole("switch", { name: /^Notify me of new listings/ }).click();
      await toast(page, "Notifications for this search are off").waitFor();
      await page.getByRole("button", { name: /^Remove/ }).click();
      const removed = toast(page, "Saved search removed");
      await removed.waitFor();
      await page.getByText("No saved searches yet").waitFor();
      await removed.getByRole("button", { name: "Undo" }).click();
      await toast(page, "Search saved").waitFor();
      await listed(page).getByRole("link", { name: "blade · Rackets · Wilson" }).click();
      await page.waitForURL("**/rackets?q=blade&brand=Wilson");
      await savedButton(page).click();
      await saveButton(page).waitFor();
    });
  });

  test("notifies the person of a new listing that the search finds: the bell and the saved search count it", async () => {
    const fan = await person("fan");
    const fanPage = await open(fan, "/rackets?q=gravity&maxPrice=120");
    await save(fanPage);

    const sellerPage = await open(seller, "/sell/racket");
    const buffer = Buffer.from(await pictureFile());
    await sellerPage
      .locator("input[type=file]")
      .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
    await expect.poll(() => sellerPage.locator("input[name=photo]").count(), { timeout: 30_000 }).toBe(1);
    await sellerPage.getByLabel("Title").fill("Gravity Pro");
    await sellerPage.getByLabel("Category").selectOption("senior");
    await sellerPage.getByLabel("Condition").selectOption("Good");
    await sellerPage.getByLabel("Price").fill("110");
    await sellerPage.getByRole("button", { name: "List Racket" }).click();
    await sellerPage.waitForURL(/\/rackets\/[0-9a-f-]{36}/);

    // The page is not reloaded.
    await fanPage.getByRole("link", { name: "Notifications, 1 unread" }).waitFor();
    const notifications = await shop.withoutScripts(fan).open("/notifications");
    notifications.main.getByRole("article", { name: /Gravity Pro/ });
    await fanPage.goto(SAVED);
    await fanPage.getByText("1 new", { exact: true }).waitFor();
    expect(
      await fanPage
        .getByRole("list", { name: "Latest results" })
        .getByRole("link", { name: "Gravity Pro" })
        .count(),
    ).toBe(1);
    await listed(fanPage).getByRole("link").click();
    await fanPage.getByRole("article").filter({ hasText: "Gravity Pro" }).waitFor();
    await expect
      .poll(async () => {
        const row = await db()
          .selectFrom("saved_searches")
          .innerJoin("saved_search_matches", "search_id", "saved_searches.id")
          .select((eb) => eb("looked_at", ">", eb.ref("matched_at")).as("looked"))
          .where("saved_searches.user_id", "=", fan.viewer.id)
          .executeTakeFirst();
        return row?.looked;
      })
      .toBe(true);
    const seen = await shop.withoutScripts(fan).open(SAVED);
    expect(seen.main.getAllByRole("heading", { level: 2 })).toHaveLength(1);
    expect(seen.main.queryByText("1 new")).toBeNull();
  });
});
