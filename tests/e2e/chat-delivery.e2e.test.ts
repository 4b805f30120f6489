import { setTimeout as moment } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openRoom } from "#app/features/chat/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { type BreakableProxy, startBreakableProxy } from "#tests/support/breakable-proxy.ts";
import type { Tab } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { AUTH_SECRET, startServer, type TestServer } from "#tests/support/server.ts";
import { openShop } from "#tests/support/shop.ts";
import { databaseProxy } from "#tests/support/silent-proxy.ts";

// Two people write to each other while everything between and behind them breaks. Each test counts: both browsers and
// the database hold exactly what was written, once and in one order.

/** How a server ends while somebody writes, in this order; the two take turns. */
const ENDS = ["unacknowledged", "whenever", "asked to"] as const;
/** While servers come and go. */
const PATIENT = { timeout: 60_000 };

const shop = openShop();
let line: BreakableProxy;
let others: TestServer[] = [];
let buyer: Person;
let seller: Person;
let roomId: string;

/** Another server on the shop's database. */
async function another(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer({
    env: { AUTH_SECRET, BASE_URL: line.url, DATABASE_URL: shop.server.databaseUrl, ...env },
  });
  others.push(server);
  return server;
}

/** Ends a server as a power cut would: it says and writes nothing more. */
async function kill(server: TestServer): Promise<void> {
  process.kill(-(server.child.pid ?? Number.NaN), "SIGKILL");
  await server.ended;
}

beforeAll(async () => {
  line = await startBreakableProxy();
});
beforeEach(async () => {
  line.port = shop.server.port;
  [buyer, seller] = [await person("buyer"), await person("seller")];
  roomId = await openRoom(buyer.viewer, await racketOf(seller));
});
afterEach(async () => {
  line.breaksAfter = undefined;
  for (const server of others) {
    server.child.kill("SIGCONT");
    await server.stop();
  }
  others = [];
});
afterAll(() => line.close());

/** Somebody in the conversation, who numbers what they write. */
class Writer {
  readonly name: string;
  readonly tab: Tab;
  /** Everything that they wrote, in that order. */
  readonly said: string[] = [];

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

  /** Sends the next message as a person does; where it stands then is not looked at. */
  async say(): Promise<string> {
    const word = `${this.name}-${String(this.said.length + 1).padStart(3, "0")}`;
    const field = this.page.getByRole("textbox", { name: "Message" });
    await field.fill(`${word}.`, PATIENT);
    this.said.push(word);
    await field.press("Enter");
    await this.log.getByText(word).waitFor();
    return word;
  }

  /** The messages of both as they stand in the conversation, sent or not. */
  async sees(): Promise<string[]> {
    return (await this.log.textContent())?.match(/(?:buyer|seller)-\d{3}/g) ?? [];
  }

  /** Until the server has said that it has everything. */
  async settled(): Promise<void> {
    for (const text of ["Sending...", "Not sent"]) {
      await expect.poll(() => this.log.getByText(text, { exact: true }).count(), PATIENT).toBe(0);
    }
  }
}

