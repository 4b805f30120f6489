import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { expectFocus } from "#tests/support/keyboard.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";
import { signedInAs } from "#tests/support/signed-in.ts";

const shop = openShop();
const WIDE = { viewport: { width: 1440, height: 900 } };

let seller: Person;
let anna: Person;
let ben: Person;
let rooms: { anna: string; ben: string };

const say = (who: Person, roomId: string, message: string) =>
  sendMessage(who.viewer, roomId, { clientId: randomUUID(), message });

async function talk(buyer: Person, name: string, message: string): Promise<string> {
  const id = await openRoom(buyer.viewer, await racketOf(seller, { name }));
  await say(buyer, id, message);
  return id;
}

beforeEach(async () => {
  [seller, anna, ben] = [await person("seller"), await person("anna"), await person("ben")];
  rooms = {
    anna: await talk(anna, "Pure Drive", "Is it still there?"),
    ben: await talk(ben, "Blade 98", "Would you take less?"),
  };
});

const list = (page: Page) => page.getByRole("navigation", { name: "Conversations" });
const rows = (page: Page) => list(page).getByRole("link");
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const log = (page: Page) => page.getByRole("log");
const field = (page: Page) => page.getByRole("textbox", { name: "Message" });
const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search conversations" });
const inOrder = async (page: Page) =>
  (await rows(page).allTextContents()).map((text) => (text.includes("Pure Drive") ? "anna" : "ben"));

describe("on a desktop", () => {
  test("the list stays beside the conversation, marks the open one, and is used with arrow keys; the focus goes to the field for a message [A2.12]", async () => {
    const { page, faults } = await shop.openAs(seller, WIDE);
    await page.goto("/messages");
    await page.getByText("Choose a conversation").waitFor();
    await row(page, "Pure Drive").click();
    await log(page).getByText("Is it still there?").waitFor();
    await expect.poll(() => row(page, "Pure Drive").getAttribute("aria-current")).toBe("page");
    const [left, right] = [await list(page).boundingBox(), await log(page).boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    await list(page).evaluate((element) => element.setAttribute("data-same", "yes"));
    await row(page, "Blade 98").click();
    await log(page).getByText("Would you take less?").waitFor();
    expect(await list(page).getAttribute("data-same")).toBe("yes");
    await expect.poll(() => row(page, "Pure Drive").getAttribute("aria-current")).toBeNull();
    await page.goBack();
    await log(page).getByText("Is it still there?").waitFor();
    await page.goBack();
    await page.getByText("Choose a conversation").waitFor();

    const holdsFocus = (nth: number) =>
      rows(page)
        .nth(nth)
        .evaluate((link) => link === document.activeElement);
    await rows(page).first().focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => holdsFocus(1)).toBe(true);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    await expect.poll(() => holdsFocus(0)).toBe(true);
    await page.keyboard.press("Enter");
    await log(page).getByText("Would you take less?").waitFor();
    await expectFocus(page, field(page));
    await page.reload();
    await expectFocus(page, field(page));
    expect(faults).toEqual([]);
  });

  test("a message moves its room to the top and is counted, in each tab, until it is read; new messages and rooms appear without a reload, also after being offline", async () => {
    const [{ page, context }, buyer] = [await shop.openAs(seller, WIDE), await shop.openAs(anna, WIDE)];
    await page.goto(`/messages/${rooms.ben}`);
    const tab = await context.newPage();
    await tab.goto("/messages");
    expect(await inOrder(page)).toEqual(["ben", "anna"]);
    await buyer.page.goto(`/messages/${rooms.anna}`);
    const paths: string[] = [];
    context.on("request", (request) => paths.push(new URL(request.url()).pathname));
    await field(buyer.page).fill("And with the bag?");
    await field(buyer.page).press("Enter");
    for (const one of [page, tab]) {
      await row(one, "And with the bag?").waitFor();
      expect(await inOrder(one)).toEqual(["anna", "ben"]);
      await row(one, "Pure Drive").getByText("Unread: 2").waitFor();
    }
    // The event contains the message, so the pages request nothing.
    expect(paths.filter((path) => path.endsWith("/rooms") || path.endsWith(".data"))).toEqual([]);
    await row(tab, "Pure Drive").click();
    await log(tab).getByText("And with the bag?").waitFor();
    for (const one of [page, tab])
      await row(one, "Pure Drive").getByText("Unread:").waitFor({ state: "detached" });

    await tab.goBack();
    await talk(await person("dana"), "Speed MP", "hello");
    for (const one of [page, tab]) await row(one, "Speed MP").waitFor();
    await context.setOffline(true);
    await say(ben, rooms.ben, "written while you were away");
    await context.setOffline(false);
    await row(tab, "written while you were away").waitFor();
  });
});

describe("on a phone", () => {
  test("list and conversation are separate pages, and the list keeps its scroll position [A2.12]", async () => {
    for (let nth = 0; nth < 12; nth++) await talk(await person(), `Racket ${nth}`, "hello");
    const { page } = await shop.openAs(seller, "phone");
    await page.goto("/messages");
    expect(await page.getByText("Choose a conversation").isVisible()).toBe(false);
    await row(page, "Pure Drive").scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(200);
    await row(page, "Pure Drive").click();
    await log(page).getByText("Is it still there?").waitFor();
    await expect.poll(() => list(page).isVisible()).toBe(false);
    await page.getByRole("link", { name: "Back to messages" }).click();
    await row(page, "Pure Drive").waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
    expect(await log(page).count()).toBe(0);
    // The link also leads to the list when the conversation was opened directly.
    await page.goto(`/messages/${rooms.ben}`);
    await page.getByRole("link", { name: "Back to messages" }).click();
    await row(page, "Blade 98").waitFor();
  });
});

