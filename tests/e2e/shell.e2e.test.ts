import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { expectNoSidewaysScroll, hydrated, toast } from "#tests/support/browser.ts";
import { expectFocus } from "#tests/support/keyboard.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  for (let n = 1; n <= 12; n += 1) {
    await racketOf(seller, { name: `Blade 98 no. ${n}` });
  }
});

const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains("dark"));

test("the search box is at most 340 px wide, and searches for trimmed text by Enter and by its button, but not for an empty text [A1.6 A1.7 A2.27 A2.28 A5.11]", async () => {
  const { page } = await shop.openAs(null, { viewport: { width: 360, height: 740 } });
  await page.goto("/help");
  const box = page.getByPlaceholder("Search by brand, type, color...");
  expect((await box.boundingBox())?.width).toBeLessThan(340);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(async () => (await box.boundingBox())?.width).toBe(340);
  const searches: (string | null)[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (/^\/search(\.data)?$/.test(pathname)) searches.push(searchParams.get("q"));
  });
  await box.fill("  \t ");
  await box.press("Enter");
  await page.getByRole("banner").getByRole("button", { name: "Search", exact: true }).click();
  await box.fill("  blade & clash ");
  await box.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("q") === "blade & clash");
  // The two empty searches before caused no request.
  expect(searches).toEqual(["blade & clash"]);
  await box.fill("no. 7");
  await page.getByRole("banner").getByRole("button", { name: "Search", exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get("q") === "no. 7");
});

describe("the user menu", () => {
  test("has the person's name and every entry in the specified order, including Advanced Settings, a dialog with a Dark Mode switch [A2.36 A2.37 A2.38 A2.39 A2.40 A2.41 A2.42 A2.43 A2.44 A2.118]", async () => {
    const { page } = await shop.openAs(buyer, { colorScheme: "light" });
    await page.goto("/help");
    await page.getByRole("button", { name: `${buyer.viewer.username}: your menu` }).click();
    const menu = page.getByRole("menu");
    await menu.getByText(buyer.viewer.username, { exact: true }).waitFor();
    const entries = await menu
      .getByRole("menuitem")
      .evaluateAll((items) => items.map((item) => [item.textContent, item.getAttribute("href")]));
    expect(entries).toEqual([
      ["SEE MY PROFILE", "/profile"],
      ["Messages", "/messages"],
      ["Get paid", "/my-earnings"],
      ["My items for sale", "/my-listings"],
      ["Orders & sales", "/orders"],
      ["Saved searches", "/favorites?tab=searches"],
      // With JavaScript the chat link opens the concierge.
      ["Chat with us", null],
      ["Help Center", "/help"],
      ["Advanced Settings", null],
      ["Country, language and currency", null],
      ["Log out", null],
    ]);
    await page.getByRole("menuitem", { name: "Advanced Settings" }).click();
    const dialog = page.getByRole("dialog", { name: "Advanced Settings" });
    await dialog.getByRole("switch", { name: "Dark Mode" }).check();
    await expect.poll(() => isDark(page)).toBe(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await expect.poll(focused).toMatch(/your menu/);
    await page.getByRole("button", { name: /your menu/ }).click();
    await menu.getByRole("menuitem", { name: "My items for sale" }).click();
    await page.waitForURL("**/my-listings");
  });

  test("finds an entry by its first letters, which are dropped after a second [A9.17 W2.1.4]", async () => {
    const { page } = await shop.openAs(buyer);
    await page.clock.install();
    await page.goto("/help");
    const button = page.getByRole("button", { name: /your menu/ });
    await button.focus();
    await page.keyboard.press("Enter");
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.getByRole("menuitem").first().waitFor();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const type = async (letter: string, name: string) => {
      await page.keyboard.press(letter);
      await expect
        .poll(async () => {
          await page.clock.runFor(1);
          return focused();
        })
        .toBe(name);
    };
    await type("c", "Chat with us");
    await page.clock.runFor(900);
    await type("o", "Country, language and currency");
    // After a second, "s" starts a new word; "cos" would have found nothing.
    await page.clock.runFor(1_000);
    await type("s", "SEE MY PROFILE");
  });
});

describe("the colour theme", () => {
  test("is that of the browser's storage, or else the system's, from the first paint on [A3.14 A4.8]", async () => {
    const { page, faults } = await shop.openAs(null);
    await page.addInitScript(() => {
      // Store the class of <html> as soon as <body> exists: the browser paints nothing before that.
      new MutationObserver((_changes, observer) => {
        if (!document.body) return;
        observer.disconnect();
        sessionStorage.setItem("seen", document.documentElement.className);
      }).observe(document, { childList: true, subtree: true });
    });
    // The storage of this origin is available on all its pages.
    await page.goto("/robots.txt");
    for (const [stored, system, dark] of [
      ["light", "light", false],
      ["dark", "dark", true],
      [null, "dark", true],
      [null, "light", false],
      ["light", "dark", false],
      ["dark", "light", true],
    ] as const) {
      await page.emulateMedia({ colorScheme: system });
      await page.evaluate((theme) => {
        sessionStorage.clear();
        if (theme) localStorage.setItem("theme", theme);
        else localStorage.removeItem("theme");
      }, stored);
      await page.goto("/rackets");
      const seen = {
        first: await page.evaluate(() => sessionStorage.getItem("seen")),
        dark: await isDark(page),
        color: await page.locator("meta[name=theme-color]").getAttribute("content"),
      };
      expect([stored, system, seen]).toEqual([
        stored,
        system,
        { first: dark ? "dark" : "", dark, color: dark ? "#0b1d24" : "#f8f6f0" },
      ]);
    }
    expect(faults).toEqual([]);
  });

  test("follows the system while nothing is stored, and is toggled and stored by the switch, for the next page and the other tabs [A3.14 A4.8 A4.9]", async () => {
    const { page, context } = await shop.openAs(null, { colorScheme: "light" });
    const other = await context.newPage();
    await other.goto("/help");
    await page.goto("/help");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => isDark(page)).toBe(true);
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => isDark(page)).toBe(false);
    const flip = page.getByRole("contentinfo").getByRole("switch", { name: "Dark Mode" });
    await flip.check();
    await expect.poll(() => isDark(page)).toBe(true);
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
    await expect.poll(() => isDark(other)).toBe(true);
    await page.reload();
    await hydrated(page);
    expect(await flip.isChecked()).toBe(true);
    await flip.uncheck();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("theme"))).toBe("light");
    await expect.poll(() => isDark(other)).toBe(false);
  });
});

