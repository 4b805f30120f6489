import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import { expectNoSidewaysScroll, hydrated } from "#tests/support/browser.ts";
import { expectFocus, tabTo } from "#tests/support/keyboard.ts";
import { receivedDeal } from "#tests/support/marked-deals.ts";
import { type Person, person, settledPerson } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

describe("the search box", () => {
  let seller: Person;

  beforeAll(async () => {
    seller = await person("seller");
    await listingOf(seller, "racket", {
      name: "Pure Drive 100",
      brand: "Babolat",
      attributes: { weight: 300 },
    });
    await listingOf(seller, "racket", {
      name: "Pure Aero 98",
      brand: "Babolat",
      attributes: { weight: 290 },
    });
    await listingOf(seller, "racket", { name: "Blade 98", brand: "Wilson" });
    await listingOf(seller, "bag", { name: "Pure Drive RH6", brand: "Babolat" });
    await listingOf(seller, "clothes", { name: "Court polo", brand: "Lacoste" });
    await updateDictionary();
  });

  const box = (page: Page) => page.getByPlaceholder("Search by brand, type, color...");
  const names = (page: Page) =>
    page.getByRole("main").getByRole("article").getByRole("heading").allInnerTexts();
  const options = (page: Page) => page.getByRole("listbox").getByRole("option");
  const chosen = (page: Page) => page.getByRole("listbox").getByRole("option", { selected: true });

  async function open(path: string, device?: Parameters<typeof shop.openAs>[1]) {
    const tab = await shop.openAs(null, device);
    await tab.page.goto(path);
    await hydrated(tab.page);
    return tab;
  }

  async function type(page: Page, text: string): Promise<void> {
    await box(page).click();
    // Not key by key: on a slow machine, the suggestions of an earlier letter would be read.
    await box(page).fill(text);
    await options(page).first().waitFor();
  }

  describe("suggestions", () => {
    test("are chosen by keyboard while the focus stays in the box", async () => {
      const { page, faults } = await open("/");
      await type(page, "bab");
      const combobox = page.getByRole("combobox", { name: "Search all listings" });
      expect(await combobox.getAttribute("aria-expanded")).toBe("true");
      const texts = await options(page).allInnerTexts();
      expect(texts[0]).toBe("Babolat");
      expect(texts).toContain("Babolat Pure Drive");
      expect(texts).toContain("Babolat in Rackets");
      expect(texts.length).toBeLessThanOrEqual(8);

      await page.keyboard.press("ArrowDown");
      await expect.poll(() => chosen(page).allInnerTexts()).toEqual(texts.slice(0, 1));
      const id = await chosen(page).getAttribute("id");
      await expect.poll(() => combobox.getAttribute("aria-activedescendant")).toBe(id);
      await page.keyboard.press("End");
      await expect.poll(() => chosen(page).allInnerTexts()).toEqual(texts.slice(-1));
      await page.keyboard.press("Home");
      await expect.poll(() => chosen(page).allInnerTexts()).toEqual(texts.slice(0, 1));
      await page.keyboard.press("ArrowUp");
      await expect.poll(() => chosen(page).count()).toBe(0);
      await page.keyboard.press("Escape");
      await expect.poll(() => combobox.getAttribute("aria-expanded")).toBe("false");
      expect(await combobox.inputValue()).toBe("bab");

      await page.keyboard.press("ArrowDown");
      const drive = texts.indexOf("Babolat Pure Drive");
      for (let at = 0; at < drive; at++) await page.keyboard.press("ArrowDown");
      await expect.poll(() => chosen(page).allInnerTexts()).toEqual(["Babolat Pure Drive"]);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/search?q=Babolat+Pure+Drive");
      await expect.poll(() => names(page).then((all) => all.length)).toBe(2);
      await expect.poll(() => box(page).inputValue()).toBe("Babolat Pure Drive");
      expect(faults).toEqual([]);
    });

    test("are chosen by tapping on a phone, in the visitor's language, and fit its screen", async () => {
      const { page } = await open("/nl", "phone");
      await page.getByRole("searchbox").tap();
      await page.getByRole("searchbox").or(page.getByRole("combobox")).first().fill("lac");
      const option = page.getByRole("option", { name: "Lacoste in Kleding" });
      await option.waitFor();
      await expectNoSidewaysScroll(page);
      await option.tap();
      await page.waitForURL("**/nl/clothes?q=Lacoste");
      await expect.poll(() => names(page)).toEqual(["Court polo"]);
    });

    test("are also below the search field of a category on a phone, and search in that category", async () => {
      const { page } = await open("/rackets", "phone");
      await page.getByRole("searchbox").tap();
      await page
        .getByRole("searchbox")
        .or(page.getByRole("combobox", { name: "Search in Rackets" }))
        .fill("pure dr");
      const option = page.getByRole("option", { name: "Babolat Pure Drive", exact: true });
      await option.waitFor();
      await expectNoSidewaysScroll(page);
      await option.tap();
      await page.waitForURL("**/rackets?q=Babolat+Pure+Drive");
    });

    test("are ignored if none is chosen, unless the first one is exactly the typed text; the box also works if no suggestions can be loaded", async () => {
      const { page } = await open("/");
      await type(page, "bab");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/search?q=bab");
      await expect.poll(() => page.getByRole("listbox").count()).toBe(0);

      await page.goto("/");
      await type(page, "rackets");
      await page.getByRole("option", { name: "Rackets", exact: true }).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/rackets");

      await page.goto("/");
      await page.route("**/search/suggestions*", (route) => route.abort());
      const request = page.waitForRequest("**/search/suggestions*");
      await box(page).pressSequentially("wil");
      await request;
      await page.keyboard.press("Enter");
      await page.waitForURL("**/search?q=wil");
    });

    test("do not replace text that is typed during a search, and the next search is for that text", async () => {
      const { page } = await open("/");
      for (const [now, next] of [
        ["blade", "polo"],
        ["polo", "aero"],
      ] as const) {
        const answer = Promise.withResolvers<void>();
        await page.route("**/search.data*", async (route) => {
          await answer.promise;
          await route.continue();
        });
        const request = page.waitForRequest("**/search.data*");
        await box(page).fill(now);
        await page.keyboard.press("Enter");
        await request;
        await box(page).fill(next);
        answer.resolve();
        await page.waitForURL(`**/search?q=${now}`);
        await page.getByRole("heading", { level: 1, name: now }).waitFor();
        await page.unroute("**/search.data*");
        await expect.poll(() => box(page).inputValue()).toBe(next);
        await page.keyboard.press("Enter");
        await page.waitForURL(`**/search?q=${next}`);
      }
      await page.goBack();
      await expect.poll(() => box(page).inputValue()).toBe("polo");
    });

    test("are recent searches in an empty box, each of which can be removed", async () => {
      const { page } = await open("/");
      for (const words of ["blade", "polo", "aero"]) {
        await box(page).fill(words);
        await page.keyboard.press("Enter");
        await page.waitForURL(`**/search?q=${words}`);
      }
      await page.goto("/");
      await hydrated(page);
      await box(page).click();
      await expect.poll(() => options(page).allInnerTexts()).toEqual(["aero", "polo", "blade"]);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Delete");
      await expect.poll(() => options(page).allInnerTexts()).toEqual(["polo", "blade"]);
      await page.getByRole("button", { name: "Remove “polo” from recent searches" }).click();
      await expect.poll(() => options(page).allInnerTexts()).toEqual(["blade"]);
      await options(page).first().click();
      await page.waitForURL("**/search?q=blade");
      await page.goto("/");
      await hydrated(page);
      await box(page).click();
      await page.getByRole("button", { name: "Clear all" }).click();
      await expect.poll(() => options(page).count()).toBe(0);
      expect(await page.evaluate(() => localStorage.getItem("recent-searches"))).toBeNull();
    });
  });
});