describe("a draft of a message", () => {
  test("survives a reload and a closed tab, is the same in two tabs, and is dropped when it is sent", async () => {
    const { page, context } = await shop.openAs(seller, WIDE);
    await page.goto(`/messages/${rooms.anna}`);
    await field(page).fill("I could bring it on");
    await page.reload();
    await expect.poll(() => field(page).inputValue()).toBe("I could bring it on");
    const tab = await context.newPage();
    await tab.goto("/messages");
    await row(tab, "Pure Drive").getByText("Draft:").waitFor();
    expect(await row(tab, "Pure Drive").textContent()).toContain("I could bring it on");
    // The draft is never removed from storage while the other tab takes it over.
    await page.evaluate(() => {
      const dataset = document.documentElement.dataset;
      addEventListener("storage", ({ key, newValue }) => {
        if (key?.startsWith("chat draft")) dataset.drafts = `${dataset.drafts ?? ""}[${newValue}]`;
      });
    });
    await row(tab, "Pure Drive").click();
    await expect.poll(() => field(tab).inputValue()).toBe("I could bring it on");
    await field(tab).fill("I could bring it");
    await expect.poll(() => field(page).inputValue()).toBe("I could bring it");
    expect(await page.locator("html").getAttribute("data-drafts")).toBe("[I could bring it]");
    await page.close();
    await field(tab).fill("I could bring it on Sunday");
    const third = await context.newPage();
    await third.goto(`/messages/${rooms.anna}`);
    await expect.poll(() => field(third).inputValue()).toBe("I could bring it on Sunday");
    await field(tab).press("Enter");
    await log(third).getByText("I could bring it on Sunday").waitFor();
    await expect.poll(() => field(third).inputValue()).toBe("");
    await third.goto("/messages");
    await row(third, "You: I could bring it on Sunday").waitFor();
    expect(await third.getByText("Draft:").count()).toBe(0);
  });

  test("is not shown to another person, and is deleted at sign-out [V14.3.1]", async () => {
    const { page, context } = await shop.openAs(seller, WIDE);
    await page.goto(`/messages/${rooms.anna}`);
    await field(page).fill("between me and myself");
    const stored = () => page.evaluate(() => JSON.stringify(localStorage));
    await expect.poll(stored).toContain("between me and myself");
    await signedInAs(context, shop.server.url, anna);
    await page.goto(`/messages/${rooms.anna}`);
    expect(await field(page).inputValue()).toBe("");
    await expect.poll(stored).not.toContain("between me and myself");
    await field(page).fill("not for long");
    await expect.poll(stored).toContain("not for long");
    await page.evaluate(() => localStorage.setItem("recent-searches", '["a birthday present"]'));
    await page.getByRole("button", { name: /your menu/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await expect.poll(stored).not.toContain("not for long");
    expect(await stored()).not.toContain("a birthday present");
  });
});

describe("the inbox", () => {
  test("finds a message by a search, and opens the long conversation at this message", async () => {
    await sql`
      insert into chat_messages (chat_room_id, seq, sender_id, client_id, message)
      select ${rooms.anna}, nth, ${anna.viewer.id}, gen_random_uuid(),
        case nth when 40 then 'The grip is a zyzzyva, is it?' else 'message ' || nth end
      from generate_series(2, 160) nth
    `.execute(db());
    await updateRows("chat_rooms", { id: rooms.anna }, { seq: 160 });
    const { page } = await shop.openAs(seller, WIDE);
    await page.goto("/messages");
    await searchBox(page).fill("zyzzy");
    await searchBox(page).press("Enter");
    await page.waitForURL("**/messages?q=zyzzy");
    await expect.poll(() => rows(page).count()).toBe(1);
    await expect.poll(() => rows(page).locator("mark").textContent()).toBe("zyzzy");
    await rows(page).click();
    const found = log(page).getByText("The grip is a zyzzyva, is it?");
    await expect.poll(() => found.isVisible()).toBe(true);
    await expect
      .poll(() =>
        found.evaluate((text) => {
          const [one, box] = [text, text.closest("[role=log]") ?? text].map((part) =>
            part.getBoundingClientRect(),
          );
          return one !== undefined && box !== undefined && one.top >= box.top && one.bottom <= box.bottom;
        }),
      )
      .toBe(true);
    expect(await searchBox(page).inputValue()).toBe("zyzzy");
    await log(page).getByText("message 160").waitFor({ state: "attached" });
    await page.getByRole("link", { name: "Show all conversations" }).click();
    await row(page, "Blade 98").waitFor();
    await searchBox(page).fill("nothing like it ".repeat(8));
    await searchBox(page).press("Enter");
    await page.getByText(/^No results for/).waitFor();
    await page.getByRole("link", { name: "Show all conversations" }).click();
    await row(page, "Blade 98").waitFor();
  });

  test("loads more conversations at its end, and says when that fails", async () => {
    for (let nth = 0; nth < 26; nth++) await talk(await person(), `Racket ${nth}`, "hello");
    const { page, context } = await shop.openAs(seller, WIDE);
    await page.goto("/messages");
    expect(await rows(page).count()).toBe(25);
    await context.setOffline(true);
    await page.getByRole("link", { name: "Show more" }).click();
    await page.getByText("More conversations could not be loaded.").waitFor();
    await context.setOffline(false);
    await page.getByRole("link", { name: "Show more" }).click();
    await expect.poll(() => rows(page).count()).toBe(28);
    expect(await page.getByRole("link", { name: "Show more" }).count()).toBe(0);
    await say(anna, rooms.anna, "up again");
    await expect.poll(() => rows(page).first().textContent()).toContain("up again");
    expect(await rows(page).count()).toBe(28);
  });
});
