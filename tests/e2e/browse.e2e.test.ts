import { sql } from "kysely";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { expectNoSidewaysScroll, hydrated } from "#tests/support/browser.ts";
import { pressFilter } from "#tests/support/filters.ts";
import { expectFocus } from "#tests/support/keyboard.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRow, withoutTable } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;

const DAY = 86_400_000;
const BRANDS = ["Wilson", "Head", "Babolat", "Yonex"];

/**
 * Stores 24 rackets of four brands in turn. Racket no. 1 is the newest and the most expensive; the prices are €240,
 * €230 … €10.
 */
beforeAll(async () => {
  seller = await person("seller");
  for (let n = 1; n <= 24; n += 1) {
    await racketOf(seller, {
      name: `Racket no. ${n}`,
      brand: BRANDS[n % BRANDS.length] ?? "",
      cents: (25 - n) * 1_000,
      attributes: { condition: n % 2 === 0 ? "Like New" : "Fair", ...(n <= 12 && { weight: 260 + n * 10 }) },
      listedAt: new Date(Date.now() - n * DAY),
    });
  }
});

const cards = (page: Page) => page.getByRole("main").getByRole("article").getByRole("heading");
const names = (page: Page) => cards(page).allInnerTexts();
const numbers = async (page: Page) => (await names(page)).map((name) => Number(name.split(" ").at(-1)));
const from = (first: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, n) => first + n * step);

async function open(path: string, device?: Parameters<typeof shop.openAs>[1]): Promise<Page> {
  const { page } = await shop.openAs(null, device);
  await page.goto(path);
  await hydrated(page);
  return page;
}

/** Holds back all requests for page data from now on. Returns a function that lets them through. */
async function holdData(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\.data(\?|$)/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("a sort order that is chosen during hydration is not lost", async () => {
  const { page, context } = await shop.openAs(null);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 8 });
  await page.addInitScript(() => {
    // React hydrates in several tasks, and marks each hydrated element. This code runs between these tasks, and chooses
    // an option as soon as `main` is marked.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const main = document.querySelector("main");
      const started = main !== null && Object.keys(main).some((key) => key.startsWith("__react"));
      if (!started) return port2.postMessage(null);
      const sort = document.querySelector<HTMLSelectElement>("select[name=sort]");
      if (!sort) return;
      sort.value = "price_asc";
      sort.dispatchEvent(new Event("change", { bubbles: true }));
    };
    port2.postMessage(null);
  });
  await page.goto("/rackets");
  await page.waitForURL("**/rackets?sort=price_asc");
  await expect.poll(() => numbers(page)).toEqual(from(24, 10, -1));
});

test("what is typed into the search box before it is hydrated is not lost, and gets suggestions", async () => {
  const { page } = await shop.openAs(null);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\.js(\?|$)/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto("/help", { waitUntil: "commit" });
  const box = page.getByRole("banner").getByRole("searchbox");
  await box.pressSequentially("racket no");
  resolve();
  await hydrated(page);
  const alive = page.getByRole("banner").getByRole("combobox");
  await alive.waitFor();
  expect(await alive.inputValue()).toBe("racket no");
});

test("the next page replaces the cards and scrolls to the top, and Back returns to the previous page; a new sort order or filter starts at page 1 [M7.8]", async () => {
  const page = await open("/rackets");
  await page.getByRole("link", { name: "Next page" }).click();
  await page.waitForURL("**/rackets?page=2");
  await expect.poll(() => numbers(page)).toEqual(from(11, 10));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole("link", { name: "Page 3", exact: true }).click();
  await expect.poll(() => numbers(page)).toEqual(from(21, 4));
  expect(await page.getByRole("link", { name: "Page 3", exact: true }).getAttribute("aria-current")).toBe(
    "page",
  );
  await page.goBack();
  await expect.poll(() => numbers(page)).toEqual(from(11, 10));
  await page.getByRole("checkbox", { name: /^Head\b/ }).check();
  await page.waitForURL("**/rackets?brand=Head");
  await expect.poll(() => numbers(page)).toEqual(from(1, 6, 4));
  await page.goto("/rackets?page=2");
  await page.getByLabel("Sort by").selectOption({ label: "Price: low to high" });
  await page.waitForURL((url) => url.search === "?sort=price_asc");
  await expect.poll(() => numbers(page)).toEqual(from(24, 10, -1));
  await page.getByLabel("Sort by").selectOption({ label: "Relevance" });
  await page.waitForURL((url) => url.search === "");
  await expect.poll(() => numbers(page)).toEqual(from(1, 10));
});

