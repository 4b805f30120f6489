import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openRoom, sendMessage } from "#app/features/chat/commands.server.ts";
import { closeDb, db } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { faultsOf } from "#tests/support/axe.ts";
import { hydrated, launchBrowser } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { openTabOf } from "#tests/support/signed-in.ts";

// A conversation between two browsers: what is read, typed, shown, and who is kept out (docs/decisions/0028).

const AUTH_SECRET = "a secret that only tests have, and long enough";

let server: TestServer;
let browser: Browser;
let seller: Person;
let buyer: Person;
let listing: { type: string; id: string };
let roomId: string;
const open: { context: { close(): Promise<void> } }[] = [];

beforeAll(async () => {
  server = await startServer({ env: { AUTH_SECRET } });
  configure(parseEnv({ DATABASE_URL: server.databaseUrl, AUTH_SECRET, BASE_URL: server.url }));
  browser = await launchBrowser();
});
beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  listing = await racketOf(seller);
  roomId = await openRoom(buyer.viewer, listing);
});
afterEach(async () => {
  for (const { context } of open.splice(0)) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await closeDb();
  await server?.stop();
});

async function inRoom(who: Person, device?: Parameters<typeof openTabOf>[3]) {
  const tab = await openTabOf(browser, server.url, who, device);
  open.push(tab);
  await tab.page.goto(`/messages/${roomId}`);
  await log(tab.page).waitFor();
  return tab;
}
async function both() {
  const [one, two] = [await inRoom(buyer), await inRoom(seller)];
  await Promise.all([hydrated(one.page), hydrated(two.page)]);
  return [one, two] as const;
}

const log = (page: Page) => page.getByRole("log");
const field = (page: Page) => page.getByRole("textbox", { name: "Message" });
async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
}
async function choose(page: Page, count: number): Promise<void> {
  const files = await Promise.all(Array.from({ length: count }, () => pictureFile()));
  await page
    .locator("input[type=file]")
    .setInputFiles(
      files.map((file, nth) => ({ name: `${nth}.jpg`, mimeType: "image/jpeg", buffer: Buffer.from(file) })),
    );
}
/** While it opens it does not close yet, and takes less than a second for either. */
async function closeZoom(page: Page): Promise<void> {
  const zoom = page.locator(".pswp");
  await expect
    .poll(
      async () => {
        if (await zoom.count()) await page.keyboard.press("Escape");
        return zoom.count();
      },
      { interval: 1000, timeout: 30_000 },
    )
    .toBe(0);
}
test("what was read is said once, beneath the last that was, live and when one comes again", async () => {
  const one = await inRoom(buyer);
  await hydrated(one.page);
  await say(one.page, "first");
  await say(one.page, "second");
  await log(one.page).getByText("Sending...").waitFor({ state: "detached" });
  expect(await log(one.page).getByText("Read", { exact: false }).count()).toBe(0);
  const two = await inRoom(seller);
  const last = log(one.page).getByRole("listitem").last();
  await expect.poll(() => last.textContent()).toMatch(/second.*Read$/);
  await say(two.page, "an answer");
  await log(one.page).getByText("an answer").waitFor();
  expect(await log(one.page).getByText(/Read$/).count()).toBe(1);
  await one.page.reload();
  expect(await log(one.page).getByText(/Read$/).count()).toBe(1);
  expect([one.faults, two.faults]).toEqual([[], []]);
});

test("who is typing is seen, until the message comes or nothing more is typed, and nothing moves", async () => {
  const [one, two] = await both();
  // It is told to who listens at that moment, and never again.
  const listening = two.page.waitForResponse("**/events?*");
  await two.page.reload();
  await listening;
  const note = two.page.getByText(`${buyer.viewer.username} is typing…`);
  const composer = async () => (await field(two.page).boundingBox())?.y;
  const before = await composer();
  await field(one.page).pressSequentially("hel");
  await note.waitFor();
  expect(await composer()).toBe(before);
  expect(await one.page.getByText("is typing").count()).toBe(0);
  await field(one.page).press("Enter");
  await log(two.page).getByText("hel").waitFor();
  await note.waitFor({ state: "detached" });
  await field(one.page).pressSequentially("or not");
  await note.waitFor();
  await note.waitFor({ state: "detached" });
});

