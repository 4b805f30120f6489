import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noticeChoices } from "#app/features/accounts/mail-preferences.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { notify } from "#app/platform/notify.server.ts";
import { expectNoSidewaysScroll, toast } from "#tests/support/browser.ts";
import { expectTabStop, loadFocusScript } from "#tests/support/keyboard.ts";
import { noticeFor, readBy } from "#tests/support/notices.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";
import { signedInAs } from "#tests/support/signed-in.ts";
import { listenTo } from "#tests/support/spoken.ts";

const shop = openShop();

describe("notifications at the bell and on their page", () => {
  let owner: Person;

  beforeAll(() => startJobs(shop.server.databaseUrl, {}));
  beforeEach(async () => {
    owner = await person("owner");
  });

  const bell = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^notifications/i });
  const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
  const card = (page: Page, text: string | RegExp) => page.getByRole("article", { name: text });
  const bellSays = (page: Page, count: number) =>
    page.getByRole("link", {
      name: count === 0 ? "Notifications" : `Notifications, ${count} unread`,
      exact: true,
    });
  const markButton = "Mark as read";

  async function openPanel(page: Page, path = "/help"): Promise<void> {
    await page.goto(path);
    await bell(page).click();
    await panel(page).waitFor();
  }
  /** Holds back the requests to this path. Returns a function that lets them through. */
  async function hold(page: Page, path: string): Promise<() => void> {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(path, async (route) => {
      await held;
      await route.continue();
    });
    return letGo;
  }

  describe("a live notice", () => {
    test("reaches the bell, the panel and the page of two browsers; and is marked as read in both when it is read in one [A2.34 A2.106]", async () => {
      const [one, two] = [await shop.openAs(owner), await shop.openAs(owner)];
      await openPanel(one.page);
      await panel(one.page).getByText("No notifications yet").waitFor();
      await two.page.goto("/notifications");
      await two.page.getByRole("heading", { name: "No notifications yet" }).waitFor();
      const notice = /Blade 98.* now €120\.00 instead of €150\.00/;
      // A job of the server delivers the notice.
      const facts = { listing: "Blade 98", wasCents: 15_000, nowCents: 12_000 };
      await notify({ kind: "price_drop", eventKey: "blade", userIds: [owner.viewer.id], facts }, db());
      for (const { page } of [one, two]) await card(page, notice).waitFor();
      await bellSays(two.page, 1).waitFor();
      await two.page.locator("[aria-live=polite]", { hasText: "New notification, 1 unread" }).waitFor();
      await card(one.page, notice).getByRole("button", { name: markButton }).click();
      for (const { page } of [one, two])
        await card(page, notice).getByRole("button", { name: markButton }).waitFor({ state: "detached" });
      await bellSays(two.page, 0).waitFor();
      expect(await readBy(owner)).toEqual([expect.stringMatching(notice)]);
      expect([one.faults, two.faults]).toEqual([[], []]);
    });

    test("is announced to screen readers, even if the announcing code is loaded late, or only after a failed attempt", async () => {
      const { page, context } = await shop.openAs(owner);
      const part = "**/assets/unread-watch-*.js";
      const announced = (count: number) =>
        page.locator("[aria-live=polite]", { hasText: `New notification, ${count} unread` }).waitFor();
      const letGo = await hold(page, part);
      await page.goto("/notifications");
      await noticeFor(owner, "news");
      // The event reloads the page's data, which then has the notice before the announcing code is loaded.
      await card(page, "news").waitFor();
      await bellSays(page, 1).waitFor();
      letGo();
      await announced(1);

      await page.unroute(part);
      await page.route(part, (route) => route.abort());
      const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/unread-watch-"));
      await page.goto("/notifications");
      await lost;
      await noticeFor(owner, "more");
      await card(page, "more").waitFor();
      await page.unroute(part);
      await context.setOffline(true);
      await context.setOffline(false);
      await announced(2);
    });

    test("is counted by the bell together with conversations; without an event stream the bell polls every 30 seconds [A7.39 A9.7]", async () => {
      const { page } = await shop.openAs(owner);
      await page.route("**/events?*", (route) => route.abort());
      await page.clock.install();
      await page.goto("/notifications");
      await noticeFor(owner, "news");
      const writer = await person("writer");
      const roomId = await openRoom(writer.viewer, await racketOf(owner));
      await sendMessage(writer.viewer, roomId, { clientId: crypto.randomUUID(), message: "hello" });
      let requests = 0;
      page.on("request", (request) => {
        if (new URL(request.url()).pathname === "/chat/unread") requests++;
      });
      // The polling code is loaded after the page, and its 30 seconds start then.
      await expect
        .poll(async () => {
          await page.clock.runFor(30_000);
          return requests;
        })
        .toBeGreaterThan(0);
      await bellSays(page, 2).waitFor();
    });
  });

  describe("the panel of the bell", () => {
    test("shows a notice with its search, date and picture, and opening its link marks it as read [A2.104]", async () => {
      const racket = await racketOf(await person("seller"), { name: "Pure Aero" });
      await noticeFor(owner, "A Pure Aero is new", {
        kind: "saved_search",
        searchQuery: "aero 300",
        imageUrl: "/favicon.svg",
        path: `/rackets/${racket.id}`,
        createdAt: new Date("2025-03-07T12:00:00Z"),
      });
      const { page, faults } = await shop.openAs(owner);
      await openPanel(page);
      const notice = card(page, "A Pure Aero is new");
      await notice.getByText("Search: aero 300").waitFor();
      expect(await notice.getByRole("time").textContent()).toBe("Mar 7, 2025");
      expect(await notice.locator("img").getAttribute("src")).toBe("/favicon.svg");
      await notice.getByRole("link").click();
      await page.getByRole("heading", { name: "Pure Aero" }).waitFor();
      await panel(page).waitFor({ state: "detached" });
      await bellSays(page, 0).waitFor();
      expect(await readBy(owner)).toEqual(["A Pure Aero is new"]);
      expect(faults).toEqual([]);
    });

    test("marks one notice or all as read immediately, sends one request for two clicks, and undoes a mark that cannot be saved [A2.105 A8.2]", async () => {
      for (const text of ["one", "two", "three"]) await noticeFor(owner, text);
      const { page } = await shop.openAs(owner);
      await openPanel(page);
      await page.route("**/notifications/read", (route) => route.abort());
      await card(page, "one").getByRole("button", { name: markButton }).click();
      await toast(page, "Error marking notification as read").waitFor();
      await card(page, "one").getByRole("button", { name: markButton }).waitFor();
      expect(await readBy(owner)).toEqual([]);
      await page.unroute("**/notifications/read");

      const letGo = await hold(page, "**/notifications/read");
      const requests: string[] = [];
      page.on(
        "request",
        (request) => request.url().endsWith("/notifications/read") && requests.push(request.url()),
      );
      await card(page, "one").getByRole("button", { name: markButton }).dblclick();
      await card(page, "one").getByRole("button").waitFor({ state: "detached" });
      letGo();
      await expect.poll(() => readBy(owner)).toEqual(["one"]);
      expect(requests).toHaveLength(1);

      await loadFocusScript(page);
      await card(page, "two").getByRole("button", { name: markButton }).press("Enter");
      await expectTabStop(page, card(page, "three").getByRole("button", { name: markButton }));

      await panel(page).getByRole("button", { name: "Mark all as read" }).click();
      await expect.poll(() => readBy(owner)).toEqual(["one", "two", "three"]);
      await expect.poll(() => panel(page).getByRole("button", { name: markButton }).count()).toBe(0);
      await page.keyboard.press("Escape");
      await bellSays(page, 0).waitFor();
    });

    test("has the latest conversations, requested only when their tab is opened [A2.107 A2.108 A2.109 A2.110 A2.112 A7.38]", async () => {
      const [writer, silent] = [await person("writer"), await person("silent")];
      const conversation = await openRoom(writer.viewer, await racketOf(owner));
      await openRoom(owner.viewer, await racketOf(silent));
      await sendMessage(writer.viewer, conversation, {
        clientId: crypto.randomUUID(),
        message: "Is it still there?",
      });
      const { page, faults } = await shop.openAs(owner);
      const requests: string[] = [];
      page.on("request", (request) => request.url().endsWith("/chat/recent") && requests.push(request.url()));
      await openPanel(page);
      await panel(page).getByText("No notifications yet").waitFor();
      expect(requests).toEqual([]);
      await panel(page).getByRole("tab", { name: "Messages" }).click();
      await panel(page).getByRole("heading", { name: "Recent Conversations" }).waitFor();
      const row = panel(page).getByRole("link", { name: new RegExp(writer.viewer.username) });
      await row.getByText("Is it still there?").waitFor();
      await row.getByText("Unread").waitFor();
      const quiet = panel(page).getByRole("link", { name: new RegExp(silent.viewer.username) });
      await quiet.getByText("No messages yet").waitFor();
      expect(await quiet.getByText("Unread").count()).toBe(0);
      expect(requests).toHaveLength(1);
      await sendMessage(writer.viewer, conversation, { clientId: crypto.randomUUID(), message: "Hello?" });
      await row.getByText("Hello?").waitFor();
      await row.click();
      await page.waitForURL(`**/messages/${conversation}`);
      await panel(page).waitFor({ state: "detached" });
      expect(faults).toEqual([]);
    });

    test("shows that it is loading, and is replaced by the notifications page when its code cannot be loaded", async () => {
      const { page, context } = await shop.openAs(null);
      await signedInAs(context, shop.server.url, owner);
      await page.goto("/help");
      let fail = () => {};
      const requested = new Promise<void>((resolve) => {
        fail = resolve;
      });
      await page.route("**/assets/side-panels-*.js", async (route) => {
        await requested;
        await route.abort();
      });
      await bell(page).click();
      await page.locator("a[aria-busy=true]").waitFor();
      fail();
      await page.getByRole("heading", { name: "Notifications", level: 1 }).waitFor();
      await page.locator("a[aria-busy=true]").waitFor({ state: "detached" });
    });

    test("says what could not be loaded, and retries on request; works by keyboard; and opens the concierge above itself, which returns the focus; a navigation closes both [A2.102 A2.103 A2.107 A2.111 A4.10 A8.1]", async () => {
      await noticeFor(owner, "news");
      const { page, faults } = await shop.openAs(owner);
      await page.goto("/cart");
      await page.getByRole("contentinfo").locator("a[href='/help']").first().click();
      await page.waitForURL("**/help");
      const broken = { status: 500, json: { message: "Out of order." } };
      await page.route("**/notifications/list", (route) => route.fulfill(broken), { times: 1 });
      await bell(page).focus();
      await page.keyboard.press("Enter");
      await toast(page, "Error fetching notifications").getByText("Out of order.").waitFor();
      expect(await page.locator("[data-toast]").getAttribute("data-toast")).toBe("danger");
      expect(await panel(page).getByRole("article").count()).toBe(0);
      await panel(page).getByRole("button", { name: "Try again" }).press("Enter");
      await card(page, "news").waitFor();
      await panel(page).getByRole("tab", { name: "Updates" }).focus();
      await page.keyboard.press("ArrowRight");
      await panel(page).getByText("No conversations yet").waitFor();
      for (let nth = 0; nth < 12; nth++) {
        await page.keyboard.press("Tab");
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null))
          .toBe(true);
      }

      const entry = panel(page).getByRole("button", { name: /^Chat with AI/ });
      const concierge = page.getByRole("dialog", { name: "Tennis Gear Concierge" });
      await entry.click();
      await concierge.waitFor();
      await page.keyboard.press("Escape");
      await concierge.waitFor({ state: "detached" });
      await expect.poll(() => entry.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.keyboard.press("Escape");
      await panel(page).waitFor({ state: "detached" });
      await expect.poll(() => bell(page).evaluate((link) => link === document.activeElement)).toBe(true);

      await bell(page).click();
      await panel(page).getByRole("tab", { name: "Messages" }).click();
      await entry.click();
      await concierge.waitFor();
      await page.goBack();
      await page.waitForURL("**/cart");
      await concierge.waitFor({ state: "detached" });
      await panel(page).waitFor({ state: "detached" });

      // The menu's chat link opens the concierge too, which returns the focus to the menu.
      const menu = page.getByRole("button", { name: `${owner.viewer.username}: your menu` });
      await menu.click();
      await page.getByRole("menuitem", { name: "Chat with us" }).press("Enter");
      await concierge.waitFor();
      await page.keyboard.press("Escape");
      await concierge.waitFor({ state: "detached" });
      await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
      expect(faults.filter((fault) => !fault.includes("500"))).toEqual([]);
    });
  });

  test("the page moves the focus to the next notice when the focused notice disappears, and says once that all are read", async () => {
    for (const text of ["one", "two", "three"]) await noticeFor(owner, text);
    const { page } = await shop.openAs(owner);
    await page.goto("/notifications?show=unread");
    await loadFocusScript(page);
    const said = await listenTo(page);
    for (const [text, next] of [
      ["two", "one"],
      ["one", "three"],
    ] as const) {
      await card(page, text).getByRole("button", { name: markButton }).press("Enter");
      await card(page, text).waitFor({ state: "detached" });
      await expectTabStop(page, card(page, next).locator("a, button"));
    }
    await page.getByRole("button", { name: "Mark all as read" }).press("Enter");
    await page.getByRole("heading", { name: "No unread notifications" }).waitFor();
    await expect.poll(said).toEqual(["All notifications marked as read."]);
  });
});

