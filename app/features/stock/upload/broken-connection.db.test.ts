import { randomUUID } from "node:crypto";
import { type ClientRequest, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import { action } from "#app/routes/stock/uploads.route.ts";
import { httpServer } from "#server/http.ts";
import { openDatabase } from "#tests/support/database.ts";
import { LOCAL } from "#tests/support/hosts.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRows } from "#tests/support/rows.ts";
import { racketFile } from "#tests/support/stock-files.ts";
import { UPLOADS_JOB } from "./jobs.server.ts";
import { sendPath } from "./view.ts";
import { processUploads } from "./work.server.ts";

/** How many requests have ended, also those whose connection was broken. */
let ended = 0;
/** The production server, with only the route that receives files. */
const host = httpServer(
  () => ({
    async fetch(incoming) {
      const answer = await action({ request: incoming, params: {} } as never);
      ended += 1;
      return answer;
    },
    close: async () => {},
    demoAccounts: [],
    logConsole() {},
  }),
  (_request, _response, next) => next(),
  LOCAL,
);
let port: number;

openDatabase(async (url) => {
  await startJobs(url, { [UPLOADS_JOB]: { once: true, async work() {} } });
  await host.listen(0, "127.0.0.1");
  port = (host.server.address() as AddressInfo).port;
});
afterAll(async () => {
  host.close();
  await host.drain({ grace: 0, listener: 0, requests: 0, last: 0 });
  await stopJobs();
});

function sending(who: Person, client: string, headers: Record<string, string | number> = {}): ClientRequest {
  const sent = request({
    port,
    method: "POST",
    path: sendPath(client, "stock.csv", "keep"),
    headers: { cookie: who.cookie, "content-type": "text/csv", ...headers },
  });
  sent.on("error", () => {});
  return sent;
}

async function sendWhole(who: Person, client: string, file: string): Promise<number | undefined> {
  const sent = sending(who, client, { "content-length": Buffer.byteLength(file) });
  const status = new Promise<number | undefined>((resolve) => {
    sent.on("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  sent.end(file);
  return status;
}

const statesOf = async ({ viewer }: Person) =>
  (await findRows("uploads", { user_id: viewer.id }, ["state"])).map(({ state }) => state);

async function partsOf({ viewer }: Person): Promise<number> {
  const { parts } = await db()
    .selectFrom("upload_parts")
    .innerJoin("uploads", "uploads.id", "upload_parts.upload_id")
    .select((eb) => eb.fn.countAll<number>().as("parts"))
    .where("uploads.user_id", "=", viewer.id)
    .executeTakeFirstOrThrow();
  return parts;
}

/** A file that is stored in several parts, so that the first part is stored when the connection breaks. */
const FILE = [
  "name,price,type,description",
  ...Array.from({ length: 200 }, (_, n) => `Blade ${n},120,racket,${"x".repeat(4_900)}`),
].join("\n");
const HALF = FILE.slice(0, FILE.length / 2);

describe("a connection that breaks during an upload", () => {
  test.each([
    ["with a content-length", { "content-length": Buffer.byteLength(FILE) }],
    ["of unknown length", { "transfer-encoding": "chunked" }],
  ])("%s leaves nothing stored, and the file can be sent again", async (_, headers) => {
    const who = await person("shop");
    const client = randomUUID();
    const sent = sending(who, client, headers);
    sent.write(HALF);
    await expect.poll(() => partsOf(who)).toBeGreaterThan(0);
    expect(await statesOf(who)).toEqual(["receiving"]);
    sent.destroy();
    await expect.poll(() => statesOf(who)).toEqual([]);

    expect(await sendWhole(who, client, FILE)).toBe(200);
    await processUploads(who.viewer.id, new AbortController().signal);
    const uploads = await findRows("uploads", { user_id: who.viewer.id }, [
      "state",
      "rows",
      "created",
      "failed",
    ]);
    expect(uploads).toEqual([{ state: "done", rows: 200, created: 200, failed: 0 }]);
  });

  test("before the first byte leaves nothing stored either", async () => {
    const who = await person("shop");
    const sent = sending(who, randomUUID(), { "content-length": 1_000 });
    sent.flushHeaders();
    await expect.poll(() => statesOf(who)).toEqual(["receiving"]);
    sent.destroy();
    await expect.poll(() => statesOf(who)).toEqual([]);
  });

  test("after the file has arrived leaves one upload, also when the file is sent again", async () => {
    const who = await person("shop");
    const client = randomUUID();
    const sent = sending(who, client);
    sent.end(racketFile(3));
    await expect.poll(() => statesOf(who)).toEqual(["waiting"]);
    sent.destroy();
    expect(await sendWhole(who, client, racketFile(3))).toBe(200);
    expect(await statesOf(who)).toEqual(["waiting"]);
  });

  test("does not remove a file that was sent again before the connection broke", async () => {
    const who = await person("shop");
    const client = randomUUID();
    const hanging = sending(who, client);
    hanging.write(HALF);
    await expect.poll(() => partsOf(who)).toBeGreaterThan(0);
    expect(await sendWhole(who, client, racketFile(3))).toBe(200);
    const before = ended;
    hanging.destroy();
    await expect.poll(() => ended).toBe(before + 1);
    expect(await statesOf(who)).toEqual(["waiting"]);
  });
});