describe("on a phone", () => {
  test("a button appends six more cards, which are there again after Back, with the focus at the card that was opened", async () => {
    const page = await open("/rackets", "phone");
    await expect.poll(() => numbers(page)).toEqual(from(1, 6));
    await page.getByRole("link", { name: "Load 6 more" }).tap();
    await expect.poll(() => numbers(page)).toEqual(from(1, 12));
    await page.getByRole("link", { name: "Load 6 more" }).tap();
    await expect.poll(async () => (await numbers(page)).at(-1)).toBe(18);
    await page.getByText("Showing 18 of 24").waitFor();
    expect(new URL(page.url()).search).toBe("?pages=3");
    await page.getByRole("link", { name: "Racket no. 14" }).tap();
    await page.getByRole("heading", { level: 1, name: "Racket no. 14" }).waitFor();
    await page.goBack();
    await page.getByText("Showing 18 of 24").waitFor();
    await expectFocus(page, page.getByRole("link", { name: "Racket no. 14" }));
    // A card is opened before its page has got the next cards, which then change no other address.
    const { promise: opened, resolve } = Promise.withResolvers<void>();
    const batch = "**/listings/window?*";
    await page.route(batch, async (route) => {
      await opened;
      await route.continue();
    });
    const arrived = page.waitForResponse(batch);
    await page.getByRole("link", { name: "Load 6 more" }).tap();
    await page.getByRole("link", { name: "Racket no. 14" }).tap();
    await page.getByRole("heading", { level: 1, name: "Racket no. 14" }).waitFor();
    resolve();
    await (await arrived).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(new URL(page.url()).search).toBe("");
  });

  test("a window that becomes narrow shows six cards, and keeps its URL; Ctrl and a click open the next page in a new tab", async () => {
    const page = await open("/rackets");
    await page.setViewportSize({ width: 600, height: 800 });
    await expect.poll(() => numbers(page)).toEqual(from(1, 6));
    expect(new URL(page.url()).search).toBe("");
    const newTab = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "Load 6 more" }).click({ modifiers: ["ControlOrMeta"] });
    await (await newTab).waitForURL("/rackets?page=2");
    // A page that is widened while offline keeps its six cards, and loads the other four once it is online.
    await page.context().setOffline(true);
    await page.setViewportSize({ width: 1000, height: 800 });
    expect(await page.evaluate(() => new Promise((drawn) => setTimeout(() => drawn(innerWidth), 300)))).toBe(
      1000,
    );
    expect(await numbers(page)).toEqual(from(1, 6));
    await page.context().setOffline(false);
    await expect.poll(() => numbers(page)).toEqual(from(1, 10));
  });

  describe("the sheet of filters", () => {
    const sheet = (page: Page) => page.getByRole("dialog", { name: "Filters" });
    const inSheet = (page: Page) =>
      sheet(page).evaluate(
        (dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body,
      );

    test("keeps the focus inside, and Back closes it and discards its choices [W2.1.2]", async () => {
      const page = await open("/rackets", "phone");
      await page.getByRole("link", { name: "Filters" }).tap();
      await sheet(page).waitFor();
      for (let stop = 0; stop < 30; stop += 1) {
        await page.keyboard.press("Tab");
        expect(await inSheet(page)).toBe(true);
      }
      await pressFilter(page, "Brand");
      await page.getByRole("checkbox", { name: /^Head\b/ }).check();
      await page.getByRole("button", { name: "Show 6 results" }).waitFor();
      expect(await page.locator("summary", { hasText: "Brand" }).textContent()).toContain("Head");
      await page.goBack();
      await sheet(page).waitFor({ state: "hidden" });
      await page.waitForURL((url) => url.search + url.hash === "");
      await expect.poll(() => numbers(page)).toEqual(from(1, 6));
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute("href")))
        .toBe("#filters");
    });

    test("shows five filters and those that have a value, and the others by a button, which gives the focus to the first of them", async () => {
      const page = await open("/rackets?minWeight=300", "phone");
      await page.getByRole("link", { name: "Filters 1" }).tap();
      const shown = async () => {
        const rows = await sheet(page).locator("summary").filter({ visible: true }).allInnerTexts();
        return rows.map((text) => text.split("\n")[0]);
      };
      const first = ["Price", "Brand", "Grip size", "Head size", "Condition", "Weight"];
      await expect.poll(shown).toEqual(first);
      // A row stays while its value is deleted.
      await pressFilter(page, "Weight");
      await page.getByRole("spinbutton", { name: "Weight: minimum" }).fill("");
      await page.getByRole("button", { name: "Show 24 results" }).waitFor();
      expect(await shown()).toEqual(first);
      await sheet(page).getByRole("button", { name: "More filters" }).tap();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Location");
      expect((await shown()).length).toBeGreaterThan(15);
    });

    test("counts the results while an amount is typed, before its field loses the focus", async () => {
      const page = await open("/rackets", "phone");
      await page.getByRole("link", { name: "Filters" }).tap();
      await pressFilter(page, "Price");
      const highest = page.getByRole("textbox", { name: "Price: maximum" });
      await highest.pressSequentially("60");
      await page.getByRole("button", { name: "Show 6 results" }).waitFor();
      expect(await highest.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await highest.inputValue()).toBe("60");
    });

    test("adds one history entry for its results, and scrolls to them when it closes; Escape and Clear work too", async () => {
      const page = await open("/rackets", "phone");
      await page.getByRole("link", { name: "Filters" }).tap();
      await pressFilter(page, "Brand");
      await page.getByRole("checkbox", { name: /^Head\b/ }).check();
      await page.getByRole("button", { name: "Show 6 results" }).tap();
      await page.waitForURL((url) => url.search + url.hash === "?brand=Head");
      await sheet(page).waitFor({ state: "hidden" });
      await expect.poll(() => numbers(page)).toEqual(from(1, 6, 4));
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("results");
      const top = () => page.locator("#results").evaluate((list) => list.getBoundingClientRect().top);
      await expect.poll(top).toBeGreaterThanOrEqual(0);
      await expect.poll(top).toBeLessThan(100);
      await expectNoSidewaysScroll(page);
      await page.getByRole("link", { name: "Filters 1" }).tap();
      await page.getByRole("link", { name: "Clear", exact: true }).tap();
      await page.getByRole("button", { name: "Show 24 results" }).waitFor();
      await page.keyboard.press("Escape");
      await sheet(page).waitFor({ state: "hidden" });
      await page.waitForURL((url) => url.search + url.hash === "?brand=Head");
      await page.goBack();
      await expect.poll(() => numbers(page)).toEqual(from(1, 6));
    });
  });
});

