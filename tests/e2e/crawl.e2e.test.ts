// Checks one page of each route module in a browser. tests/pages/links.page.test.ts follows the links.

import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { tokenOf } from "#app/features/silent-sellers/mails.server.ts";
import { challengeCookieName } from "#app/platform/auth-cookies.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { action as enter } from "#app/routes/accounts/auth.route.tsx";
import { newestMail, signInFields } from "#tests/support/accounts.ts";
import { faultsInAppearances } from "#tests/support/axe.ts";
import { launchBrowser } from "#tests/support/browser.ts";
import { caseAbout, warningIn } from "#tests/support/cases.ts";
import { CATEGORY_BAR_PATHS, type Crawl, checkPages, crawl, KNOWN, routeOf } from "#tests/support/crawl.ts";
import { faultsOfFocus } from "#tests/support/focus-rings.ts";
import { linkedPeople } from "#tests/support/linked-shop.ts";
import { roomAbout } from "#tests/support/marked-deals.ts";
import { type Person, racketOf, staffPerson } from "#tests/support/people.ts";
import { findRow, insertRow, updateRows } from "#tests/support/rows.ts";
import { newEnrolled } from "#tests/support/second-factor.ts";
import { openShop } from "#tests/support/shop.ts";
import { openTabOf } from "#tests/support/signed-in.ts";
import { Visitor } from "#tests/support/visitor.ts";

const shop = openShop();
let player: Person;
let shopOwner: Person;
/** One URL of each route module that this person reaches by links; for visitors, also one URL in each language. */
let addresses: Record<"player" | "shopOwner" | "visitor", Crawl["addresses"]>;

// Enabling a second factor queues a notice, which needs the job queue.
beforeAll(() => startJobs(shop.server.databaseUrl, {}));

beforeAll(async () => {
  ({ player, shopOwner } = await linkedPeople());
  // Pages that require a recent confirmation open, however long the tests take.
  await updateRows("sessions", {}, { confirmed_at: new Date(Date.now() + 3_600_000) });
  const ofEach = async (who: Person | null) =>
    (await crawl(shop.server.url, who?.cookie, "addresses")).addresses;
  addresses = {
    player: await ofEach(player),
    shopOwner: await ofEach(shopOwner),
    visitor: await ofEach(null),
  };
  // The link to it is on the other tab of a page that was reached.
  const { id } = await findRow("stock_answers", { user_id: shopOwner.viewer.id }, ["id"]);
  addresses.shopOwner.set("routes/stock/answers.route.tsx", `/sell/business/answers/${id}`);
});

const checkedFiles = new Set<string>();
const checkAppearances = async (page: Page, shell: boolean) => {
  // The page's own URL: after a redirect, another page than the requested one was checked.
  const file = routeOf(new URL(page.url()).pathname)?.file;
  if (file) checkedFiles.add(file);
  const faults = await faultsInAppearances(page, { shell, keepsAppearance: true });
  // Last, because the focus can open what belongs to a control.
  return [...faults, ...(await faultsOfFocus(page))];
};
/**
 * The URLs of route modules that this person reaches by links, and a player does not; for visitors, also one URL in
 * each other language.
 */
const onlyReachedBy = (who: "shopOwner" | "visitor") =>
  [...addresses[who]].filter(([kind]) => !addresses.player.has(kind));

// The pages are checked in two halves, because with `--slow` a single test would exceed its time limit.
test.each([
  ["first", 0],
  ["second", 1],
])(
  "no page of a player has an error in its scripts, or a fault that axe finds: the %s half [W1.1.1 W1.4.3 W1.4.4 W1.4.11 W1.4.12 W2.4.4 W2.4.6 W2.5.8 W3.3.2]",
  async (_, half) => {
    const shellFirst = (page: Page, _address: string, nth: number) =>
      checkAppearances(page, half + nth === 0);
    const own = [...addresses.player.values()].filter((_address, nth) => nth % 2 === half);
    expect(own.length).toBeGreaterThan(7);
    expect(await checkPages(await shop.openAs(player), own, shellFirst)).toEqual([]);
  },
);

test("no page that only the owner of a shop reaches has an error or a fault that axe finds", async () => {
  const own = onlyReachedBy("shopOwner").map(([, address]) => address);
  expect(own.length).toBeGreaterThan(0);
  const withoutShell = (page: Page) => checkAppearances(page, false);
  expect(await checkPages(await shop.openAs(shopOwner), own, withoutShell)).toEqual([]);
});

test("pages that only a visitor reaches, and a page per other language, have no error; axe finds no fault in the English ones [W3.1.1]", async () => {
  expect(addresses.visitor.size).toBeGreaterThan(15);
  const others = onlyReachedBy("visitor");
  const translated = others.filter(([kind]) => !kind.endsWith(".tsx")).map(([, address]) => address);
  const ofOwn = async (page: Page, address: string, nth: number) =>
    translated.includes(address) ? [] : checkAppearances(page, nth === 0);
  const own = new Set(["/", ...others.map(([, address]) => address)]);
  expect(translated.length).toBeGreaterThan(3);
  expect(await checkPages(await shop.openAs(null), own, ofOwn)).toEqual([]);
});

