import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { type DatabaseProxy, databaseProxy } from "#tests/support/silent-proxy.ts";
import { DatabaseUnavailable } from "./database-unavailable.server.ts";
import { closeDb, db, extendStatementTimeout, inTransaction, pool, prepared } from "./db.server.ts";
import { configure, env } from "./env.server.ts";
import { enqueue, startJobs, stopJobs } from "./jobs.server.ts";
import { databaseAnswers, listen } from "./listen.server.ts";
import { logger } from "./log.server.ts";

let proxy: DatabaseProxy;

const database = openDatabase();
beforeEach(async () => {
  await closeDb();
  proxy = await databaseProxy(database.url);
  configure({ ...env(), databaseUrl: impatient(proxy.url) });
});
afterEach(async () => {
  await stopJobs();
  await closeDb();
  configure({ ...env(), databaseUrl: database.url });
  await proxy.close();
});

/** On a busy machine, the first query of a new connection can take a second. */
const TIMEOUT_MS = 3_000;
const LONGER_THAN_TIMEOUT = sql`select pg_sleep(${TIMEOUT_MS / 1000 + 0.5})`;

function impatient(database: string): string {
  const url = new URL(database);
  url.searchParams.set("query_timeout", String(TIMEOUT_MS));
  return url.href;
}

const one = () => sql`select 1 as one`.execute(db());

async function openAll(): Promise<void> {
  const clients = await Promise.all(Array.from({ length: 10 }, () => pool().connect()));
  for (const client of clients) client.release();
}

describe("connections that stop answering", () => {
  test("are closed, all ten of them, and the next queries run on new ones", async () => {
    await openAll();
    expect(proxy.open).toBe(10);
    proxy.silence();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, one));
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: new DatabaseUnavailable("Query read timeout"),
      });
    await expect.poll(() => proxy.open).toBe(0);
    await Promise.all(Array.from({ length: 20 }, one));
  });

  // Without discarding, each of the ten would be asked for three seconds, one after the other.
  test("are replaced before a query uses them, all at once, if they rested", {
    timeout: 15_000,
  }, async () => {
    await openAll();
    await delay(1_100);
    proxy.silence();
    await one();
    await expect.poll(() => proxy.open).toBe(1);
  });

  test("are discarded when the query of another one had no answer", async () => {
    await openAll();
    proxy.silence();
    await expect(one()).rejects.toThrow(new DatabaseUnavailable("Query read timeout"));
    await one();
    await expect.poll(() => proxy.open).toBe(1);
  });

  test("end when those of the pools do not answer either; then queries fail at once, until the database answers", async () => {
    configure({ ...env(), databaseUrl: proxy.url });
    await closeDb();
    const listening = await listen({ channel: "news", onConnect() {}, onNotify() {} }, { heartbeatMs: 500 });
    expect(await databaseAnswers()).toBe(true);
    await openAll();
    const underWay = sql`select pg_sleep(60)`.execute(db());
    underWay.catch(() => {});
    proxy.silence("also new ones");
    await expect(underWay).rejects.toMatchObject({ reason: "Connection terminated" });
    await expect(one()).rejects.toMatchObject({ reason: "no answer" });
    await expect(prepared(sql<object>`select 1`)).rejects.toThrow(DatabaseUnavailable);
    expect(await databaseAnswers()).toBe(false);
    proxy.answer();
    await expect.poll(databaseAnswers).toBe(true);
    await one();
    await listening.close();
  });

  test("are replaced alone, when others of this server answer", async () => {
    configure({ ...env(), databaseUrl: proxy.url });
    await closeDb();
    const [connected, lost] = [vi.fn(), vi.fn()];
    const listening = await listen(
      { channel: "news", onConnect: connected, onDisconnect: lost, onNotify() {} },
      { heartbeatMs: 1_000 },
    );
    proxy.silence();
    await openAll();
    const underWay = sql<{ done: string }>`select pg_sleep(8), 'yes' as done`.execute(db());
    await expect.poll(() => lost.mock.calls.length).toBe(1);
    await one();
    await expect.poll(() => connected.mock.calls.length).toBe(2);
    expect((await underWay).rows).toMatchObject([{ done: "yes" }]);
    await listening.close();
  });

  test("are closed also in a transaction, and with a prepared statement", async () => {
    const transaction = inTransaction(async (trx) => {
      await sql`select 1`.execute(trx);
      proxy.silence();
      await sql`select 2`.execute(trx);
    });
    await expect(transaction).rejects.toThrow(DatabaseUnavailable);
    await prepared(sql<{ three: number }>`select 3 as three`);
    proxy.silence();
    await expect(prepared(sql<{ three: number }>`select 3 as three`)).rejects.toThrow(DatabaseUnavailable);
    await expect.poll(() => proxy.open).toBe(0);
    expect(await prepared(sql<{ three: number }>`select 3 as three`)).toEqual([{ three: 3 }]);
  });

  test("are distinguished from slow statements with an extended timeout", async () => {
    const slept = inTransaction(async (trx) => {
      await extendStatementTimeout(trx);
      await LONGER_THAN_TIMEOUT.execute(trx);
      const { rows } = await sql<{ setting: string }>`
          select current_setting('statement_timeout') as setting`.execute(trx);
      return rows[0]?.setting;
    });
    expect(await slept).toBe("10min");
    await expect(LONGER_THAN_TIMEOUT.execute(db())).rejects.toThrow(DatabaseUnavailable);
  });

  test("do not stop background jobs for good", async () => {
    const finished: unknown[] = [];
    const work = async (data: unknown) => void finished.push(data);
    await startJobs(impatient(proxy.url), { count: { work } });
    await enqueue("count", { nth: 1 });
    await expect.poll(() => finished).toHaveLength(1);
    proxy.silence();
    await expect
      .poll(() =>
        enqueue("count", { nth: 2 }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(() => finished).toContainEqual({ nth: 2 });
  });

  test("are noticed while idle: a listener is notified, and listens again", async () => {
    const payloads: string[] = [];
    const [connected, lost] = [vi.fn(), vi.fn()];
    const listening = await listen(
      {
        channel: "news",
        onConnect: connected,
        onDisconnect: lost,
        onNotify: (payload) => payloads.push(payload),
      },
      { heartbeatMs: 1_000 },
    );
    expect([connected.mock.calls.length, lost.mock.calls.length]).toEqual([1, 0]);
    proxy.silence();
    await expect.poll(() => lost.mock.calls.length).toBe(1);
    await expect.poll(() => connected.mock.calls.length).toBe(2);
    await sql`select pg_notify('news', 'again')`.execute(db());
    await expect.poll(() => payloads).toEqual(["again"]);
    await listening.close();
  });
});

