import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { db, inTransaction } from "./db.server.ts";
import { configure, env } from "./env.server.ts";
import { enqueue, startJobs, stopJobs } from "./jobs.server.ts";
import { logger } from "./log.server.ts";
import { canSendSms, sendSms, smsJobs } from "./sms.server.ts";

const SMS = { to: "+31612345678", text: "123456 is your code <here>.\n\n@shop.example #123456" };

type Received = { path: string; headers: IncomingHttpHeaders; body: unknown };

let gateways: Server[] = [];

const database = openDatabase();
beforeEach(async () => {
  await db().deleteFrom("mails").execute();
});
afterEach(async () => {
  await stopJobs();
  configure({ ...env(), smsUrl: undefined, smtpUrl: undefined });
  for (const gateway of gateways) gateway.close();
  gateways = [];
});

/** The last status repeats. */
async function gateway(...statuses: number[]): Promise<Received[]> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(parts).toString());
      received.push({ path: request.url ?? "", headers: request.headers, body });
      response.writeHead(statuses[Math.min(received.length, statuses.length) - 1] ?? 200).end("{}");
    });
  });
  gateways.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  configure({ ...env(), smsUrl: `http://us:p%40ss@127.0.0.1:${port}/send?from=shop` });
  return received;
}

test("without a gateway a text message is stored in the mailbox", async () => {
  await sendSms(SMS);
  const [stored] = await db().selectFrom("mails").selectAll().execute();
  expect(stored).toMatchObject({
    recipient: SMS.to,
    subject: "123456 is your code <here>.",
    text: SMS.text,
  });
  expect(stored?.html).toContain("&lt;here&gt;");
});

test("a gateway gets the number and the text as JSON, and the password as HTTP Basic [A7.10]", async () => {
  const received = await gateway(202);
  await startJobs(database.url, smsJobs);
  await sendSms(SMS);
  await vi.waitFor(() => expect(received).toHaveLength(1), 15_000);
  expect(received[0]).toMatchObject({
    path: "/send?from=shop",
    body: SMS,
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from("us:p@ss").toString("base64")}`,
    },
  });
  expect(await db().selectFrom("mails").select("id").execute()).toEqual([]);
});

test("a text message that is queued in a transaction is sent only if the transaction commits", async () => {
  const received = await gateway(200);
  await startJobs(database.url, smsJobs);
  const other = { ...SMS, text: "kept" };
  await inTransaction(async (trx) => {
    await sendSms(SMS, trx);
    throw new Error("undone");
  }).catch(() => {});
  await inTransaction((trx) => sendSms(other, trx));
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), 15_000);
  expect(received.map(({ body }) => body)).toEqual([other]);
});

test("a server without SMS_URL leaves text messages to one with it", async () => {
  let done = 0;
  const counted = {
    async work() {
      done += 1;
    },
  };
  await startJobs(database.url, { ...smsJobs, counted });
  const received = await gateway(200);
  const texts = ["one", "two", "three"];
  for (const text of texts) await sendSms({ ...SMS, text });
  // By then, this server could have taken a text message.
  for (const _ of texts) await enqueue("counted", {});
  await vi.waitFor(() => expect(done).toBe(texts.length), 15_000);
  await stopJobs();
  const waiting = sql`select state, retry_count as retries from pgboss.job where name = 'sms' and state <> 'completed'`;
  expect((await waiting.execute(db())).rows).toEqual(texts.map(() => ({ state: "created", retries: 0 })));
  await startJobs(database.url, smsJobs);
  await vi.waitFor(() => expect(received).toHaveLength(texts.length), 15_000);
});

test.each([500, 401, 307])(
  "when the gateway answers %s, the job fails, so that it is retried",
  async (status) => {
    const { level } = logger;
    logger.level = "silent";
    const received = await gateway(status);
    await expect(smsJobs.sms.work(SMS, new AbortController().signal)).rejects.toThrow();
    expect(received).toHaveLength(1);
    logger.level = level;
  },
);

test("a delivery ends when its job is aborted", async () => {
  const stop = new AbortController();
  const server = createServer(() => stop.abort(new Error("stopped"))).listen(0, "127.0.0.1");
  gateways.push(server);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  configure({ ...env(), smsUrl: `http://127.0.0.1:${port}` });
  await expect(smsJobs.sms.work(SMS, stop.signal)).rejects.toThrow("stopped");
});

test("text messages are available with a gateway, or where the mailbox can be read", () => {
  const loopback = { ...env(), baseUrl: "http://127.0.0.1:3000", smtpUrl: undefined, smsUrl: undefined };
  expect(canSendSms(loopback)).toBe(true);
  expect(canSendSms({ ...loopback, smtpUrl: "smtp://mail" })).toBe(false);
  expect(canSendSms({ ...loopback, baseUrl: "https://shop.example" })).toBe(false);
  expect(canSendSms({ ...loopback, smtpUrl: "smtp://mail", smsUrl: "https://gateway" })).toBe(true);
});
