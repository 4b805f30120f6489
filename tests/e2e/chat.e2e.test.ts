import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { toast } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";
import { signedInAs } from "#tests/support/signed-in.ts";

const shop = openShop();

describe("a conversation about a listing", () => {
  let seller: Person;
  let buyer: Person;
  let path: string;

  beforeEach(async () => {
    [seller, buyer] = [await person("seller"), await person("buyer")];
    path = `/rackets/${(await racketOf(seller, { name: "Blade 98" })).id}`;
  });

  const chatButton = (page: Page) => page.getByRole("button", { name: "Chat", exact: true });
  const log = (page: Page) => page.getByRole("log");
  const field = (page: Page) => page.getByRole("textbox", { name: "Message" });
  const bell = (page: Page, unread = 0) =>
    page.getByRole("link", {
      name: unread ? `Notifications, ${unread} unread` : "Notifications",
      exact: true,
    });

  async function openDialog(page: Page): Promise<void> {
    await page.goto(path);
    await chatButton(page).click();
    await log(page).waitFor();
  }
  async function say(page: Page, text: string): Promise<void> {
    await field(page).fill(text);
    await field(page).press("Enter");
  }
  const shown = (page: Page) => log(page).locator("li [dir=auto]").allTextContents();
  const written = async () =>
    (
      await db()
        .selectFrom("chat_messages")
        .select("message")
        .where("sender_id", "=", buyer.viewer.id)
        .orderBy("seq")
        .execute()
    ).map(({ message }) => message);
  const POSTED = "**/chat/rooms/*/messages";

  test("shows messages live in each tab and browser of both people, as plain text, once and in order [M2.93 M4.10 M7.19]", async () => {
    const [one, two, phone] = [
      await shop.openAs(buyer),
      await shop.openAs(seller),
      await shop.openAs(seller, "phone"),
    ];
    await two.page.goto("/messages");
    await two.page.getByText("No conversations yet").waitFor();
    await phone.page.goto("/help");
    const streams: string[] = [];
    one.context.on("request", (request) => {
      if (new URL(request.url()).pathname === "/events") streams.push(request.url());
    });
    await openDialog(one.page);
    await one.page.getByText(`No messages yet. Ask ${seller.viewer.username}`).waitFor();
    await say(one.page, "Is it still there?");
    // The inbox and the bells are updated without a reload.
    const row = two.page.getByRole("link", { name: /Is it still there\?/ });
    await row.waitFor();
    expect(await row.textContent()).toContain("Unread");
    for (const { page } of [two, phone]) await bell(page, 1).waitFor();
    await row.click();
    await log(two.page).getByText("Is it still there?").waitFor();
    // A conversation that is read in one browser is read in the other.
    for (const { page } of [two, phone]) await bell(page).waitFor();

    // The event contains the message: nothing is requested.
    const requests: string[] = [];
    for (const { context } of [one, two]) {
      context.on("request", (request) => {
        const { pathname } = new URL(request.url());
        // Typing indicators are ephemeral and cause no requests.
        if (pathname.startsWith("/chat/") && !pathname.endsWith("/typing"))
          requests.push(`${request.method()} ${pathname.split("/").at(-1)}`);
      });
    }
    await say(one.page, "brought by the stream");
    await log(two.page).getByText("brought by the stream").waitFor();
    // When the server knows that the second browser has read the message, the bell stops showing a number.
    await expect.poll(() => requests).toEqual(["POST messages", "POST read"]);
    await bell(two.page).waitFor();
    expect(requests).toEqual(["POST messages", "POST read"]);

    const nasty = `<img src=x onerror="document.title='owned'"> & "quotes" 🎾`;
    const all = ["Is it still there?", "brought by the stream", nasty, "x".repeat(400)];
    await say(one.page, nasty);
    await say(one.page, "x".repeat(400));
    await expect.poll(() => shown(two.page)).toEqual(all);
    expect(await two.page.title()).not.toBe("owned");
    // A very long word breaks inside its bubble.
    expect(await log(two.page).evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);

    const beside = await one.context.newPage();
    await beside.goto(two.page.url());
    for (const [writer, ...readers] of [
      [two.page, one.page, beside],
      [one.page, two.page, beside],
      [beside, two.page, one.page],
    ] as const) {
      all.push(`message ${all.length}`);
      await say(writer, `message ${all.length - 1}`);
      for (const page of readers)
        await log(page)
          .getByText(`message ${all.length - 1}`)
          .waitFor();
    }
    // Each visible tab has its own stream.
    expect(streams).toHaveLength(2);
    await one.page.reload();
    await chatButton(one.page).click();
    for (const page of [one.page, two.page, beside]) await expect.poll(() => shown(page)).toEqual(all);
    expect([one.faults, two.faults, phone.faults]).toEqual([[], [], []]);
  });

  test("in the dialog has the specified size, names the person and the listing, and warns not to share private data; the dialog fills a phone and returns the focus; a suggested first message is chosen by keyboard, and is not sent before a second Enter [M2.90 M2.91 M2.92 M7.20 M9.21]", async () => {
    const { page } = await shop.openAs(buyer);
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
    await page.setViewportSize({ width: 360, height: 740 });
    await expect
      .poll(async () => await dialog.boundingBox())
      .toEqual({ x: 0, y: 0, width: 360, height: 740 });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(() => chatButton(page).evaluate((button) => button === document.activeElement))
      .toBe(true);

    await chatButton(page).click();
    const field = page.getByRole("textbox", { name: "Message" });
    await page.getByRole("button", { name: "Would you take €…?" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => field.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.type("110");
    await expect.poll(() => field.inputValue()).toBe("Would you take €110?");
    expect(await written()).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(written).toEqual(["Would you take €110?"]);
    await expect.poll(() => page.getByRole("button", { name: "Is it still available?" }).count()).toBe(0);
  });

  test("sends a message by Enter and by the button, shows it while it is sent, and confirms it by the response or by the live event [M2.93 M5.36 M5.37]", async () => {
    const { page } = await shop.openAs(buyer);
    await openDialog(page);
    await say(page, "  \n ");
    await field(page).fill("first");
    await field(page).press("Shift+Enter");
    await field(page).pressSequentially("second");
    await page.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => shown(page)).toEqual(["first\nsecond"]);
    await expect.poll(() => field(page).evaluate((box) => box === document.activeElement)).toBe(true);
    await log(page).getByText("Sending...").waitFor({ state: "detached" });
    expect(await written()).toEqual(["first\nsecond"]);

    // A second message cannot be sent while the first is on its way.
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(POSTED, async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    await say(page, "on its way");
    await log(page).getByText("Sending...").waitFor();
    expect(await shown(page)).toEqual(["first\nsecond", "on its way"]);
    await expect.poll(() => page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
    await expect.poll(() => field(page).isEditable()).toBe(false);
    letGo();
    await log(page).getByText("Sending...").waitFor({ state: "detached" });
    expect(await field(page).isEditable()).toBe(true);
    expect(await shown(page)).toEqual(["first\nsecond", "on its way"]);
    await page.unroute(POSTED);

    // The answer to the request is lost: the event in the stream confirms the message instead.
    const { promise: settled, resolve: loseAnswer } = Promise.withResolvers<void>();
    await page.route(POSTED, async (route) => {
      await route.fetch();
      await settled;
      await route.abort();
    });
    const lost = page.waitForEvent("requestfailed", (request) => request.method() === "POST");
    await say(page, "heard of");
    await expect.poll(written).toEqual(["first\nsecond", "on its way", "heard of"]);
    await log(page).getByText("Sending...").waitFor({ state: "detached" });
    expect(await field(page).isEditable()).toBe(true);
    loseAnswer();
    await lost;
    expect(await shown(page)).toEqual(["first\nsecond", "on its way", "heard of"]);
    expect(await page.getByText("Not sent", { exact: true }).count()).toBe(0);
  });

  test("asks visitors to sign in; can be loaded again after a failure; and has a message only once, even if it is retried after the server has stored it [M4.8 M8.18 M8.23]", async () => {
    const { page, context } = await shop.openAs(null);
    await page.goto(path);
    await chatButton(page).click();
    await page.getByText("Please sign in to chat with the seller.").waitFor();
    await page.waitForURL(`**/auth?next=${encodeURIComponent(`${path}?chat=open`)}`);
    // A newcomer signs up first, and reads why.
    await page.getByText("You need an account to message the seller.").waitFor();
    await page.getByLabel("Confirm password").waitFor();
    await signedInAs(context, shop.server.url, buyer);

    await page.route("**/chat/rooms", (route) => route.abort(), { times: 1 });
    // The stream would confirm the message, so it is blocked.
    await page.route("**/events?*", (route) => route.abort());
    // The page to which the sign-in leads opens the chat by itself, once.
    await page.goto(`${path}?chat=open`);
    await page.getByRole("alert").getByText("Error fetching messages").waitFor();
    expect(new URL(page.url()).search).toBe("");
    await page.getByText("We could not be reached.").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await log(page).waitFor();

    // Every request fails until Retry is pressed: on a slow machine the page may retry automatically before that.
    let retried = false;
    await page.route(POSTED, async (route) => {
      if (route.request().method() !== "POST" || retried) return route.continue();
      // The message arrives, but the browser gets an error.
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
    expect(await written()).toEqual(["once"]);
  });

  test("keeps drafts and unsent messages for the next visit, and shows refusals in the reader's language [M8.24]", async () => {
    const { page, context } = await shop.openAs(buyer);
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
    // The unsent message is sent automatically now.
    await log(page).getByText("not sent yet").waitFor();
    await page.getByText("Not sent", { exact: true }).waitFor({ state: "detached" });
    await say(page, "another");
    await expect.poll(() => shown(page)).toEqual(["not sent yet", "another"]);
    await expect.poll(written).toEqual(["not sent yet", "another"]);

    await page.goto(`/nl${path}`);
    await page.getByRole("button", { name: "Chatten" }).click();
    await page.getByRole("textbox", { name: "Bericht" }).waitFor();
    await db().deleteFrom("chat_rooms").where("buyer_id", "=", buyer.viewer.id).execute();
    await page.getByRole("textbox", { name: "Bericht" }).fill("hallo");
    await page.keyboard.press("Enter");
    await page.getByText("Gesprek niet gevonden").waitFor();
  });
});

describe("a new message", () => {
  async function conversation(): Promise<{
    seller: Person;
    room: string;
    write: (text: string) => Promise<unknown>;
  }> {
    const [seller, buyer] = [await person("seller"), await person("buyer")];
    const room = await openRoom(buyer.viewer, await racketOf(seller));
    const write = (message: string) =>
      sendMessage(buyer.viewer, room, { clientId: crypto.randomUUID(), message });
    return { seller, room, write };
  }

  const listens = (page: Page) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === "/events");

  test("is counted beside Messages on any page, and appears in one tab as a toast that opens its conversation; the open conversation shows no toast", async () => {
    const { seller, room, write } = await conversation();
    const { page, context } = await shop.openAs(seller);
    const listening = listens(page);
    await page.goto("/help");
    await listening;
    const other = await context.newPage();
    await other.goto("/rackets");
    await write("Is it still there?");
    const shownToasts = async () =>
      (await toast(page, "Is it still there?").count()) + (await toast(other, "Is it still there?").count());
    await expect.poll(shownToasts).toBe(1);
    const shown = (await toast(page, "Is it still there?").count()) > 0 ? page : other;
    for (const tab of [page, other])
      await tab.getByRole("banner").getByRole("link", { name: "Messages, 1 unread" }).waitFor();
    // Both tabs know of the message now, and still only one shows the toast.
    expect(await shownToasts()).toBeLessThanOrEqual(1);
    await toast(shown, "Is it still there?").getByRole("button", { name: "Open" }).click();
    await shown.waitForURL(`**/messages/${room}`);
    await shown.getByRole("banner").getByRole("link", { name: "Messages", exact: true }).waitFor();
    const toasts = shown.locator("[data-toast]");
    await toasts.waitFor({ state: "detached" });
    await (shown === page ? other : page).close();
    for (const text of ["Can I come by?", "On Sunday?"]) {
      await write(text);
      await shown.getByRole("main").getByText(text).first().waitFor();
    }
    expect(await toasts.count()).toBe(0);
  });
});