describe("the sliders of a browse page", () => {
  const thumb = (page: Page, name: string): Locator => page.getByRole("slider", { name, exact: true });

  test("narrow the result step by step, exclude nothing at their ends, and stay at least one step apart", async () => {
    const page = await open("/rackets");
    const low = thumb(page, "Price: minimum");
    const high = thumb(page, "Price: maximum");
    expect(await high.getAttribute("aria-valuetext")).toBe("€400+");
    await low.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL("**/rackets?minPrice=5");
    // The slider keeps the focus, so the next key press moves it again.
    await page.keyboard.press("ArrowRight");
    await page.waitForURL("**/rackets?minPrice=10");
    await page.getByText("24 results", { exact: true }).first().waitFor();
    await page.keyboard.press("Home");
    await page.waitForURL((url) => url.search === "");
    await high.press("ArrowLeft");
    await page.waitForURL("**/rackets?maxPrice=395");
    await high.press("End");
    await page.waitForURL((url) => url.search === "");
    // Listings without a value are excluded only once the slider is moved.
    await page.getByText("24 results", { exact: true }).first().waitFor();
    await pressFilter(page, "Weight");
    await thumb(page, "Weight: minimum").press("ArrowRight");
    await page.waitForURL("**/rackets?minWeight=255");
    await page.getByText("12 results", { exact: true }).first().waitFor();
    await page.getByRole("link", { name: /Remove filter: Weight/ }).click();
    await page.getByText("24 results", { exact: true }).first().waitFor();
    await expect.poll(() => thumb(page, "Weight: minimum").inputValue()).toBe("250");

    await page.goto("/rackets?minPrice=100&maxPrice=105");
    await thumb(page, "Price: minimum").press("ArrowRight");
    await thumb(page, "Price: maximum").press("ArrowLeft");
    await expect.poll(() => thumb(page, "Price: minimum").inputValue()).toBe("100");
    expect(await thumb(page, "Price: maximum").inputValue()).toBe("105");
    // While the next results load, the list has skeletons.
    await expect.poll(() => numbers(page)).toEqual([15]);
  });

  test("search when the pointer or the key is released, not before, and not if the touch scrolls the page", async () => {
    const page = await open("/rackets");
    await page.clock.install();
    const low = thumb(page, "Price: minimum");
    const high = thumb(page, "Price: maximum");
    const track = low.locator("xpath=..");
    const { x, y, width, height } = (await track.boundingBox())!;
    const at = (share: number) => [x + width * share, y + height / 2] as const;
    const expectHeld = async (value: string) => {
      await expect.poll(() => low.inputValue()).toBe(value);
      await page.clock.fastForward(60_000);
      expect(new URL(page.url()).search).toBe("");
    };

    // The whole track can be pressed, and the thumb then follows.
    await page.mouse.move(...at(0.25));
    await page.mouse.down();
    await expectHeld("100");
    await page.mouse.move(...at(0.5));
    await expectHeld("200");
    await track.dispatchEvent("pointercancel");
    await expectHeld("0");
    await page.mouse.up();

    await page.mouse.move(...at(0));
    await page.mouse.down();
    await page.mouse.move(...at(0.25), { steps: 3 });
    await expectHeld("100");
    await page.mouse.move(...at(0.5));
    await expectHeld("200");
    await page.mouse.up();
    await page.waitForURL("**/rackets?minPrice=200");

    await page.goto("/rackets");
    await low.focus();
    await page.keyboard.down("ArrowRight");
    await expectHeld("5");
    await page.keyboard.down("ArrowRight");
    await expectHeld("10");
    await page.keyboard.up("ArrowRight");
    await page.clock.runFor(1_000);
    await page.waitForURL("**/rackets?minPrice=10");

    // Without a key or a pointer, as a screen reader on a phone moves it.
    await high.evaluate((it: HTMLInputElement) => {
      it.stepDown();
      it.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await page.clock.runFor(1_000);
    await page.waitForURL("**/rackets?minPrice=10&maxPrice=395");
  });
});

test("the browse page shows skeletons in the place of the cards while the next cards load [M2.64]", async () => {
  const page = await open("/rackets");
  const release = await holdData(page);
  await page.getByRole("checkbox", { name: /^Head\b/ }).check();
  const waiting = page.locator("#results[aria-busy=true] .animate-breathe.w-full");
  await expect.poll(() => waiting.count()).toBe(10);
  expect(await cards(page).count()).toBe(0);
  release();
  await expect.poll(() => numbers(page)).toEqual(from(1, 6, 4));
  expect(await waiting.count()).toBe(0);
});

test("filters are set by keyboard one after the other, and Back undoes them one after the other [M7.8 W3.2.2]", async () => {
  const page = await open("/rackets");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("value"));
  const head = page.getByRole("checkbox", { name: /^Head\b/ });
  await head.focus();
  await page.keyboard.press("Space");
  await page.waitForURL("**/rackets?brand=Head");
  await expect.poll(() => numbers(page)).toEqual(from(1, 6, 4));
  await expect.poll(() => focused()).toBe("Head");
  await pressFilter(page, "Listing date");
  await page.getByRole("radio", { name: "This Week" }).focus();
  await page.keyboard.press("Space");
  await page.waitForURL("**/rackets?brand=Head&dateFilter=week");
  await expect.poll(() => numbers(page)).toEqual([1, 5]);
  await expect.poll(() => focused()).toBe("week");
  await page.goBack();
  await expect.poll(() => page.getByRole("radio", { name: "All Time" }).isChecked()).toBe(true);
  await page.goBack();
  await expect.poll(() => head.isChecked()).toBe(false);
  await expect.poll(() => numbers(page)).toEqual(from(1, 10));
});

test("words are searched while typing, add one history entry, and are removed by their chip", async () => {
  const page = await open("/rackets");
  const words = page.getByRole("searchbox", { name: "Search in Rackets" });
  await words.pressSequentially("no.");
  await page.waitForURL((url) => url.searchParams.get("q") === "no.");
  await page.getByRole("link", { name: "Remove filter: “no.”" }).waitFor();
  // The answer to the first letters must not change the input.
  await page.keyboard.type(" 17");
  await page.waitForURL((url) => url.searchParams.get("q") === "no. 17");
  await expect.poll(() => names(page)).toEqual(["Racket no. 17"]);
  await page.goBack();
  await page.waitForURL((url) => url.search === "");
  await expect.poll(() => words.inputValue()).toBe("");
  await page.goForward();
  await page.waitForURL((url) => url.searchParams.get("q") === "no. 17");
  await page.getByRole("link", { name: "Remove filter: “no. 17”" }).click();
  await page.waitForURL((url) => url.search === "");
  await expect.poll(() => words.inputValue()).toBe("");
});

describe("the cards of recently viewed listings", () => {
  const grid = (page: Page) => page.getByRole("main").locator("ul:has(article)").first();
  const columns = (page: Page) =>
    grid(page).evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(" ").length);

  test("are replaced by an error page with Try again if they cannot be read", async () => {
    const { page } = await shop.openAs(await person("unlucky"));
    await page.goto("/");
    await hydrated(page);
    await withoutTable("recently_viewed", async () => {
      await page.getByRole("contentinfo").getByRole("link", { name: "Recently viewed" }).click();
      await page.getByRole("heading", { name: "Something went wrong on our side" }).waitFor();
      await page.goto("/recently-viewed");
      await page.getByRole("heading", { name: "Something went wrong on our side" }).waitFor();
    });
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("You haven't viewed any items yet").waitFor();
  });

  test("start as skeletons, and are four in a row on a desktop [A2.64 A2.65 A2.66 A9.29]", async () => {
    const who = await person("viewer");
    const viewer = { cookie: who.cookie };
    const { page } = await shop.openAs(who);
    await page.goto("/recently-viewed");
    await page.getByText("You haven't viewed any items yet").waitFor();
    await page.goto("/rackets");
    const seen = db().selectFrom("recently_viewed").where("user_id", "=", who.viewer.id);
    for (const [nth, name] of (await names(page)).slice(0, 5).entries()) {
      const { id } = await findRow("listings", { name });
      expect((await fetch(`${shop.server.url}/rackets/${id}`, { headers: viewer })).status).toBe(200);
      // The page does not wait until its view is stored.
      await expect.poll(() => seen.select("listing_id").execute()).toHaveLength(nth + 1);
    }
    // The list cannot be read while the lock is held.
    const skeletons = page.getByRole("main").locator(".animate-breathe.w-full");
    await inTransaction(async (holding) => {
      await sql`lock table recently_viewed in access exclusive mode`.execute(holding);
      await page.getByRole("contentinfo").getByRole("link", { name: "Recently viewed" }).click();
      await page.getByRole("heading", { level: 1, name: "Recently Viewed" }).waitFor();
      await expect.poll(() => skeletons.count()).toBe(4);
    });
    await expect.poll(() => numbers(page)).toEqual([5, 4, 3, 2, 1]);
    expect(await skeletons.count()).toBe(0);
    expect(await columns(page)).toBe(4);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await columns(page)).toBe(2);
  });
});
