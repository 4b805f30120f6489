import { setTimeout as moment } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { type BreakableProxy, startBreakableProxy } from "#tests/support/breakable-proxy.ts";
import type { Tab } from "#tests/support/browser.ts";
import { type Person, racketOf } from "#tests/support/people.ts";
import { chatScene } from "#tests/support/scene.ts";
import { AUTH_SECRET, startServer, type TestServer } from "#tests/support/server.ts";
import { openShop } from "#tests/support/shop.ts";
import { databaseProxy } from "#tests/support/silent-proxy.ts";

// Two people write to each other while the servers and connections between them fail. Each test then expects that both
// browsers and the database have every message exactly once, in the same order.

/**
 * How each server ends:
 * - "unacknowledged": it is killed before it confirms a message
 * - "whenever": it is killed at a random time
 * - "asked to": it is stopped with SIGTERM
 */
const ENDS = ["unacknowledged", "whenever", "asked to"] as const;
/** The options of a wait during which a server may stop and the next one start. */
const PATIENT = { timeout: 60_000 };

const shop = openShop();
let browserProxy: BreakableProxy;
let others: TestServer[] = [];
let buyer: Person;
let seller: Person;
let roomId: string;

async function another(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer({
    env: { AUTH_SECRET, BASE_URL: browserProxy.url, DATABASE_URL: shop.server.databaseUrl, ...env },
  });
  others.push(server);
  return server;
}

async function kill(server: TestServer): Promise<void> {
  process.kill(-(server.child.pid ?? Number.NaN), "SIGKILL");
  await server.ended;
}

beforeAll(async () => {
  browserProxy = await startBreakableProxy();
});
beforeEach(async () => {
  browserProxy.port = shop.server.port;
  ({ seller, buyer, roomId } = await chatScene());
});
afterEach(async () => {
  browserProxy.breaksAfter = undefined;
  for (const server of others) {
    server.child.kill("SIGCONT");
    await server.stop();
  }
  others = [];
});
afterAll(() => browserProxy.close());

/** A person who writes numbered messages in the conversation. */
class Writer {
  readonly name: string;
  readonly tab: Tab;
  /** The messages that this person sent, in order. */
  readonly words: string[] = [];

  constructor(name: string, tab: Tab) {
    this.name = name;
    this.tab = tab;
  }

  get page(): Page {
    return this.tab.page;
  }

  get log() {
    return this.page.getByRole("log");
  }

  /** Sends the next message with the form. Does not wait until the server confirms it. */
  async say(): Promise<string> {
    const word = `${this.name}-${String(this.words.length + 1).padStart(3, "0")}`;
    const field = this.page.getByRole("textbox", { name: "Message" });
    await field.fill(`${word}.`, PATIENT);
    this.words.push(word);
    await field.press("Enter");
    await this.log.getByText(word).waitFor();
    return word;
  }

  /** All messages that this person's page shows, sent or not. */
  async sees(): Promise<string[]> {
    return (await this.log.textContent())?.match(/(?:buyer|seller)-\d{3}/g) ?? [];
  }

  /** Waits until the server has confirmed every message. */
  async settled(): Promise<void> {
    for (const text of ["Sending...", "Not sent"]) {
      await expect.poll(() => this.log.getByText(text, { exact: true }).count(), PATIENT).toBe(0);
    }
  }
}

async function join(who: Person, name: string, url = browserProxy.url): Promise<Writer> {
  const tab = await shop.openAs(who);
  // Cookies ignore the port, so the session is valid at the proxy and at each server.
  await tab.page.goto(`${url}/messages/${roomId}`);
  return new Writer(name, tab);
}

const written = () =>
  db()
    .selectFrom("chat_messages")
    .select(["seq", "message", "sender_id"])
    .where("chat_room_id", "=", roomId)
    .orderBy("seq")
    .execute();

/** The numbers of the room's messages in the events of this person. */
async function eventsOf(who: Person): Promise<unknown[]> {
  const rows = await db()
    .selectFrom("events")
    .select("subject")
    .where("user_id", "=", who.viewer.id)
    .where("kind", "=", "chat.message")
    .orderBy("seq")
    .execute();
  return rows.map(({ subject }) => (subject as { seq: number }).seq);
}

