import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDb, db } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { faultsOf } from "#tests/support/axe.ts";
import { hydrated, launchBrowser } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { openTabOf } from "#tests/support/signed-in.ts";

const AUTH_SECRET = "a secret that only tests have, and long enough";

let server: TestServer;
let browser: Browser;
let seller: Person;
let buyer: Person;
let listing: { type: string; id: string };
let path: string;
const open: { context: { close(): Promise<void> } }[] = [];

beforeAll(async () => {
  server = await startServer({ env: { AUTH_SECRET } });
  configure(parseEnv({ DATABASE_URL: server.databaseUrl, AUTH_SECRET, BASE_URL: server.url }));
  browser = await launchBrowser();
});
beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  listing = await racketOf(seller, { name: "Blade 98" });
  path = `/rackets/${listing.id}`;
});
afterEach(async () => {
  for (const { context } of open.splice(0)) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await closeDb();
  await server?.stop();
});

async function as(who: Person | null, device?: Parameters<typeof openTabOf>[3]) {
  const tab = await openTabOf(browser, server.url, who, device);
  open.push(tab);
  return tab;
}

const chatButton = (page: Page) => page.getByRole("button", { name: "Chat", exact: true });
const log = (page: Page) => page.getByRole("log");
const field = (page: Page) => page.getByRole("textbox", { name: "Message" });

async function openDialog(page: Page): Promise<void> {
  await page.goto(path);
  await chatButton(page).click();
  await log(page).waitFor();
}
async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
}
/** Waits until the server has what was said: it is shown before. */
async function sent(page: Page, text: string): Promise<void> {
  await log(page).locator("li[data-seq]", { hasText: text }).waitFor();
}
/** The messages as they stand there, without who and when. */
const shown = (page: Page) => log(page).locator("li [dir=auto]").allTextContents();

