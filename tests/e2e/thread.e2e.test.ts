import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { sendMessage } from "#app/features/rooms/commands.server.ts";
import type { Person } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { findRows, insertRows, updateRows } from "#tests/support/rows.ts";
import { chatScene } from "#tests/support/scene.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let buyer: Person;
let listing: { type: string; id: string };
let roomId: string;

beforeEach(async () => {
  ({ seller, buyer, listing, roomId } = await chatScene());
});
async function inRoom(who: Person) {
  const tab = await shop.openAs(who);
  await tab.page.goto(`/messages/${roomId}`);
  return tab;
}
const both = async () => [await inRoom(buyer), await inRoom(seller)] as const;

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
/** Presses Escape every second until the zoom view is closed: it ignores Escape while it opens. */
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

test("a read receipt is shown once, below the last read message; a typing indicator is shown until the message arrives or typing stops, and does not move the text field", async () => {
  const one = await inRoom(buyer);
  await say(one.page, "first");
  await say(one.page, "second");
  await log(one.page).getByText("Sending...").waitFor({ state: "detached" });
  expect(await log(one.page).getByText("Read", { exact: false }).count()).toBe(0);
  const two = await shop.openAs(seller);
  await two.page.clock.install();
  // A typing indicator is not stored, so the test waits until the other person's event stream is open.
  const listening = two.page.waitForResponse("**/events?*");
  await two.page.goto(`/messages/${roomId}`);
  await listening;
  const last = log(one.page).getByRole("listitem").last();
  await expect.poll(() => last.textContent()).toMatch(/second.*Read$/);
  await say(two.page, "an answer");
  await log(one.page).getByText("an answer").waitFor();
  expect(await log(one.page).getByText(/Read$/).count()).toBe(1);

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
  await two.page.clock.fastForward(6_000);
  await note.waitFor({ state: "detached" });

  await one.page.reload();
  expect(await log(one.page).getByText(/Read$/).count()).toBe(1);
  expect([one.faults, two.faults]).toEqual([[], []]);
});

test("an open conversation says at the next message that the day has changed", async () => {
  const one = await inRoom(buyer);
  await say(one.page, "in the evening");
  await log(one.page).getByText("Today", { exact: true }).waitFor();
  await one.page.clock.setFixedTime(Date.now() + 24 * 3_600_000);
  await sendMessage(seller.viewer, roomId, { clientId: crypto.randomUUID(), message: "in the night" });
  await log(one.page).getByText("in the night").waitFor();
  expect(
    await log(one.page)
      .getByText(/^(Today|Yesterday)$/)
      .allTextContents(),
  ).toEqual(["Yesterday"]);
});

