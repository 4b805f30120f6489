import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { hydrated, toast } from "#tests/support/browser.ts";
import { setQuantity } from "#tests/support/marked-deals.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let own: string;
let theirs: string;

beforeAll(async () => {
  seller = await person("seller");
  own = `/rackets/${(await racketOf(seller, { name: "Clash 100" })).id}`;
  theirs = `/rackets/${(await racketOf(await person("other"), { name: "Blade 98" })).id}`;
});

const PHONE = { width: 390, height: 780 };
const tabs = (page: Page) => page.getByRole("navigation", { name: "Main pages" });

test("the header is one row, slides away while the page is scrolled down, and comes back on the way up", async () => {
  const { page } = await shop.openAs(seller, { viewport: PHONE });
  const tops: [string, number][] = [];
  for (const path of [own, theirs, "/favorites", "/rackets", "/help", "/my-listings", "/me"]) {
    await page.goto(path);
    const top = await page.locator("#main").evaluate((main) => main.getBoundingClientRect().top);
    tops.push([path, top]);
  }
  expect(tops.filter(([, top]) => top > 72)).toEqual([]);
  await page.getByRole("link", { name: "Favorites", exact: true }).click();
  await page.waitForURL("**/favorites");
  // Back instead of the logo, to the page before.
  const header = page.getByRole("banner");
  expect(await header.getByRole("link", { name: "Second Serve, home" }).count()).toBe(0);
  await header.getByRole("link", { name: "Back" }).click();
  await page.waitForURL("**/me");
  await header.getByRole("link", { name: "Second Serve, home" }).waitFor();
  await page.goto("/help");
  await hydrated(page);
  const bottom = () =>
    page
      .locator("body header")
      .first()
      .evaluate((it) => it.getBoundingClientRect().bottom);
  await page.mouse.wheel(0, 500);
  await expect.poll(bottom).toBeLessThanOrEqual(0);
  await page.mouse.wheel(0, -100);
  await expect.poll(bottom).toBeGreaterThan(50);
});