describe("pictures", () => {
  test("are looked at before they are sent, seen by the other, and from near", async () => {
    const [one, two] = await both();
    await choose(one.page, 3);
    const tray = one.page.getByRole("list", { name: "Photos to send" });
    await expect.poll(() => tray.getByRole("listitem").count()).toBe(3);
    await expect.poll(() => tray.getByRole("progressbar").count()).toBe(0);
    await one.page.getByRole("button", { name: "Remove photo 3" }).click();
    expect(await faultsOf(one.page)).toEqual([]);
    await say(one.page, "front and back");
    await tray.waitFor({ state: "detached" });
    const shown = log(two.page).getByRole("link", { name: "Photo 2 of 2, enlarge" });
    await shown.waitFor();
    await expect
      .poll(() => shown.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(await faultsOf(two.page)).toEqual([]);
    await shown.click();
    await two.page.locator(".pswp--open").waitFor();
    await closeZoom(two.page);
    expect([one.faults, two.faults]).toEqual([[], []]);
  });

  test("are looked at from near in the dialog too, which stays open", async () => {
    const tab = await openTabOf(browser, server.url, buyer);
    open.push(tab);
    const { page } = tab;
    await page.goto(`/rackets/${listing.id}`);
    await page.getByRole("button", { name: "Chat", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: seller.viewer.username });
    await log(page).waitFor();
    await choose(page, 1);
    await expect.poll(() => page.getByRole("progressbar").count()).toBe(0);
    await field(page).press("Enter");
    const photo = log(page).getByRole("link", { name: "Photo 1 of 1, enlarge" });
    await photo.waitFor();
    // What is sent takes the place of what was on its way, and of what was opened from there.
    await log(page).getByText("Sending...").waitFor({ state: "detached" });
    await photo.click();
    await page.locator(".pswp--open").waitFor();
    await closeZoom(page);
    expect(await dialog.isVisible()).toBe(true);
    await expect.poll(() => photo.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: "Options for this conversation" }).click();
    await page.getByRole("menuitem", { name: `Block ${seller.viewer.username}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Block", exact: true }).click();
    await dialog.getByText(`You blocked ${seller.viewer.username}.`).waitFor();
    expect(tab.faults).toEqual([]);
  });

  test("may be dropped or pasted, are sent alone, and are not uploaded again with what failed", async () => {
    const [one, two] = await both();
    const uploads: string[] = [];
    one.context.on("request", (request) => {
      if (request.method() === "POST" && new URL(request.url()).pathname === "/photos") uploads.push("photo");
    });
    const bytes = [...(await pictureFile())];
    for (const kind of ["paste", "drop"] as const) {
      await field(one.page).evaluate(
        (box, { kind, bytes }) => {
          const transfer = new DataTransfer();
          const file = new Uint8Array(bytes.length + (kind === "drop" ? 1 : 0));
          file.set(bytes);
          transfer.items.add(new File([file], `${kind}.jpg`, { type: "image/jpeg" }));
          const init = { bubbles: true, cancelable: true };
          if (kind === "paste")
            box.dispatchEvent(new ClipboardEvent("paste", { ...init, clipboardData: transfer }));
          else box.dispatchEvent(new DragEvent("drop", { ...init, dataTransfer: transfer }));
        },
        { kind, bytes },
      );
    }
    await expect.poll(() => one.page.getByRole("button", { name: /Remove photo/ }).count()).toBe(2);
    await one.page.route(
      "**/chat/rooms/*/messages",
      (route) => route.fulfill({ status: 429, json: { error: "Not now." } }),
      { times: 1 },
    );
    await one.page.getByRole("button", { name: "Send" }).click();
    await one.page.getByText("Not sent", { exact: true }).waitFor();
    // It is kept with its pictures for when the room is opened again.
    await one.page.reload();
    await hydrated(one.page);
    await one.page.getByRole("button", { name: "Retry" }).click();
    await expect
      .poll(() =>
        log(two.page)
          .getByRole("link", { name: /enlarge/ })
          .count(),
      )
      .toBe(2);
    await one.page.getByText("Not sent", { exact: true }).waitFor({ state: "detached" });
    expect(uploads).toHaveLength(2);
    const rows = await db()
      .selectFrom("chat_messages")
      .select(["message", "photo_count"])
      .where("chat_room_id", "=", roomId)
      .execute();
    expect(rows).toEqual([{ message: "", photo_count: 2 }]);
  });

  test("that did not get through are tried again, and the message waits for those on their way", async () => {
    const [one, two] = await both();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let times = 0;
    await one.page.route("**/photos?*", async (route) => {
      if (++times === 1) return route.abort();
      await held;
      await route.continue();
    });
    await choose(one.page, 1);
    await one.page
      .getByText("The connection was lost. This image was not uploaded.", { exact: true })
      .waitFor();
    await say(one.page, "look");
    await one.page.getByText("Some images were not uploaded. Try them again or remove them.").waitFor();
    expect(await field(one.page).inputValue()).toBe("look");
    await one.page.getByRole("button", { name: /^Try again/ }).click();
    await field(one.page).press("Enter");
    await expect.poll(() => field(one.page).isEditable()).toBe(false);
    letGo();
    await log(two.page).getByText("look").waitFor();
    await log(two.page).getByRole("link", { name: "Photo 1 of 1, enlarge" }).waitFor();
  });
});

test("links are ways out that tell nothing, and ways into the shop", async () => {
  const [one, two] = await both();
  await say(one.page, `https://example.com/a, javascript:alert(1) and ${server.url}/rackets`);
  const outside = log(two.page).getByRole("link", { name: "https://example.com/a" });
  await outside.waitFor();
  expect(await outside.getAttribute("rel")).toBe("noopener nofollow ugc noreferrer");
  expect(await outside.getAttribute("target")).toBe("_blank");
  const inside = log(two.page).getByRole("link", { name: /\/rackets$/ });
  expect(await inside.getAttribute("target")).toBeNull();
  expect(await log(two.page).getByRole("link").count()).toBe(2);
  await inside.click();
  await two.page.waitForURL("**/rackets");
});

test("older messages come by themselves as one goes up, and stand still; a failure leaves a button", async () => {
  await sendMessage(buyer.viewer, roomId, { clientId: crypto.randomUUID(), message: "message 1" });
  await db()
    .insertInto("chat_messages")
    .values(
      Array.from({ length: 139 }, (_, nth) => ({
        chat_room_id: roomId,
        seq: nth + 2,
        sender_id: buyer.viewer.id,
        client_id: crypto.randomUUID(),
        message: `message ${nth + 2}`,
      })),
    )
    .execute();
  await db().updateTable("chat_rooms").set({ seq: 140 }).where("id", "=", roomId).execute();
  const { page } = await inRoom(seller);
  await hydrated(page);
  const count = () => log(page).locator("li [dir=auto]").count();
  expect(await count()).toBe(50);
  const row = log(page).getByText("message 91", { exact: true });
  await row.scrollIntoViewIfNeeded();
  await expect.poll(count).toBe(100);
  const from = await row.boundingBox();
  expect(from).not.toBeNull();
  await page.route("**/chat/rooms/*/messages?before=*", (route) => route.abort(), { times: 1 });
  await log(page).getByText("message 41", { exact: true }).scrollIntoViewIfNeeded();
  await page.getByText("Error fetching messages").first().waitFor();
  expect(await count()).toBe(100);
  const seen = log(page).getByText("message 45", { exact: true });
  await seen.scrollIntoViewIfNeeded();
  const before = await seen.boundingBox();
  await page
    .getByRole("button", { name: "Show earlier messages" })
    .evaluate((button: HTMLElement) => button.click());
  await expect.poll(count).toBe(140);
  expect(Math.abs(((await seen.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
});

describe("blocking", () => {
  test("is done from the menu, keeps the other out without telling them, and is undone", async () => {
    const [one, two] = await both();
    await say(one.page, "hello");
    await log(two.page).getByText("hello").waitFor();
    await two.page.getByRole("button", { name: "Options for this conversation" }).click();
    await two.page.getByRole("menuitem", { name: `Block ${buyer.viewer.username}` }).click();
    const dialog = two.page.getByRole("alertdialog", { name: `Block ${buyer.viewer.username}?` });
    await dialog.waitFor();
    expect(await faultsOf(two.page)).toEqual([]);
    await dialog.getByRole("button", { name: "Block", exact: true }).click();
    await two.page.getByText(`You blocked ${buyer.viewer.username}.`).waitFor();
    expect(await field(two.page).count()).toBe(0);
    expect(await faultsOf(two.page)).toEqual([]);

    await say(one.page, "are you there?");
    await one.page.getByText("This message could not be sent.").first().waitFor();
    await one.page.getByText("Not sent", { exact: true }).waitFor();
    expect(await one.page.getByText(/block/i).count()).toBe(0);
    await two.page.getByRole("button", { name: "Unblock" }).click();
    await field(two.page).waitFor();
    await one.page.getByRole("button", { name: "Retry" }).click();
    await log(two.page).getByText("are you there?").waitFor();
  });

  test("works without JavaScript, and has a page of all who are", async () => {
    await sendMessage(buyer.viewer, roomId, { clientId: crypto.randomUUID(), message: "hello" });
    const { page } = await inRoom(seller, { javaScriptEnabled: false });
    await page.getByRole("link", { name: "Options for this conversation" }).click();
    await page.getByRole("button", { name: "Block", exact: true }).click();
    await page.getByText(`You blocked ${buyer.viewer.username}.`).waitFor();
    await page.goto("/messages");
    await page.getByRole("link", { name: "Blocked people" }).click();
    await page.getByRole("button", { name: `Unblock ${buyer.viewer.username}` }).click();
    await page.getByText("You block nobody").waitFor();
    await page.goto(`/messages/${roomId}`);
    await field(page).waitFor();
  });
});