describe("the pictures of a message", () => {
  test("are previewed before they are sent, shown to the other person, and zoomed", async () => {
    const [one, two] = await both();
    await choose(one.page, 3);
    const tray = one.page.getByRole("list", { name: "Photos to send" });
    await expect.poll(() => tray.getByRole("listitem").count()).toBe(3);
    await expect.poll(() => tray.getByRole("progressbar").count()).toBe(0);
    await one.page.getByRole("button", { name: "Remove photo 3" }).click();
    await say(one.page, "front and back");
    await tray.waitFor({ state: "detached" });
    const shown = log(two.page).getByRole("link", { name: "Enlarge photo 2 of 2" });
    await shown.waitFor();
    await expect
      .poll(() => shown.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await shown.click();
    await two.page.locator(".pswp--open").waitFor();
    await closeZoom(two.page);
    expect([one.faults, two.faults]).toEqual([[], []]);
  });

  test("are zoomed in the chat dialog too, which stays open; its menu blocks the other person", async () => {
    const tab = await shop.openAs(buyer);
    const { page } = tab;
    await page.goto(`/rackets/${listing.id}`);
    await page.getByRole("button", { name: "Chat", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: seller.viewer.username });
    await log(page).waitFor();
    await choose(page, 1);
    await expect.poll(() => page.getByRole("progressbar").count()).toBe(0);
    await field(page).press("Enter");
    const photo = log(page).getByRole("link", { name: "Enlarge photo 1 of 1" });
    await photo.waitFor();
    // Wait until the sent picture has replaced the pending one, because the zoom view opens from its link.
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

  test("can be dropped or pasted, are sent without a text, and are not uploaded again when an unsent message is retried; a failed upload can be tried again, and the message waits for it", async () => {
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
      (route) => route.fulfill({ status: 429, json: { message: "Not now." } }),
      { times: 1 },
    );
    await one.page.getByRole("button", { name: "Send" }).click();
    await one.page.getByText("Not sent", { exact: true }).waitFor();
    // The browser stores the unsent message with its pictures, so a reloaded page still has it.
    await one.page.reload();
    await one.page.getByRole("button", { name: "Retry" }).click();
    await expect
      .poll(() =>
        log(two.page)
          .getByRole("link", { name: /Enlarge/ })
          .count(),
      )
      .toBe(2);
    await one.page.getByText("Not sent", { exact: true }).waitFor({ state: "detached" });
    expect(uploads).toHaveLength(2);
    const rows = await findRows("chat_messages", { chat_room_id: roomId }, ["message", "photo_count"]);
    expect(rows).toEqual([{ message: "", photo_count: 2 }]);

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
      .getByText("The connection was lost. This photo was not uploaded.", { exact: true })
      .waitFor();
    await say(one.page, "look");
    await one.page.getByText("Some photos were not uploaded. Try again or remove them.").waitFor();
    expect(await field(one.page).inputValue()).toBe("look");
    await one.page.getByRole("button", { name: /^Try again/ }).click();
    await field(one.page).press("Enter");
    await expect.poll(() => field(one.page).isEditable()).toBe(false);
    letGo();
    await log(two.page).getByText("look").waitFor();
    await log(two.page).getByRole("link", { name: "Enlarge photo 1 of 1" }).waitFor();
    expect(uploads).toHaveLength(4);
  });
});

test("a long conversation starts at its end; scrolling up, or a button after a failure, loads older messages without moving the visible ones", async () => {
  await sendMessage(buyer.viewer, roomId, { clientId: crypto.randomUUID(), message: "message 1" });
  await insertRows(
    "chat_messages",
    Array.from({ length: 139 }, (_, nth) => ({
      chat_room_id: roomId,
      seq: nth + 2,
      sender_id: buyer.viewer.id,
      client_id: crypto.randomUUID(),
      message: `message ${nth + 2}`,
    })),
  );
  await updateRows("chat_rooms", { id: roomId }, { seq: 140 });
  const [writer, { page }] = await both();
  await expect.poll(() => log(page).getByText("message 140").isVisible()).toBe(true);
  expect(await log(page).evaluate((box) => Math.abs(box.scrollTop) < 2)).toBe(true);
  const count = () => log(page).locator("li [dir=auto]").count();
  await expect.poll(count).toBe(50);
  const row = log(page).getByText("message 91", { exact: true });
  const older = "**/chat/rooms/*/messages?before=*";
  const held = Promise.withResolvers<void>();
  await page.route(
    older,
    async (route) => {
      await held.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await row.scrollIntoViewIfNeeded();
  const from = await row.boundingBox();
  held.resolve();
  await expect.poll(count).toBe(100);
  expect(Math.abs(((await row.boundingBox())?.y ?? 0) - (from?.y ?? Number.NaN))).toBeLessThan(2);
  await page.route(older, (route) => route.abort(), { times: 1 });
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
  const all = Array.from({ length: 140 }, (_, nth) => `message ${nth + 1}`);
  expect(await log(page).locator("li [dir=auto]").allTextContents()).toEqual(all);
  expect(Math.abs(((await seen.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);

  await say(writer.page, "message 141");
  const fresh = page.getByRole("button", { name: "New messages" });
  await fresh.waitFor();
  expect(Math.abs(((await seen.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  await fresh.click();
  await expect.poll(() => log(page).getByText("message 141").isVisible()).toBe(true);
  await fresh.waitFor({ state: "detached" });
});

test("a person is blocked from the menu without being notified, and unblocked again", async () => {
  const [one, two] = await both();
  await say(one.page, "hello");
  await log(two.page).getByText("hello").waitFor();
  await two.page.getByRole("button", { name: "Options for this conversation" }).click();
  await two.page.getByRole("menuitem", { name: `Block ${buyer.viewer.username}` }).click();
  const dialog = two.page.getByRole("alertdialog", { name: `Block ${buyer.viewer.username}?` });
  await dialog.getByRole("button", { name: "Block", exact: true }).click();
  await two.page.getByText(`You blocked ${buyer.viewer.username}.`).waitFor();
  expect(await field(two.page).count()).toBe(0);

  await say(one.page, "are you there?");
  await one.page.getByText("This message could not be sent.").first().waitFor();
  await one.page.getByText("Not sent", { exact: true }).waitFor();
  expect(await one.page.getByText(/block/i).count()).toBe(0);
  await two.page.getByRole("button", { name: "Unblock" }).click();
  await field(two.page).waitFor();
  await one.page.getByRole("button", { name: "Retry" }).click();
  await log(two.page).getByText("are you there?").waitFor();
});