describe("two people", () => {
  test("see each other's messages live, once and in order [M2.93 M4.10 M7.19]", async () => {
    const [one, two] = [await as(buyer), await as(seller)];
    await two.page.goto("/messages");
    await two.page.getByText("No conversations yet").waitFor();
    await openDialog(one.page);
    await one.page.getByText(`No messages yet. Ask ${seller.viewer.username}`).waitFor();
    await say(one.page, "Is it still there?");
    // The inbox and the bell hear of it without a reload.
    const row = two.page.getByRole("link", { name: /Is it still there\?/ });
    await row.waitFor();
    expect(await row.textContent()).toContain("Unread");
    await two.page.getByRole("link", { name: /Notifications, 1 unread/i }).waitFor();
    await row.click();
    await log(two.page).getByText("Is it still there?").waitFor();
    await two.page.getByRole("link", { name: /^notifications$/i }).waitFor();

    for (let nth = 1; nth <= 5; nth++) {
      await say(nth % 2 ? two.page : one.page, `message ${nth}`);
      await log(nth % 2 ? one.page : two.page)
        .getByText(`message ${nth}`)
        .waitFor();
    }
    const all = ["Is it still there?", ...[1, 2, 3, 4, 5].map((nth) => `message ${nth}`)];
    await expect.poll(() => shown(one.page)).toEqual(all);
    await expect.poll(() => shown(two.page)).toEqual(all);
    await one.page.reload();
    await chatButton(one.page).click();
    await expect.poll(() => shown(one.page)).toEqual(all);
    expect([one.faults, two.faults]).toEqual([[], []]);
  });

  test("get a message with the event that tells of it, and ask for nothing", async () => {
    const [one, two] = [await as(buyer), await as(seller)];
    await openDialog(one.page);
    await say(one.page, "hello");
    await two.page.goto("/messages");
    await two.page.getByRole("link", { name: /hello/ }).click();
    await log(two.page).getByText("hello").waitFor();
    await two.page.getByRole("link", { name: /^notifications$/i }).waitFor();
    const asked: string[] = [];
    for (const { context } of [one, two]) {
      context.on("request", (request) => {
        const { pathname } = new URL(request.url());
        // That somebody is typing is said as it is, and asks for nothing.
        if (pathname.startsWith("/chat/") && !pathname.endsWith("/typing"))
          asked.push(`${request.method()} ${pathname.split("/").at(-1)}`);
      });
    }
    await say(one.page, "brought by the stream");
    await log(two.page).getByText("brought by the stream").waitFor();
    // Both bells are right again, once what the second has read is known.
    await expect.poll(() => asked).toEqual(["POST messages", "POST read"]);
    await two.page.getByRole("link", { name: /^notifications$/i }).waitFor();
    expect(asked).toEqual(["POST messages", "POST read"]);
  });

  test("read in one browser, and the bell of their other one knows", async () => {
    const [one, desk, phone] = [await as(buyer), await as(seller), await as(seller, "phone")];
    for (const { page } of [desk, phone]) {
      await page.goto("/help");
      await hydrated(page);
    }
    await openDialog(one.page);
    await say(one.page, "hello");
    for (const { page } of [desk, phone])
      await page.getByRole("link", { name: /Notifications, 1 unread/i }).waitFor();
    await desk.page.goto("/messages");
    await desk.page.getByRole("link", { name: /hello/ }).click();
    await log(desk.page).getByText("hello").waitFor();
    await phone.page.getByRole("link", { name: /Notifications, 1 unread/i }).waitFor({ state: "detached" });
  });

  test("are shown as text, whatever they write", async () => {
    const [one, two] = [await as(buyer), await as(seller)];
    await openDialog(one.page);
    const nasty = `<img src=x onerror="document.title='owned'"> & "quotes" 🎾`;
    await say(one.page, nasty);
    await say(one.page, "x".repeat(400));
    await expect.poll(async () => (await shown(one.page)).length).toBe(2);
    await two.page.goto("/messages");
    await two.page.getByRole("link", { name: /x{20}/ }).click();
    await expect.poll(() => shown(two.page)).toEqual([nasty, "x".repeat(400)]);
    expect(await two.page.title()).not.toBe("owned");
    // A word without an end breaks inside its bubble.
    expect(await log(two.page).evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
  });
});

describe("the dialog", () => {
  test("is of the spec's size, says whom and what it is about, and warns [M2.90 M2.91 M2.92 M7.20 M9.21]", async () => {
    const { page } = await as(buyer);
    await openDialog(page);
    const dialog = page.getByRole("dialog", { name: seller.viewer.username });
    await expect.poll(async () => await dialog.boundingBox()).toMatchObject({ width: 500, height: 600 });
    for (const text of [
      "Blade 98",
      "€129.50",
      "We will never request financial details or other sensitive data via chat. For your safety, do not share personal information.",
    ]) {
      expect(await dialog.getByText(text, { exact: true }).count()).toBe(1);
    }
    expect(await faultsOf(page, { within: "[role=dialog]" })).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(() => chatButton(page).evaluate((button) => button === document.activeElement))
      .toBe(true);
  });

  test("fills a phone's screen", async () => {
    const { page } = await as(buyer, "phone");
    await openDialog(page);
    await expect
      .poll(async () => await page.getByRole("dialog").boundingBox())
      .toEqual({ x: 0, y: 0, width: 360, height: 740 });
  });

  test("sends by Enter and by the button, makes lines by Shift+Enter, and sends nothing of nothing [M2.93 M5.36]", async () => {
    const { page } = await as(buyer);
    await openDialog(page);
    await say(page, "  \n ");
    await field(page).fill("first");
    await field(page).press("Shift+Enter");
    await field(page).pressSequentially("second");
    await page.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => shown(page)).toEqual(["first\nsecond"]);
    await expect.poll(() => field(page).evaluate((box) => box === document.activeElement)).toBe(true);
    await log(page).getByText("Sending...").waitFor({ state: "detached" });
    const rows = await db()
      .selectFrom("chat_messages")
      .select("message")
      .where("sender_id", "=", buyer.viewer.id)
      .execute();
    expect(rows).toEqual([{ message: "first\nsecond" }]);
  });

  test("shows a message while it is on its way, and takes no other meanwhile [M5.37]", async () => {
    const { page } = await as(buyer);
    await openDialog(page);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/chat/rooms/*/messages", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    await say(page, "on its way");
    await log(page).getByText("Sending...").waitFor();
    expect(await shown(page)).toEqual(["on its way"]);
    expect(await page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
    expect(await field(page).isEditable()).toBe(false);
    letGo();
    await log(page).getByText("Sending...").waitFor({ state: "detached" });
    expect(await field(page).isEditable()).toBe(true);
    expect(await shown(page)).toEqual(["on its way"]);
  });

  test("marks what failed, and a retry makes one message of it although the server had it [M8.24]", async () => {
    const { page } = await as(buyer);
    // Until one retries: what waits is sent again from time to time, which on a slow machine comes in between.
    let retried = false;
    await page.route("**/events?*", (route) => route.abort());
    await openDialog(page);
    await page.route("**/chat/rooms/*/messages", async (route) => {
      if (route.request().method() !== "POST" || retried) return route.continue();
      // It arrives, and something in between says that it did not. Nor does the stream tell, which would settle it.
      await route.fetch();
      await route.fulfill({ status: 413, body: "" });
    });
    await say(page, "once");
    const retry = page.getByRole("button", { name: "Retry" });
    await retry.waitFor();
    retried = true;
    await retry.click();
    await page.getByText("Not sent", { exact: true }).waitFor({ state: "detached" });
    expect(await shown(page)).toEqual(["once"]);
    const rows = await db()
      .selectFrom("chat_messages")
      .select("message")
      .where("sender_id", "=", buyer.viewer.id)
      .execute();
    expect(rows).toEqual([{ message: "once" }]);
  });

  test("takes the stream's word for a message whose answer was lost", async () => {
    const { page } = await as(buyer);
    await openDialog(page);
    await say(page, "hello");
    await page.getByText("Sending...").waitFor({ state: "detached" });
    await page.route("**/chat/rooms/*/messages", async (route) => {
      await route.fetch();
      await log(page).getByText("Sending...").waitFor({ state: "detached" });
      await route.abort();
    });
    await say(page, "heard of");
    await expect.poll(() => field(page).isEditable()).toBe(true);
    expect(await shown(page)).toEqual(["hello", "heard of"]);
    expect(await page.getByText("Not sent", { exact: true }).count()).toBe(0);
  });

  test("says that messages could not be fetched, and fetches them when asked again [M8.23]", async () => {
    const { page } = await as(buyer);
    await page.route("**/chat/rooms", (route) => route.abort(), { times: 1 });
    await page.goto(path);
    await hydrated(page);
    await chatButton(page).click();
    await page.getByRole("alert").getByText("Error fetching messages").waitFor();
    await page.getByText("We could not be reached.").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await log(page).waitFor();
    await say(page, "there it is");
    await expect.poll(() => shown(page)).toEqual(["there it is"]);
  });

  test("keeps what was typed and what was not sent for the next time", async () => {
    const { page, context } = await as(buyer);
    await openDialog(page);
    await context.setOffline(true);
    await page.getByText("You are offline.").waitFor();
    await say(page, "not sent yet");
    await page.getByText("Error sending message").waitFor();
    await page.getByText("Not sent", { exact: true }).waitFor();
    await field(page).fill("half a thou");
    await page.keyboard.press("Escape");
    await log(page).waitFor({ state: "detached" });
    await context.setOffline(false);
    await openDialog(page);
    await expect.poll(() => field(page).inputValue()).toBe("half a thou");
    // By itself, now that it can be.
    await log(page).getByText("not sent yet").waitFor();
    await page.getByText("Not sent", { exact: true }).waitFor({ state: "detached" });
    await say(page, "another");
    await expect.poll(() => shown(page)).toEqual(["not sent yet", "another"]);
  });

  test("asks who is not signed in to sign in, and leads back [M4.8 M8.18]", async () => {
    const { page } = await as(null);
    await page.goto(path);
    await hydrated(page);
    await chatButton(page).click();
    await page.getByText("Please sign in to chat with the seller.").waitFor();
    await page.waitForURL(`**/auth?next=${encodeURIComponent(path)}`);
  });

  test("says whose conversation it is in the reader's language, refusals included", async () => {
    const { page } = await as(buyer);
    await page.goto(`/nl${path}`);
    await page.getByRole("button", { name: "Chatten" }).click();
    await page.getByText("Wij vragen in de chat nooit").waitFor();
    await db().deleteFrom("chat_rooms").where("buyer_id", "=", buyer.viewer.id).execute();
    await page.getByRole("textbox", { name: "Bericht" }).fill("hallo");
    await page.keyboard.press("Enter");
    await page.getByText("Gesprek niet gevonden").waitFor();
  });
});