describe("the notification settings", () => {
  const row = (page: Page, name: string) => page.getByRole("region", { name });

  test("are saved as soon as they are chosen, and reset when saving fails", async () => {
    const who = await person("chooser");
    const { page } = await shop.openAs(who, "phone");
    await page.goto("/notifications/settings");
    await expectNoSidewaysScroll(page);
    const sold = row(page, "Favorites reserved or sold");
    await sold.getByLabel("Daily email").check();
    await sold.getByText("Saved").waitFor();
    await page.route("**/settings/choose", (route) => route.abort(), { times: 1 });
    const inApp = sold.getByRole("switch", { name: "In the app" });
    await inApp.click();
    await toast(page, "Your choice was not saved").waitFor();
    await expect.poll(() => inApp.isChecked()).toBe(true);
    expect((await noticeChoices(who.viewer.id))?.sold).toEqual({ inApp: true, mail: "daily" });
    await inApp.uncheck();
    await expect
      .poll(async () => (await noticeChoices(who.viewer.id))?.sold)
      .toEqual({ inApp: false, mail: "daily" });
    await page.reload();
    expect(await sold.getByLabel("Daily email").isChecked()).toBe(true);
    expect(await inApp.isChecked()).toBe(false);
    // The Save button is for use without JavaScript; hydration removes it.
    await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached" });
  });
});