test("the tab bar leads to the five main pages without JavaScript, and gives way to what a page has at the bottom", async () => {
  const { page } = await shop.openAs(seller, { viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/");
  for (const [name, path] of [
    ["Search", "/search"],
    ["Sell", "/sell"],
    ["Messages", "/messages"],
    ["Me", "/me"],
    ["Home", "/"],
  ] as const) {
    await tabs(page).getByRole("link", { name, exact: true }).click();
    await page.waitForURL((url) => url.pathname === path);
    expect(await tabs(page).locator("[aria-current=page]").textContent()).toBe(name);
  }
  for (const path of ["/sell/racket", theirs]) {
    await page.goto(path);
    expect([path, await tabs(page).count()]).toEqual([path, 0]);
  }
});

test("the page of the last tab has the entries of the user menu; a visitor has Sign in there [A2.31]", async () => {
  const { page } = await shop.openAs(null, { viewport: PHONE });
  await page.goto("/me");
  await page.waitForURL((url) => url.pathname === "/auth" && url.searchParams.get("next") === "/me");
  await page.goto("/");
  await tabs(page).getByRole("link", { name: "Sign in / Sign up" }).click();
  await page.waitForURL((url) => url.pathname === "/auth");
  const { page: theirPage } = await shop.openAs(await person("tabs"), { viewport: PHONE });
  await theirPage.goto("/me");
  const links = theirPage.locator("#main").getByRole("link");
  expect(await links.allTextContents()).toEqual(
    expect.arrayContaining([
      "SEE MY PROFILE",
      "Messages",
      "My items for sale",
      "Orders & sales",
      "Favorites",
      "Offers",
      "Notifications",
    ]),
  );
  await theirPage.getByRole("button", { name: "Log out" }).click();
  await theirPage.waitForURL((url) => url.pathname === "/");
});

/** Round buttons whose text is cut off or needs three lines, with the number of lines. */
const badLabels = (page: Page) =>
  page.evaluate(() => {
    const bad: string[] = [];
    let checked = 0;
    for (const button of document.querySelectorAll<HTMLElement>("button, summary, a.rounded-full")) {
      if (!button.checkVisibility({ visibilityProperty: true }) || !button.classList.contains("rounded-full"))
        continue;
      checked += 1;
      const range = document.createRange();
      const words = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      const tops: number[] = [];
      for (let word = words.nextNode(); word; word = words.nextNode()) {
        range.selectNodeContents(word);
        // Visually hidden text for screen readers is one pixel wide.
        tops.push(...[...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top));
      }
      tops.sort((one, other) => one - other);
      const lines = tops.filter((top, at) => at === 0 || top - (tops[at - 1] ?? 0) > 8).length;
      const isCut = button.scrollWidth > button.clientWidth + 1;
      if (isCut || lines > 2) bad.push(`${button.textContent} (${isCut ? "cut" : lines})`);
    }
    if (checked === 0) bad.push("no label was checked");
    return bad;
  });

test("on seven pages, the label of every round button fits a screen of 360 px in two lines, in every language [W2.5.3]", async () => {
  const { page } = await shop.openAs(seller, { viewport: { width: 360, height: 740 } });
  // The labels are in the server's HTML, so scripts are not needed.
  await page.route("**/assets/*.js", (route) => route.abort());
  const found: string[] = [];
  for (const language of ["", "/en-us", "/nl", "/de", "/fr"]) {
    for (const path of [
      own,
      theirs,
      "/my-listings",
      "/sell/racket",
      "/rackets",
      "/my-earnings",
      "/profile/security",
    ]) {
      await page.goto(language + path, { waitUntil: "domcontentloaded" });
      found.push(...(await badLabels(page)).map((label) => `${language}${path}: ${label}`));
    }
  }
  expect(found).toEqual([]);
});

test("buttons below a title, and chips, are one row of at most 60 px with the current chip in view, without JavaScript too", async () => {
  const buyer = await person("many");
  await orderOf({ seller, buyer, state: "received" });
  const { page } = await shop.openAs(buyer, { viewport: PHONE, javaScriptEnabled: false });
  const rows: [string, number][] = [];
  for (const path of [
    "/sell/business?tab=upload",
    "/orders?show=cancelled",
    "/profile/security",
    `/sellers/${seller.viewer.username}`,
  ]) {
    await page.goto(path);
    const heights = await page
      .locator("#main .sideways")
      .evaluateAll((all) => all.map((row) => row.clientHeight));
    expect([path, heights.length > 0]).toEqual([path, true]);
    rows.push(...heights.map((height): [string, number] => [path, height]));
  }
  expect(rows.filter(([, height]) => height > 60)).toEqual([]);
  await page.goto("/orders?show=cancelled");
  const { x = 0, width = 0 } =
    (await page.locator("[aria-current]", { hasText: "Cancelled" }).boundingBox()) ?? {};
  expect([x >= 0, x + width <= PHONE.width]).toEqual([true, true]);
});

test("a row of buttons has a scroll bar for a mouse, and none for a finger [W1.4.10]", async () => {
  const bars: string[] = [];
  for (const device of ["phone", { viewport: { width: 320, height: 256 } }] as const) {
    const { page } = await shop.openAs(seller, device);
    await page.goto("/profile/security");
    const row = page.locator("#main .sideways").first();
    bars.push(await row.evaluate((it) => getComputedStyle(it).scrollbarWidth));
  }
  expect(bars).toEqual(["none", "thin"]);
});

/** The headings and buttons of the page that a toast covers. */
const coveredBy = (message: Locator) =>
  message.evaluate((toast) => {
    const { top, bottom } = toast.getBoundingClientRect();
    const all = [...document.querySelectorAll<HTMLElement>("#main :is(h1, h2, h3, button, a.rounded-full)")];
    const covered = all.filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 1 && box.top < bottom && box.bottom > top;
    });
    return [all.length > 0, ...covered.map(({ textContent }) => textContent)];
  });