async function join(who: Person, name: string, url = line.url): Promise<Writer> {
  const tab = await shop.as(who);
  // Its cookie is good at each port of this machine.
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

/** Which messages of the room a person's stream was, or is to be, told of. */
async function toldTo(who: Person): Promise<unknown[]> {
  const rows = await db()
    .selectFrom("events")
    .select("subject")
    .where("user_id", "=", who.viewer.id)
    .where("kind", "=", "chat.message")
    .orderBy("seq")
    .execute();
  return rows.map(({ subject }) => (subject as { seq: number }).seq);
}

/** Counts: what both wrote is everywhere once, in one order, which for each of them is the order of their writing. */
async function expectWhole(one: Writer, two: Writer): Promise<void> {
  await one.settled();
  await two.settled();
  const rows = await written();
  const order = rows.map(({ message }) => message.replace(".", ""));
  expect([...order].sort()).toEqual([...one.said, ...two.said].sort());
  expect(rows.map(({ seq }) => seq)).toEqual(order.map((_, nth) => nth + 1));
  for (const [writer, { viewer }] of [
    [one, buyer],
    [two, seller],
  ] as const) {
    expect(rows.filter((row) => row.sender_id === viewer.id).map(({ message }) => message)).toEqual(
      writer.said.map((word) => `${word}.`),
    );
  }
  for (const writer of [one, two]) await expect.poll(() => writer.sees(), PATIENT).toEqual(order);
  for (const who of [buyer, seller]) expect(await toldTo(who)).toEqual(rows.map(({ seq }) => seq));
  // And so it is read by who opens it now.
  await one.page.reload();
  await expect.poll(() => one.sees(), PATIENT).toEqual(order);
}

/** Runs with everything held back that is written to the room, and lets it go at the end. */
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

/** How many messages the database is about to write. */
async function beingWritten(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into chat_messages%'
  `.execute(db());
  return rows.length;
}

test("nothing is lost or doubled by a server that is killed or stopped again and again while somebody writes [M4.10]", async () => {
  let serving = await another();
  let next = another();
  line.port = serving.port;
  const [one, two] = [await join(buyer, "buyer"), await join(seller, "seller")];
  for (const [nth, how] of ENDS.entries()) {
    const [writer, other] = nth % 2 ? [two, one] : [one, two];
    if (how === "unacknowledged") {
      // Between write and acknowledgement: the database has it and will write it, and nobody says so.
      await Promise.all([one.settled(), two.settled()]);
      const before = (await written()).length;
      await holdingRoom(async () => {
        await writer.say();
        await expect.poll(beingWritten, PATIENT).toBe(1);
        line.port = undefined;
        await kill(serving);
      });
      await expect.poll(async () => (await written()).length, PATIENT).toBe(before + 1);
    } else if (how === "asked to") {
      await writer.say();
      line.port = undefined;
      // With streams open it ends at once, and well.
      serving.child.kill("SIGTERM");
      expect(await serving.ended).toBe(0);
    } else {
      await writer.say();
      // Whenever: before it is read, while it is written, when it is done.
      await moment(Math.random() * 40);
      line.port = undefined;
      await kill(serving);
    }
    // The other writes while there is no server at all, or already to the next.
    if (nth % 2) await other.say();
    serving = await next;
    line.port = serving.port;
    if (nth + 1 < ENDS.length) next = another();
    if (!(nth % 2)) await other.say();
  }
  await expectWhole(one, two);
});

test("what two write while one is offline, to a server that stands still, and in tabs that are closed arrives by itself, once, in order [M4.10]", async () => {
  const still = await another();
  line.port = still.port;
  const [one, two] = [await join(buyer, "buyer"), await join(seller, "seller", shop.server.url)];
  const { context } = one.tab;
  await one.say();
  await two.log.getByText("buyer-001").waitFor();
  await two.say();
  await one.log.getByText("seller-001").waitFor();
  for (let turn = 0; turn < 2; turn++) {
    await context.setOffline(true);
    // Chromium leaves alone what is open already, the event stream.
    line.cut();
    await one.page.getByText("You are offline.").waitFor();
    for (let nth = 0; nth < 3; nth++) {
      await one.say();
      await two.say();
    }
    await two.settled();
    // Each is marked, and can be sent by hand or left out.
    await expect.poll(() => one.log.getByText("Not sent", { exact: true }).count()).toBe(3);
    expect(await one.log.getByRole("button", { name: "Retry" }).count()).toBe(3);
    expect((await one.sees()).filter((word) => word.startsWith("seller"))).toHaveLength(1 + 3 * turn);
    await context.setOffline(false);
    await one.settled();
    await expect.poll(async () => (await one.sees()).length, PATIENT).toBe(2 + 6 * (turn + 1));
  }
  const order = (await written()).map(({ message }) => message.slice(0, -5));
  const turn = ["seller", "seller", "seller", "buyer", "buyer", "buyer"];
  expect(order).toEqual(["buyer", "seller", ...turn, ...turn]);

  still.child.kill("SIGSTOP");
  await one.say();
  await one.log.getByText("Sending...").waitFor();
  for (let nth = 0; nth < 5; nth++) await two.say();
  await two.settled();
  expect(await one.sees()).toHaveLength(15);
  still.child.kill("SIGCONT");
  await expect.poll(async () => (await one.sees()).length, PATIENT).toBe(20);
  await two.say();
  await one.say();
  await one.settled();

  const beside = new Writer("buyer", { ...one.tab, page: await context.newPage() });
  await beside.page.goto(`${line.url}/messages/${roomId}`);
  await context.setOffline(true);
  await one.say();
  beside.said.push(...one.said);
  await beside.say();
  for (const { log } of [one, beside]) await log.getByText("Not sent", { exact: true }).waitFor();
  await one.page.close();
  await beside.page.close();
  await context.setOffline(false);
  const later = new Writer("buyer", { ...one.tab, page: await context.newPage() });
  later.said.push(...beside.said);
  await later.page.goto(`${line.url}/messages/${roomId}`);
  await two.log.getByText(beside.said.at(-1) ?? "").waitFor();
  await two.say();
  await expectWhole(later, two);
});

test("nothing is lost or doubled on a line that breaks within any answer and any event", async () => {
  const [one, two] = [await join(buyer, "buyer"), await join(seller, "seller")];
  // The first of both at once: whose is confirmed first is not whose is first.
  line.breaksAfter = () => 1 + Math.floor(Math.random() * 1_500);
  await Promise.all(
    [one, two].map(async (writer) => {
      for (let nth = 0; nth < 12; nth++) await writer.say();
    }),
  );
  expect(line.broken).toBeGreaterThan(10);
  line.breaksAfter = undefined;
  await expectWhole(one, two);
});

// What the server answers meanwhile is shown in tests/pages/database-unavailable.page.test.ts.
test("a page that met the database away shows itself when it is back", async () => {
  const proxy = await databaseProxy(shop.server.databaseUrl);
  try {
    const { url } = await another({ DATABASE_URL: proxy.url });
    const { page } = await shop.as(null);
    await proxy.leave();
    const answer = await page.goto(`${url}/rackets`);
    expect(answer?.status()).toBe(503);
    await page.getByText("This page tries again by itself.").waitFor();
    // It has tried, in vain.
    await page.waitForResponse(
      (response) => response.url().includes("/rackets.data") && response.status() === 503,
    );
    await proxy.comeBack();
    await page.getByRole("heading", { level: 1, name: "Rackets" }).waitFor();
  } finally {
    await proxy.close();
  }
});