describe("the home page", () => {
  let seller: Person;

  const LONG =
    "Donaudampfschifffahrtsgesellschaftsschlägertasche mit Thermofach, Schuhfach und Platz für zwölf Schläger";

  beforeAll(async () => {
    seller = await settledPerson("seller");
    // A row shows at most two listings of a seller.
    for (let n = 0; n < 9; n++)
      await listingOf(await settledPerson("other"), "racket", { name: `Racket ${n}` });
    await listingOf(seller, "bag", { name: LONG });
    for (const name of ["first", "second", "third"]) {
      const writer = await settledPerson(name);
      const comment = `Exactly as described, and it came within two days. Says the ${name}.`;
      await insertRows("user_reviews", {
        reviewer_id: writer.viewer.id,
        reviewed_user_id: seller.viewer.id,
        deal_id: await receivedDeal(seller, writer),
        rating: 5,
        comment,
        created_at: new Date(Date.now() - 10 * 86_400_000),
      });
    }
  });

  const row = (page: Page, name: string) => page.getByRole("group", { name });
  const place = (page: Page, name: string) => row(page, name).evaluate((one) => Math.round(one.scrollLeft));

  /** The sum of the page's layout shifts so far. */
  const shifts = (page: Page) =>
    page.evaluate(() => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: "layout-shift", buffered: true });
      const entries = observer.takeRecords();
      return entries.reduce((sum, entry) => sum + ("value" in entry ? Number(entry.value) : 0), 0);
    });

  test("does not shift its layout while it loads on a phone, and has no errors", async () => {
    const { page, faults } = await shop.openAs(null, { viewport: { width: 360, height: 740 } });
    // How much a late font shifts the layout depends on the fonts of the device. Here, the fonts are always late.
    await page.route("**/*.woff2", () => {});
    await page.goto("/", { waitUntil: "domcontentloaded" });
    await hydrated(page);
    await page.getByRole("heading", { level: 2, name: "What Our Users Say" }).waitFor();
    expect(await shifts(page)).toBe(0);
    expect(faults).toEqual([]);
  });

  test("scrolls a row by 300 px, by its buttons and by arrow keys, shows where the row ends, and opens a listing from it, to which Back returns [A2.93 A9.11]", async () => {
    const { page } = await shop.openAs(null, { reducedMotion: "reduce" });
    await page.goto("/");
    await hydrated(page);
    const name = "Trending Products";
    const back = page.getByRole("button", { name: `Previous: ${name}` });
    const on = page.getByRole("button", { name: `Next: ${name}` });
    await expect.poll(() => back.getAttribute("aria-disabled")).toBe("true");
    await expect.poll(() => on.getAttribute("aria-disabled")).toBeNull();
    await on.click();
    await expect.poll(() => place(page, name)).toBe(300);
    await on.press("Enter");
    await expect.poll(() => place(page, name)).toBe(600);
    await back.click();
    await expect.poll(() => place(page, name)).toBe(300);
    await tabTo(page, row(page, name));
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => place(page, name)).toBe(600);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => place(page, name)).toBe(300);
    await page.keyboard.press("End");
    await expect.poll(() => on.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Home");
    await expect.poll(() => place(page, name)).toBe(0);
    await expect.poll(() => back.getAttribute("aria-disabled")).toBe("true");
    await expect.poll(() => place(page, "Recently Added")).toBe(0);
    await tabTo(page, row(page, name).getByRole("link").nth(5));
    const before = await place(page, name);
    expect(before).toBeGreaterThan(0);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/rackets\//);
    await expectFocus(page, page.locator("main"));
    await page.goBack();
    await expectFocus(page, row(page, name).getByRole("link").nth(5));
    expect(await place(page, name)).toBe(before);
  });

  test("has rows that are scrolled by touch without JavaScript", async () => {
    const { page } = await shop.openAs(null, {
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto("/");
    expect(await page.getByRole("button", { name: "Next: Recently Added" }).isVisible()).toBe(false);
    const first = row(page, "Recently Added").getByRole("heading").first();
    await first.scrollIntoViewIfNeeded();
    const at = await first.boundingBox();
    if (!at) throw new Error("The row has no listing.");
    const finger = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
      finger.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: x === undefined ? [] : [{ x, y: Math.round(at.y) + 10 }],
      });
    await touch("touchStart", 300);
    for (let x = 290; x >= 40; x -= 10) await touch("touchMove", x);
    await touch("touchEnd");
    await expect.poll(async () => at.x - ((await first.boundingBox())?.x ?? at.x)).toBeGreaterThan(150);
  });
});