test("the dropdowns of the category bar lead to every subcategory, and to pages that exist", async () => {
  const { page } = await shop.openAs(null);
  await page.goto("/");
  const bar = page.getByRole("navigation", { name: "Categories" });
  const entries = bar.locator("[id] ul a");
  const hrefs: string[] = [];
  for (const button of await bar.getByRole("button").all()) {
    await button.click();
    // On a busy machine the links of the previous dropdown stay for a moment.
    await expect.poll(() => button.getAttribute("aria-expanded")).toBe("true");
    await entries.first().waitFor();
    hrefs.push(...(await entries.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""))));
  }
  expect(hrefs).toEqual(expect.arrayContaining([...CATEGORY_BAR_PATHS]));
  for (const address of new Set(hrefs)) {
    const answer = await fetch(new URL(address, shop.server.url));
    await answer.arrayBuffer();
    expect([address, answer.status]).toEqual([address, 200]);
  }
});

test("pages to which few or no links lead have no fault that axe finds [W1.3.5]", async () => {
  const unlinked = [
    "/auth/reset?token=of-a-mail",
    "/auth/verify",
    "/mail/unsubscribe",
    `/my-listings/still-for-sale?token=${tokenOf(player.viewer.id)}`,
    "/offline",
    "/profile/email",
    "/profile/email/link",
    "/profile/picture",
    "/search/saved/new?of=%2Frackets%3Fbrand%3DHead",
    "/dev/mailbox",
    "/nowhere",
    "/sellers/nobody",
  ];
  const { page } = await shop.openAs(player);
  // /offline opens the home page when this answers.
  await page.route("**/healthz", (route) => route.abort());
  const faults: string[] = [];
  const checkAddress = async (tab: Page, at: string) => {
    await tab.goto(at);
    for (const found of await checkAppearances(tab, false)) faults.push(`${at}: ${found}`);
  };
  for (const at of unlinked) await checkAddress(page, at);
  // A person with a recent confirmation is redirected from this page.
  await updateRows(
    "sessions",
    { user_id: player.viewer.id },
    { confirmed_at: new Date(Date.now() - 86_400_000) },
  );
  await checkAddress(page, "/profile/security/confirm");

  // A person who has entered the password but not yet the code, and a mail to them.
  await newEnrolled("Halfway");
  const halfway = new Visitor();
  await halfway.submit(enter, "/auth", signInFields("Halfway"));
  const { page: waiting, context } = await shop.openAs(null);
  const name = challengeCookieName();
  await context.addCookies([{ name, value: halfway.cookies.get(name) ?? "", url: shop.server.url }]);
  await checkAddress(waiting, "/auth/two-factor");
  await checkAddress(waiting, `/dev/mailbox/${(await newestMail("halfway@example.com"))?.id}`);
  expect(faults).toEqual([]);
});

test("the pages of staff, and the statement of a decision, have no fault that axe finds", async () => {
  const [moderator, operator] = [await staffPerson("moderator"), await staffPerson("operator")];
  const found = await caseAbout("person", shopOwner.viewer.username, { by: player });
  const warning = await warningIn(found, shopOwner, moderator);
  const { id: question } = await insertRow("case_questions", { case_id: found, words: "Is it you?" });
  await updateRows("cases", { id: found }, { state: "closed", closed_at: new Date() });
  const { id: report } = await findRow("reports", { case_id: found }, ["id"]);
  const racket = await racketOf(shopOwner);
  const room = await roomAbout(player, racket);
  const discussed = await caseAbout("listing", racket.id, { by: player });
  const { id: reset } = await insertRow("factor_resets", {
    user_id: player.viewer.id,
    reason: "lost",
    words: "Seen.",
    due_at: new Date(Date.now() + 86_400_000),
  });
  const withoutShell = (page: Page) => checkAppearances(page, false);
  for (const [who, ...own] of [
    [
      moderator,
      "/moderation?kind=person&reason=other",
      `/moderation/together?case=${found}`,
      `/moderation/cases/${found}`,
      `/moderation/cases/${discussed}/conversations/${room}`,
      "/moderation/templates",
      "/moderation/people?q=nobody",
      `/moderation/cases/new?kind=person&subject=${shopOwner.viewer.username}`,
      `/moderation/people/${shopOwner.viewer.username}`,
    ],
    [
      operator,
      "/operator",
      "/operator/people?q=nobody",
      "/operator/jobs",
      "/operator/settings",
      "/operator/promises",
      "/operator/signals",
      "/operator/reviews",
      "/operator/searches",
      "/operator/staff",
      "/operator/records",
    ],
    [shopOwner, `/statements/${warning}`, `/questions/${question}`],
    [player, "/reports", `/reports/${report}`, `/auth/factor-reset/${reset}`],
  ] as const)
    expect(await checkPages(await shop.openAs(who), own, withoutShell)).toEqual([]);
});

