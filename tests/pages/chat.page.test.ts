import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { eventsUpTo } from "#app/platform/events.server.ts";
import { Reader } from "#tests/support/event-server.ts";
import type { FetchedPage } from "#tests/support/no-script-browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { waitForLocks } from "#tests/support/races.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let buyer: Person;

beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
});

const say = (who: Person, roomId: string, message: string) =>
  sendMessage(who.viewer, roomId, { clientId: randomUUID(), message });

/** Sends the seller a message about a new racket. Returns the conversation's id. */
async function talk(who: Person, name: string, message: string): Promise<string> {
  const id = await openRoom(who.viewer, await racketOf(seller, { name }));
  await say(who, id, message);
  return id;
}

const messagesOn = (page: FetchedPage) =>
  [...page.getByRole("log").querySelectorAll("li [dir=auto]")].map(({ textContent }) => textContent);
const rows = (page: FetchedPage) => [
  ...page.getByRole("navigation", { name: "Conversations" }).querySelectorAll("li a"),
];
function row(page: FetchedPage, text: string): Element {
  const found = rows(page).find(({ textContent }) => textContent.includes(text));
  if (!found) throw new Error(`No conversation says "${text}".`);
  return found;
}

test("a conversation works without JavaScript, and appears in the list", async () => {
  const browser = shop.withoutScripts(buyer);
  const listing = await browser.open(`/rackets/${(await racketOf(seller)).id}`);
  const room = await browser.submit(listing.getByRole("button", { name: "Chat" }));
  expect(room.url.pathname).toMatch(/^\/messages\/[\w-]{36}$/);
  const then = await browser.submit(room.getByRole("button", { name: "Send" }), { message: "by form" });
  expect(messagesOn(then)).toEqual(["by form"]);
  await browser.open("/messages");
  row(browser.page, "by form");
});

test("a message with a link to pay elsewhere shows a warning to its recipient only, without JavaScript", async () => {
  const room = await talk(buyer, "Blade 98", "Please pay here: https://paypal.me/anna");
  const warning = /asks you to pay or to open a page outside/;
  const read = await shop.withoutScripts(seller).open(`/messages/${room}`);
  read.getByText(warning);
  const log = read.getByRole("log");
  expect(log.querySelector('a[href="/safety"]')?.textContent).toBe("What to look out for");
  const sent = await shop.withoutScripts(buyer).open(`/messages/${room}`);
  expect(sent.queryByText(warning)).toBeNull();
});