/**
 * Expects that both browsers, the database and the events have every message once, in the same order. Each person's
 * own messages must be in the order in which they were written.
 */
async function expectWhole(one: Writer, two: Writer): Promise<void> {
  await one.settled();
  await two.settled();
  const rows = await written();
  const order = rows.map(({ message }) => message.replace(".", ""));
  expect([...order].sort()).toEqual([...one.words, ...two.words].sort());
  expect(rows.map(({ seq }) => seq)).toEqual(order.map((_, nth) => nth + 1));
  for (const [writer, { viewer }] of [
    [one, buyer],
    [two, seller],
  ] as const) {
    expect(rows.filter((row) => row.sender_id === viewer.id).map(({ message }) => message)).toEqual(
      writer.words.map((word) => `${word}.`),
    );
  }
  for (const writer of [one, two]) await expect.poll(() => writer.sees(), PATIENT).toEqual(order);
  for (const who of [buyer, seller]) expect(await eventsOf(who)).toEqual(rows.map(({ seq }) => seq));
  // A reloaded page reads the messages from the server instead of the stream.
  await one.page.reload();
  await expect.poll(() => one.sees(), PATIENT).toEqual(order);
}

/** Locks the room's row while `run` runs, so that no message can be written to the room. */
async function holdingRoom(run: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: shop.server.databaseUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select from chat_rooms where id = $1 for update", [roomId]);
    await run();
  } finally {
    await client.end();
  }
}