/** The text of a person who tries what breaks a page: one long word, right to left, stacked marks, emoji. */
const WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtenges";
const HOSTILE = `${WORD} ${"x".repeat(150)} מחבט طنس ${"Z\u0335\u0321\u0338\u0329".repeat(20)} ${"👩‍👩‍👧".repeat(30)}`;

async function writeHostileTexts(): Promise<void> {
  const name = "W".repeat(70);
  await updateRows("listings", {}, { name, description: HOSTILE });
  await updateRows("chat_messages", {}, { message: HOSTILE });
  await updateRows("user_reviews", {}, { comment: HOSTILE });
  await updateRows("deal_items", {}, { listing_name: name });
  await updateRows("notifications", {}, { content: HOSTILE });
  await updateRows("saved_searches", {}, { name });
  await updateRows("stock_answers", {}, { file_name: name });
  await updateRows("api_keys", {}, { name: "W".repeat(60), origins: [WORD] });
}

/** Runs in the page. What is wider than the window, and the fixed and sticky controls that are outside of it. */
function outsideWindow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`is ${scrollWidth} px wide`] : [];
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const { position } = getComputedStyle(element);
    if (position !== "fixed" && position !== "sticky") continue;
    for (const control of element.querySelectorAll("a, button, input, select, textarea")) {
      const { left, right, width } = control.getBoundingClientRect();
      const scrolls = control.closest("[data-carousel], .row-scroll, .sr-only, .overflow-x-auto");
      if (width > 1 && !scrolls && control.checkVisibility() && (left < -1 || right > innerWidth + 1))
        found.push(`has outside the window: ${control.outerHTML.slice(0, 120)}`);
    }
  }
  return found;
}

/** A scroll bar that moves so few pixels is there by mistake: the bar across takes this room, or a border sticks out. */
const FEW_PX = 24;

/** Runs in the page. Scroll areas with a bar that nobody needs. */
function needlessBars(few: number): string[] {
  const found: string[] = [];
  for (const area of document.querySelectorAll<HTMLElement>("body *")) {
    const { overflowX, overflowY, scrollbarWidth } = getComputedStyle(area);
    if (!/auto|scroll/.test(overflowX + overflowY) || scrollbarWidth === "none") continue;
    const [down, across] = [area.scrollHeight - area.clientHeight, area.scrollWidth - area.clientWidth];
    for (const [overflow, by] of [
      [overflowY, down],
      [overflowX, across],
    ] as const)
      if (/auto|scroll/.test(overflow) && by > 0 && by < few)
        found.push(`has a needless scroll bar (${by} px): ${area.outerHTML.slice(0, 120)}`);
  }
  return found;
}

/** Runs in the page. The shop's short words that stand on two lines because a long text beside them takes their room. */
function brokenWords(): string[] {
  const found = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const label = node.parentElement?.closest("dt, th, label, legend, button, summary");
    if (!label?.checkVisibility() || label.closest("[aria-hidden=true]")) continue;
    for (const { 0: word, index } of (node.nodeValue ?? "").matchAll(/(?<!\p{L})\p{L}{2,14}(?!\p{L})/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) found.add(`breaks "${word}"`);
    }
  }
  return [...found];
}

test("no text of a person makes a page wider than the window, moves a fixed control out of it, breaks the words of a label, or brings a needless scroll bar [W1.4.10]", async () => {
  await writeHostileTexts();
  // Bars that take room, as on Windows.
  const browser = await launchBrowser({ ignoreDefaultArgs: ["--hide-scrollbars"] });
  for (const who of ["player", "shopOwner"] as const) {
    const { cookie } = who === "player" ? player : shopOwner;
    const own: string[] = [];
    const reached = who === "player" ? [...addresses.player] : onlyReachedBy("shopOwner");
    for (const [, address] of reached) {
      const html = await (await fetch(shop.server.url + address, { headers: { cookie } })).text();
      if (html.includes(WORD) || html.includes("W".repeat(70))) own.push(address);
    }
    expect(own.length).toBeGreaterThan(who === "player" ? 8 : 0);
    const { page } = await openTabOf(browser, shop.server.url, who === "player" ? player : shopOwner);
    const faults: string[] = [];
    for (const address of own) {
      // The widths do not depend on pictures.
      await page.goto(address, { waitUntil: "domcontentloaded" });
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const found = [
          ...(await page.evaluate(outsideWindow)),
          ...(await page.evaluate(brokenWords)),
          ...(await page.evaluate(needlessBars, FEW_PX)),
        ];
        faults.push(...found.map((fault) => `${address} at ${width} px ${fault}`));
      }
    }
    expect(faults).toEqual([]);
  }
  await browser.close();
});

test("every route module with a page was checked, except two that other tests check", () => {
  const pages = new Set(KNOWN.filter(({ page }) => page).map(({ file }) => file));
  // accessibility-sell.e2e.test.ts checks the gallery; trust.e2e.test.ts checks the page that asks to accept new terms.
  expect([...pages].filter((file) => !checkedFiles.has(file))).toEqual([
    "routes/legal/accept.route.tsx",
    "routes/dev/gallery.route.tsx",
  ]);
});