describe("the category bar", () => {
  test("opens its dropdown by a button, and closes it by the button, a chosen link, Escape and a press elsewhere [A2.48 A2.49 A2.86 W1.4.13]", async () => {
    const { page } = await shop.openAs(null);
    await page.goto("/");
    await hydrated(page);
    const bar = page.getByRole("navigation", { name: "Categories" });
    const button = bar.getByRole("button", { name: "Rackets" });
    const entry = bar.getByRole("link", { name: "Pure Drive" });
    const closed = () => entry.waitFor({ state: "detached" });
    await button.click();
    await entry.waitFor();
    await expect.poll(() => button.getAttribute("aria-expanded")).toBe("true");
    await button.click();
    await closed();
    await button.click();
    await entry.click();
    await closed();
    await page.waitForURL("**/rackets/pure-drive");
    await button.click();
    await entry.waitFor();
    await page.keyboard.press("Escape");
    await closed();
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await button.click();
    await entry.waitFor();
    const { height = 0 } = page.viewportSize() ?? {};
    await page.mouse.click(640, height - 20);
    await closed();
    await button.click();
    await bar.getByRole("link", { name: "New In" }).click();
    await page.waitForURL("**/rackets?dateFilter=week");
    await closed();
  });
});

describe("the scroll position", () => {
  const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
  const scrollTo = (page: Page, y: number) => page.evaluate((to) => window.scrollTo(0, to), y);

  test("is the top when the router opens a page, and the title of this page is announced [A2.25]", async () => {
    const { page } = await shop.openAs(buyer, { viewport: { width: 900, height: 500 } });
    await page.goto("/rackets");
    await scrollTo(page, 600);
    const link = page.getByRole("main").getByRole("article").getByRole("link").nth(6);
    const title = `${await link.textContent()} · Second Serve`;
    await link.click();
    await page.waitForURL(/\/rackets\/[0-9a-f-]{36}$/);
    await expect.poll(() => scrolled(page)).toBe(0);
    await expect.poll(() => page.title()).toBe(title);
    await page.getByRole("status").getByText(title).waitFor({ state: "attached" });
  });

  test("on My Listings is restored after Back, as is the focus, and after a reload [A2.71 A2.72 A3.16]", async () => {
    const { page } = await shop.openAs(seller, { viewport: { width: 900, height: 500 } });
    await page.goto("/my-listings");
    await hydrated(page);
    const open = async () => {
      await scrollTo(page, 700);
      await page.getByRole("article").getByRole("link").nth(6).click();
      await page.waitForURL(/\/rackets\/[0-9a-f-]{36}$/);
      await expect.poll(() => scrolled(page)).toBe(0);
    };
    const back = async () => {
      await page.waitForURL("**/my-listings");
      await expect.poll(() => scrolled(page)).toBeGreaterThan(600);
      await expectFocus(page, page.getByRole("article").getByRole("link").nth(6));
    };
    await open();
    await page.goBack();
    await back();
    // The listing's back link restores the position like the browser's Back.
    await open();
    await page.getByRole("link", { name: "Back to My Listings" }).click();
    await back();
    const before = await scrolled(page);
    // The photo below the mouse is larger, and the browser may restore its place instead of the page's.
    await page.mouse.move(0, 0);
    await page.reload();
    // A font that loads later may move the cards by a fraction of a pixel.
    await expect.poll(async () => Math.abs((await scrolled(page)) - before)).toBeLessThanOrEqual(1);
    const stored = await page.evaluate(() => JSON.stringify(sessionStorage));
    expect(stored).toContain(String(before));
    await page.goto("/");
    await hydrated(page);
    await page.getByRole("contentinfo").getByRole("link", { name: "My items for sale" }).click();
    await page.waitForURL("**/my-listings");
    await expect.poll(() => scrolled(page)).toBe(0);
  });
});