/** How many messages wait for a lock in the database. */
async function beingWritten(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into chat_messages%'
  `.execute(db());
  return rows.length;
}

test("no message is lost or duplicated by a server that is killed or stopped again and again during writing [M4.10]", async () => {
  let serving = await another();
  let next = another();
  browserProxy.port = serving.port;
  const [one, two] = [await join(buyer, "buyer"), await join(seller, "seller")];
  for (const [nth, how] of ENDS.entries()) {
    const [writer, other] = nth % 2 ? [two, one] : [one, two];
    if (how === "unacknowledged") {
      // Killed between write and confirmation: the database will store the message, but no server confirms it.
      await Promise.all([one.settled(), two.settled()]);
      const before = (await written()).length;
      await holdingRoom(async () => {
        await writer.say();
        await expect.poll(beingWritten, PATIENT).toBe(1);
        browserProxy.port = undefined;
        await kill(serving);
      });
      await expect.poll(async () => (await written()).length, PATIENT).toBe(before + 1);
    } else if (how === "asked to") {
      await writer.say();
      browserProxy.port = undefined;
      // The shutdown is clean and fast although streams are open.
      serving.child.kill("SIGTERM");
      expect(await serving.ended).toBe(0);
    } else {
      await writer.say();
      // Killed at a random time: before, while or after the server stores the message.
      await moment(Math.random() * 40);
      browserProxy.port = undefined;
      await kill(serving);
    }
    // In every second turn the other person writes while no server runs, otherwise after the next server has started.
    if (nth % 2) await other.say();
    serving = await next;
    browserProxy.port = serving.port;
    if (nth + 1 < ENDS.length) next = another();
    if (!(nth % 2)) await other.say();
  }
  await expectWhole(one, two);
});

test("messages that are written offline, to a server that hangs, or in tabs that are closed arrive once, in order [M4.10]", async () => {
  const hanging = await another();
  browserProxy.port = hanging.port;
  const [one, two] = [await join(buyer, "buyer"), await join(seller, "seller", shop.server.url)];
  const { context } = one.tab;
  await one.say();
  await two.log.getByText("buyer-001").waitFor();
  await two.say();
  await one.log.getByText("seller-001").waitFor();
  for (let turn = 0; turn < 2; turn++) {
    await context.setOffline(true);
    // Chromium's offline mode keeps connections such as the event stream, and one that is just being opened.
    browserProxy.port = undefined;
    browserProxy.cut();
    await one.page.getByText("You are offline.").waitFor();
    for (let nth = 0; nth < 3; nth++) {
      await one.say();
      await two.say();
    }
    await two.settled();
    await expect.poll(() => one.log.getByText("Not sent", { exact: true }).count()).toBe(3);
    expect(await one.log.getByRole("button", { name: "Retry" }).count()).toBe(3);
    expect((await one.sees()).filter((word) => word.startsWith("seller"))).toHaveLength(1 + 3 * turn);
    browserProxy.port = hanging.port;
    await context.setOffline(false);
    await one.settled();
    await expect.poll(async () => (await one.sees()).length, PATIENT).toBe(2 + 6 * (turn + 1));
  }
  const order = (await written()).map(({ message }) => message.slice(0, -5));
  const turn = ["seller", "seller", "seller", "buyer", "buyer", "buyer"];
  expect(order).toEqual(["buyer", "seller", ...turn, ...turn]);

  hanging.child.kill("SIGSTOP");
  await one.say();
  await one.log.getByText("Sending...").waitFor();
  for (let nth = 0; nth < 5; nth++) await two.say();
  await two.settled();
  expect(await one.sees()).toHaveLength(15);
  hanging.child.kill("SIGCONT");
  await expect.poll(async () => (await one.sees()).length, PATIENT).toBe(20);
  await two.say();
  await one.say();
  await one.settled();

  const beside = new Writer("buyer", { ...one.tab, page: await context.newPage() });
  await beside.page.goto(`${browserProxy.url}/messages/${roomId}`);
  await context.setOffline(true);
  await one.say();
  beside.words.push(...one.words);
  await beside.say();
  // The second tab also has the unsent message of the first tab, and sends that message first.
  await one.log.getByText("Not sent", { exact: true }).first().waitFor();
  await expect.poll(() => beside.log.getByText("Not sent", { exact: true }).count()).toBe(2);
  await one.page.close();
  await beside.page.close();
  await context.setOffline(false);
  const later = new Writer("buyer", { ...one.tab, page: await context.newPage() });
  later.words.push(...beside.words);
  await later.page.goto(`${browserProxy.url}/messages/${roomId}`);
  await two.log.getByText(beside.words.at(-1) ?? "").waitFor();
  await two.say();
  await expectWhole(later, two);
});

test("no message is lost or duplicated on a connection that breaks within answers and events", async () => {
  const [one, two] = [await join(buyer, "buyer"), await join(seller, "seller")];
  // Both people send at the same time, so messages may be confirmed in another order than they were sent.
  browserProxy.breaksAfter = () => 1 + Math.floor(Math.random() * 1_500);
  await Promise.all(
    [one, two].map(async (writer) => {
      for (let nth = 0; nth < 12; nth++) await writer.say();
    }),
  );
  expect(browserProxy.broken).toBeGreaterThan(10);
  browserProxy.breaksAfter = undefined;
  await expectWhole(one, two);
});

// tests/pages/database-unavailable.page.test.ts tests what the server answers; this test is about the browser.
test("an outage of the database leaves unsent texts in the browser and signs nobody out, and pages that were answered with 503 recover by themselves", async () => {
  const proxy = await databaseProxy(shop.server.databaseUrl);
  try {
    const { url } = await another({ DATABASE_URL: proxy.url });
    const { page } = await shop.openAs(buyer);
    const { page: visitor } = await shop.openAs(null);
    const entries = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /^chat /.test(key)));
    await page.goto(`${url}/messages/${roomId}`);
    await page.getByRole("textbox", { name: "Message" }).fill("not sent yet");
    await expect.poll(entries).toHaveLength(1);
    const listing = `${url}/rackets/${(await racketOf(seller, { name: "Here again" })).id}`;
    const untouched = await page.context().newPage();
    await untouched.goto(`${url}/messages`);
    await proxy.disconnect();
    // The browse page shows the error page of the root, and the page of a listing its own.
    await Promise.all(
      (
        [
          [page, listing],
          [visitor, `${url}/rackets`],
        ] as const
      ).map(async ([tab, address]) => {
        expect((await tab.goto(address))?.status()).toBe(503);
        await tab.getByText("This page will keep trying.").waitFor();
        // A retry that fails.
        await tab.waitForResponse(
          (response) => response.url().includes(".data") && response.status() === 503,
        );
      }),
    );
    expect(await entries()).toHaveLength(1);
    expect(await untouched.getByText("You were signed out").count()).toBe(0);
    await proxy.reconnect();
    await page.getByRole("heading", { level: 1, name: "Here again" }).waitFor();
    await visitor.getByRole("heading", { level: 1, name: "Rackets" }).waitFor();
    expect(await entries()).toHaveLength(1);
  } finally {
    await proxy.close();
  }
});