describe("a long conversation", () => {
  test("begins at its end, loads what came before, and stands still for who reads above", async () => {
    const [one, two] = [await as(buyer), await as(seller)];
    await openDialog(one.page);
    await say(one.page, "message 1");
    await sent(one.page, "message 1");
    const room = await db()
      .selectFrom("chat_rooms")
      .select("id")
      .where("buyer_id", "=", buyer.viewer.id)
      .executeTakeFirstOrThrow();
    for (let seq = 2; seq <= 120; seq++) {
      await db()
        .insertInto("chat_messages")
        .values({
          chat_room_id: room.id,
          seq,
          sender_id: buyer.viewer.id,
          client_id: crypto.randomUUID(),
          message: `message ${seq}`,
        })
        .execute();
    }
    await db().updateTable("chat_rooms").set({ seq: 120 }).where("id", "=", room.id).execute();

    await two.page.goto(`/messages/${room.id}`);
    await hydrated(two.page);
    await expect.poll(() => log(two.page).getByText("message 120").isVisible()).toBe(true);
    expect(await log(two.page).evaluate((box) => Math.abs(box.scrollTop) < 2)).toBe(true);
    // It comes by itself as the reader goes up.
    await expect
      .poll(async () => {
        await log(two.page).evaluate((box) => box.scrollTo(0, -box.scrollHeight));
        return (await shown(two.page)).length;
      })
      .toBe(120);
    expect(await shown(two.page)).toEqual(Array.from({ length: 120 }, (_, nth) => `message ${nth + 1}`));

    await log(two.page).getByText("message 60", { exact: true }).scrollIntoViewIfNeeded();
    const where = () => log(two.page).getByText("message 60", { exact: true }).boundingBox();
    const before = await where();
    await say(one.page, "message 121");
    await two.page.getByRole("button", { name: "New messages" }).waitFor();
    expect(Math.abs(((await where())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
    await two.page.getByRole("button", { name: "New messages" }).click();
    await expect.poll(() => log(two.page).getByText("message 121").isVisible()).toBe(true);
    await two.page.getByRole("button", { name: "New messages" }).waitFor({ state: "detached" });
  });
});

describe("the pages", () => {
  test("hold a conversation without JavaScript", async () => {
    const { page } = await as(buyer, { javaScriptEnabled: false });
    await page.goto(path);
    await chatButton(page).click();
    await page.waitForURL("**/messages/*");
    await field(page).fill("by form");
    await page.getByRole("button", { name: "Send" }).click();
    await log(page).getByText("by form").waitFor();
    expect(await shown(page)).toEqual(["by form"]);
    await page.goto("/messages");
    await page.getByRole("link", { name: /by form/ }).waitFor();
  });

  test("can be used by everybody", async () => {
    const { page } = await as(buyer);
    await openDialog(page);
    await say(page, "hello");
    await sent(page, "hello");
    await page.goto("/messages");
    await page.getByRole("link", { name: /hello/ }).waitFor();
    expect(await faultsOf(page, { within: "main" })).toEqual([]);
    await page.getByRole("link", { name: /hello/ }).click();
    await log(page).waitFor();
    expect(await faultsOf(page, { within: "main" })).toEqual([]);
  });

  test("keep a conversation whose listing is gone, and do not show it to strangers", async () => {
    const { page } = await as(buyer);
    await openDialog(page);
    await say(page, "hello");
    await sent(page, "hello");
    await db().deleteFrom("listings").where("id", "=", listing.id).execute();
    await page.goto("/messages");
    await page.getByRole("link", { name: /hello/ }).click();
    await page.waitForURL("**/messages/*");
    const thread = page.getByRole("region", { name: /^Chat with/ });
    await thread.getByText("No longer available").waitFor();
    const address = page.url();
    await thread.getByRole("link", { name: /Blade 98/ }).click();
    await page.getByText("Racket not found").waitFor();
    const stranger = await as(await person("stranger"));
    const response = await stranger.page.goto(address);
    expect(response?.status()).toBe(404);
    await stranger.page.getByText("Conversation not found").waitFor();
  });

  test("share one event stream among the tabs of a browser", async () => {
    const { context, page } = await as(buyer);
    const streams: string[] = [];
    context.on("request", (request) => {
      if (new URL(request.url()).pathname === "/events") streams.push(request.url());
    });
    await openDialog(page);
    await say(page, "hello");
    await log(page).getByText("hello").waitFor();
    const tab = await context.newPage();
    const other = await as(seller);
    await tab.goto("/messages");
    await tab.getByRole("link", { name: /hello/ }).click();
    await log(tab).waitFor();
    await other.page.goto("/messages");
    await other.page.getByRole("link", { name: /hello/ }).click();
    await hydrated(other.page);
    await say(other.page, "to both tabs");
    for (const one of [page, tab]) await log(one).getByText("to both tabs").waitFor();
    expect(streams).toHaveLength(1);
  });
});