test("a listener logs each failed attempt to connect as DatabaseUnavailable", async () => {
  const hangsUp = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(hangsUp, "listening");
  const { port } = hangsUp.address() as AddressInfo;
  configure({ ...env(), databaseUrl: `postgresql://nobody@127.0.0.1:${port}/shop` });
  const warn = vi.spyOn(logger, "warn");
  const listening = await listen({ channel: "news", onConnect() {}, onNotify() {} });
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(2);
  await listening.close();
  hangsUp.close();
  for (const [facts] of warn.mock.calls)
    expect(facts).toMatchObject({ err: expect.any(DatabaseUnavailable) });
  warn.mockRestore();
});

test("while only the listener cannot connect, queries work", async () => {
  configure({ ...env(), databaseUrl: database.url });
  await one();
  const listening = await listen(
    { channel: "news", onConnect() {}, onNotify() {} },
    { databaseUrl: proxy.url },
  );
  const warn = vi.spyOn(logger, "warn");
  await proxy.disconnect();
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(2);
  warn.mockRestore();
  await one();
  await listening.close();
});

describe("an unavailable database", () => {
  test("is reported with its reason, and is queried again when it is back", async () => {
    await one();
    await proxy.disconnect();
    const refused = await Promise.allSettled([one(), prepared(sql<object>`select 1`), one()]);
    for (const outcome of refused)
      expect(outcome).toMatchObject({ status: "rejected", reason: { name: "DatabaseUnavailable" } });
    await expect(one()).rejects.toMatchObject({ reason: "ECONNREFUSED" });
    await proxy.reconnect();
    await one();
  });

  test("is not reported for a wrong statement or a statement that took too long", async () => {
    await expect(sql`select 1 / 0`.execute(db())).rejects.toMatchObject({ code: "22012" });
    const late = inTransaction(async (trx) => {
      await sql`set local statement_timeout = 50`.execute(trx);
      await sql`select pg_sleep(1)`.execute(trx);
    });
    await expect(late).rejects.toMatchObject({ code: "57014" });
  });

  test("is reported when the server terminates a running statement", async () => {
    const query = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db());
    await expect(query).rejects.toMatchObject({ name: "DatabaseUnavailable", reason: "57P01" });
    await one();
  });
});