test("a suggested first message is chosen and changed without JavaScript, and is sent only by Send", async () => {
  const browser = shop.withoutScripts(buyer);
  const id = await openRoom(buyer.viewer, await racketOf(seller));
  const room = await browser.open(`/messages/${id}`);
  const prefilled = await browser.follow(room.getByRole("link", { name: "Would you take €…?" }));
  const field = prefilled.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  expect(field.value).toBe("Would you take €…?");
  expect(messagesOn(prefilled)).toEqual([]);
  const sent = await browser.submit(prefilled.getByRole("button", { name: "Send" }), {
    message: "Would you take €100?",
  });
  expect(messagesOn(sent)).toEqual(["Would you take €100?"]);
  expect(sent.queryByRole("link", { name: "Is it still available?" })).toBeNull();
  const other = await shop.withoutScripts(buyer).open(`/messages/${id}?opener=7`);
  expect(other.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" }).value).toBe("");
});

test("a conversation about a deleted listing is kept, and is not shown to others", async () => {
  const room = await talk(buyer, "Blade 98", "hello");
  await db().deleteFrom("listings").where("user_id", "=", seller.viewer.id).execute();
  const browser = shop.withoutScripts(buyer);
  await browser.open("/messages");
  const thread = await browser.follow(row(browser.page, "hello"));
  expect(thread.url.pathname).toBe(`/messages/${room}`);
  thread.main.getByText("No longer available");
  const about = thread.main.getAllByRole("link", { name: /Blade 98/ }).at(-1);
  const listingPage = await browser.follow(about ?? thread.document.body);
  expect(listingPage.url.pathname).toMatch(/^\/rackets\//);
  listingPage.getByText("Racket not found");

  const stranger = shop.withoutScripts(await person("stranger"));
  expect((await stranger.open(`/messages/${room}`)).status).toBe(404);
  stranger.page.getByText("Conversation not found");
  expect(stranger.page.document.body.textContent).not.toContain("hello");
});

test("an unknown conversation shows an error beside the list of conversations", async () => {
  await talk(buyer, "Pure Drive", "hello");
  const browser = shop.withoutScripts(seller);
  expect((await browser.open(`/messages/${randomUUID()}`)).status).toBe(404);
  browser.page.getByText("Conversation not found");
  row(browser.page, "Pure Drive");
});

test("links in messages open other sites in a new tab without a referrer, and the shop in the same tab [V3.4.5]", async () => {
  const room = await talk(
    buyer,
    "Blade 98",
    `https://example.com/a, javascript:alert(1) and ${shop.server.url}/rackets`,
  );
  const browser = shop.withoutScripts(seller);
  const page = await browser.open(`/messages/${room}`);
  const [outside, inside, ...more] = page.getByRole("log").querySelectorAll("a");
  expect(outside?.href).toBe("https://example.com/a");
  expect([outside?.rel, outside?.target]).toEqual(["noopener nofollow ugc noreferrer", "_blank"]);
  expect([inside?.href, inside?.target]).toEqual([`${shop.server.url}/rackets`, ""]);
  expect(more).toEqual([]);
});

test("a link to a listing says what it is in the reader's language, without the address", async () => {
  const listing = await racketOf(seller, { name: "Pure Drive" });
  const address = `${shop.server.url}/en-us/rackets/${listing.id}`;
  const room = await talk(buyer, "Blade 98", `- Pure Drive\n  ${address}`);
  const page = await shop.withoutScripts(seller).open(`/nl/messages/${room}`);
  const log = page.getByRole("log");
  const [link] = log.querySelectorAll("a");
  expect([link?.textContent, link?.lang, link?.href]).toEqual(["Advertentie bekijken", "nl", address]);
  expect(log.textContent).not.toContain(listing.id);
});

test("the list of conversations is paged and searched without JavaScript", async () => {
  await talk(buyer, "Pure Drive", "Is it still there?");
  await talk(await person("ben"), "Blade 98", "Would you take less?");
  for (let nth = 0; nth < 26; nth++) await talk(await person(), `Racket ${nth}`, "hello");
  const browser = shop.withoutScripts(seller);
  const list = await browser.open("/messages");
  expect(rows(list).filter(({ textContent }) => textContent.includes("Pure Drive"))).toEqual([]);
  const next = await browser.follow(list.getByRole("link", { name: "Show more" }));
  const thread = await browser.follow(row(next, "Pure Drive"));
  expect(messagesOn(thread)).toEqual(["Is it still there?"]);
  const latest = await browser.follow(thread.getByRole("link", { name: "Back to the latest" }));
  row(latest, "Racket 25");
  // The form has no button: Enter submits it.
  const { form } = latest.getByRole<HTMLInputElement>("searchbox", { name: "Search conversations" });
  expect(form?.method).toBe("get");
  const found = await browser.open(`${form?.action}?q=less`);
  expect(rows(found).length).toBe(1);
  expect(messagesOn(await browser.follow(row(found, "Blade 98")))).toEqual(["Would you take less?"]);
});

test("the menu shows the number of unread conversations", async () => {
  await talk(buyer, "Blade 98", "Hello");
  const { document } = await shop.withoutScripts(seller).open("/help");
  const menu = [...document.querySelectorAll("header details a")].map(({ textContent }) => textContent);
  expect(menu).toContain("Messages, 1 unread");
});

test("the other person is not told about typing when the request was cancelled", async () => {
  const room = await openRoom(buyer.viewer, await racketOf(seller));
  const reader = await Reader.open(`${shop.server.url}/events`, seller, {
    lastEventId: await eventsUpTo(seller.viewer.id),
  });
  expect(await reader.next()).toMatchObject({ event: "hello" });
  const sent = new AbortController();
  await inTransaction(async (trx) => {
    await sql`lock table chat_rooms in access exclusive mode`.execute(trx);
    const body = new URLSearchParams();
    const headers = { cookie: buyer.cookie, origin: shop.server.url };
    const init = { method: "POST", body, headers, signal: sent.signal };
    const typing = fetch(`${shop.server.url}/chat/rooms/${room}/typing`, init);
    const cancelled = expect(typing).rejects.toThrow("aborted");
    await waitForLocks(1);
    sent.abort();
    await cancelled;
    // The server has seen the end of that connection before it answers on a later one.
    await (await fetch(`${shop.server.url}/robots.txt`)).arrayBuffer();
  });
  await say(buyer, room, "Is it still there?");
  expect(await reader.next()).toMatchObject({ event: "chat.message" });
  reader.close();
});