test("an error page of the router shows the server's message, and a lost connection has its own error page", async () => {
  const { page, context } = await shop.openAs(null);
  const { id } = await racketOf(seller, { name: "Sold while you looked" });
  await page.goto("/rackets?q=looked");
  await hydrated(page);
  await db().deleteFrom("listings").where("id", "=", id).execute();
  const dataResponse = page.waitForResponse((response) => response.url().includes(`${id}.data`));
  await page.getByRole("link", { name: "Sold while you looked" }).click();
  await page.getByText("Racket not found").waitFor();
  expect(await page.getByRole("main").locator("code").textContent()).toBe(
    await (await dataResponse).headerValue("x-request-id"),
  );
  await page.goto("/");
  // Visit the page once online, so that its code is cached. Without its code the browser would load a whole document,
  // and show its own error.
  const rackets = page.getByRole("main").getByRole("link", { name: "Browse rackets" });
  await rackets.click();
  await page.waitForURL("**/rackets");
  await page.goBack();
  await rackets.waitFor();
  await context.setOffline(true);
  await rackets.click();
  await page.getByRole("heading", { name: "No answer from the other side of the net" }).waitFor();
});

test("a page is printed in light colours, without what surrounds it and what floats over it", async () => {
  const { id } = await racketOf(seller, { name: "On paper" });
  const { page } = await shop.openAs(buyer, { colorScheme: "dark" });
  await page.goto(`/rackets/${id}`);
  await page
    .getByRole("button", { name: /Add .* to favorites/ })
    .first()
    .click();
  await toast(page, "Added to favorites").waitFor();
  const shown = () =>
    page.evaluate(() => {
      const all = [...document.body.querySelectorAll("*")].filter((element) => element.checkVisibility());
      const floating = all.filter((element) => /fixed|sticky/.test(getComputedStyle(element).position));
      return {
        around: all.filter((element) => element.matches("body header:not(main *), body footer:not(main *)"))
          .length,
        floating: floating.length,
        ink: getComputedStyle(document.querySelector("h1") ?? document.body).color,
      };
    });
  expect(await shown()).toMatchObject({ ink: "rgb(243, 242, 233)" });
  expect((await shown()).around).toBeGreaterThan(0);
  expect((await shown()).floating).toBeGreaterThan(0);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await shown()).toEqual({ around: 0, floating: 0, ink: "rgb(18, 38, 44)" });
  const heading = page.getByRole("heading", { level: 1, name: "On paper" });
  expect(await heading.evaluate((one) => getComputedStyle(one).breakAfter)).toBe("avoid");
  // The offline page has neither header nor footer.
  await page.goto("/offline");
  await page.getByRole("heading", { level: 1 }).waitFor();
});