test("a toast is in the lower half of the screen, covers no heading and no button, and closes when the page is left", async () => {
  await setQuantity({ id: own.split("/").at(-1) ?? "" }, 2);
  const { page } = await shop.openAs(seller, "phone");
  await page.goto("/my-listings");
  await hydrated(page);
  await page.getByRole("link", { name: "Clash 100", exact: true }).tap();
  await page.getByRole("button", { name: "Mark as sold" }).tap();
  const message = toast(page, "Clash 100");
  const undo = message.getByRole("button", { name: "Undo" });
  await undo.waitFor();
  const half = () =>
    message.evaluate((it) => {
      const { top, bottom } = it.getBoundingClientRect();
      return [top >= innerHeight / 2 - 1, innerHeight - bottom >= 16];
    });
  await expect.poll(half).toEqual([true, true]);
  await expect.poll(() => coveredBy(message)).toEqual([true]);
  // The focus in the toast stops its timer, so only leaving the page can close it.
  await undo.focus();
  await page.goBack();
  await page.waitForURL("**/my-listings");
  await message.waitFor({ state: "detached" });
});

/** Elements whose focus ring is cut off by a scroll area or another clipping ancestor. */
const cutRings = (page: Page) =>
  page.evaluate(async () => {
    const cut: string[] = [];
    let measured = 0;
    const focusable = "main :is(a[href], button, input, select, textarea, summary)";
    for (const element of document.querySelectorAll<HTMLElement>(focusable)) {
      const { width } = element.getBoundingClientRect();
      if (!element.checkVisibility({ visibilityProperty: true }) || element.tabIndex < 0 || width < 2)
        continue;
      element.focus({ focusVisible: true } as FocusOptions);
      await new Promise(requestAnimationFrame);
      const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(element);
      // A card's ring is drawn around the card by a pseudo-element.
      if (document.activeElement !== element || outlineStyle === "none") continue;
      measured += 1;
      const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
      const own = element.getBoundingClientRect();
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (around === document.body || getComputedStyle(around).overflowX === "visible") continue;
        const clip = around.getBoundingClientRect();
        const room = Math.min(
          own.left - clip.left,
          clip.right - own.right,
          own.top - clip.top,
          clip.bottom - own.bottom,
        );
        if (room < ring - 0.5)
          cut.push(`${element.textContent || element.outerHTML.slice(0, 80)}: ${room} of ${ring}`);
      }
    }
    if (measured === 0) cut.push("no ring was measured");
    return cut;
  });

test("no focus ring is cut off on three pages of a phone and two of a desktop [W2.4.7]", async () => {
  const cut: string[] = [];
  // Each width has its own browser: the server remembers a browser's width, and opens filters for a wide one.
  for (const [width, ...paths] of [
    [360, "/search?q=clash", "/my-listings", "/sell/racket"],
    [1280, "/rackets", "/favorites"],
  ] as const) {
    const { page } = await shop.openAs(seller, { reducedMotion: "reduce", viewport: { width, height: 740 } });
    for (const path of paths) {
      await page.goto(path);
      cut.push(...(await cutRings(page)).map((ring) => `${path} at ${width} px: ${ring}`));
    }
  }
  expect(cut).toEqual([]);
});

test("a change in one place does not compute the styles of the whole page anew", async () => {
  const { page } = await shop.openAs(null, { viewport: PHONE });
  await page.goto("/rackets");
  await hydrated(page);
  const elements = await page.locator("*").count();
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ["devtools.timeline"] });
  await page
    .getByRole("button", { name: /to favorites$/ })
    .first()
    .click();
  await toast(page, "Please login").waitFor();
  const trace: { traceEvents: { name: string; args: { elementCount?: number } }[] } = JSON.parse(
    String(await browser?.stopTracing()),
  );
  const computed = trace.traceEvents.flatMap(({ args }) => args.elementCount ?? []);
  expect(computed).not.toEqual([]);
  expect(Math.max(...computed)).toBeLessThan(elements / 2);
});
