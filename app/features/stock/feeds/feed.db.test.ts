import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { setPriceAndQuantity } from "#app/features/listings/commands.server.ts";
import { openRoom } from "#app/features/rooms/commands.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { type AllowedHosts, PUBLIC_HOSTS } from "#app/platform/public-hosts.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { closeHostsAfterwards, httpHost, type PictureHost, rawHost } from "#tests/support/picture-hosts.ts";
import { findRow, findRows, insertRow, updateRows } from "#tests/support/rows.ts";
import { UPLOADS_JOB } from "../upload/jobs.server.ts";
import { processUploads } from "../upload/work.server.ts";
import { changeFeed } from "./commands.server.ts";
import { FETCH_LIMITS, fetchFeed } from "./fetch-feed.server.ts";
import { sealed, unsealed } from "./password.server.ts";
import { feedOf } from "./present.server.ts";
import { KEPT_RUNS } from "./rules.ts";
import { runFeed } from "./run.server.ts";

closeHostsAfterwards();

const { signal } = new AbortController();
const HEADING = "name,price,type,brand,condition,sku,quantity";
const rowOf = (sku: string, { price = 100, quantity = 1 } = {}) =>
  `Blade ${sku},${price},racket,Wilson,Good,${sku},${quantity}`;
const fileOf = (...rows: string[]) => [HEADING, ...rows].join("\n");
const FOUR = ["A", "B", "C", "D"].map((sku) => rowOf(sku));

let host: PictureHost;
let asked: IncomingMessage[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let owner: Person;
let feed: string;

openDatabase(async (url) => {
  await startJobs(url, { [UPLOADS_JOB]: { once: true, async work() {} } });
  host = await httpHost((request, response) => {
    asked.push(request);
    answer(request, response);
  });
});
beforeEach(async () => {
  asked = [];
  owner = await person("shop");
  feed = await feedFor(`${host.url}/stock.csv`);
});

async function feedFor(url: string, more: object = {}): Promise<string> {
  return (await insertRow("feeds", { user_id: owner.viewer.id, url, every_hours: 6, ...more })).id;
}

/** The hosts of production, and these ports of loopback. */
const allowing = (...hosts: readonly PictureHost[]): AllowedHosts => ({
  ...PUBLIC_HOSTS,
  refusal: (address, port) =>
    address === "127.0.0.1" && hosts.some((one) => one.port === port)
      ? null
      : PUBLIC_HOSTS.refusal(address, port),
});

function serves(file: string | Uint8Array, headers: Record<string, string> = {}): void {
  answer = (_, response) => response.writeHead(200, headers).end(file);
}

function responds(status: number, headers: Record<string, string> = {}): void {
  answer = (_, response) => response.writeHead(status, headers).end();
}

async function run(id = feed, allowed = allowing(host)) {
  await updateRows("feeds", { id }, { next_at: new Date(0) });
  await runFeed(id, signal, allowed);
  await processUploads(owner.viewer.id, signal);
  await runFeed(id, signal, allowed);
  return lastRun(id);
}

async function lastRun(id = feed) {
  const runs = await findRows("feed_runs", { feed_id: id }, [
    ...(["id", "state", "fault", "created", "updated", "kept", "failed", "sold_here"] as const),
    ...(["nameless", "gone", "withdrawn", "spared", "started_at", "upload_id"] as const),
  ]);
  const sorted = runs.toSorted((one, other) => Number(other.started_at) - Number(one.started_at));
  return sorted[0];
}

const runs = (...files: string[]) => runEach(files, feed);
async function runEach(files: readonly string[], id: string) {
  for (const file of files) {
    serves(file);
    await run(id);
  }
  return lastRun(id);
}

async function listingOf(sku: string) {
  return findRow("listings", { user_id: owner.viewer.id, row_key: `sku:${sku}` });
}
const onSale = async () => {
  const rows = await findRows("listings", { user_id: owner.viewer.id }, ["name", "quantity"]);
  return rows.flatMap(({ name, quantity }) => (quantity > 0 ? [name.slice(6)] : [])).sort();
};
const stateOf = async (id = feed) => (await findRow("feeds", { id }, ["state"])).state;
const mails = () => findRows("mails", { recipient: owner.viewer.email }, ["subject", "text"]);

describe("a run of a feed", () => {
  test("lists what is new, and changes what has changed, also what was changed here by hand", async () => {
    expect(await runs(fileOf(...FOUR))).toMatchObject({ state: "done", created: 4, gone: 0 });
    const { type, id } = await listingOf("B");
    await setPriceAndQuantity(owner.viewer, { type, id }, {}, { priceCents: 1 });
    const after = await runs(fileOf(rowOf("A", { price: 120 }), ...FOUR.slice(1), rowOf("E")));
    expect(after).toMatchObject({ state: "done", created: 1, updated: 2, kept: 2, failed: 0 });
    expect((await listingOf("A")).price_cents).toBe(12_000);
    expect((await listingOf("B")).price_cents).toBe(10_000);
  });

  test.each([
    [
      "TSV",
      [
        "id\ttitle\tdescription\tavailability\tprice\tbrand\tcondition\tproduct_type",
        "A\tWilson Blade 98 racket\tFine\tin_stock\t120.00 EUR\tWilson\tused\tTennis rackets",
        "B\tWilson Clash 100 racket\tFine\tout_of_stock\t90.00 EUR\tWilson\tused\tTennis rackets",
      ].join("\n"),
      { state: "done", fault: null, gone: 0 },
    ],
    [
      "XML",
      `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><item>
        <g:id>A</g:id><g:title>Wilson Blade 98 racket</g:title><g:description>Fine</g:description>
        <g:availability>in_stock</g:availability><g:price>120.00 EUR</g:price><g:brand>Wilson</g:brand>
        <g:condition>used</g:condition><g:product_type>Tennis rackets</g:product_type></item></channel></rss>`,
      { state: "failed", fault: "xml", gone: 0 },
    ],
  ])("reads the %s of Google Merchant Center", async (_, file, broken) => {
    expect(await runs(file)).toMatchObject({ state: "done", created: 1, failed: 0 });
    expect(await listingOf("A")).toMatchObject({ type: "racket", price_cents: 12_000, brand: "Wilson" });
    expect(await runs(file.slice(0, -30))).toMatchObject(broken);
    expect(await onSale()).toHaveLength(1);
  });

  test("withdraws what was gone twice in a row, but not what was gone once", async () => {
    expect(await runs(fileOf(...FOUR), fileOf(...FOUR.slice(1)))).toMatchObject({ gone: 1, withdrawn: 0 });
    expect(await onSale()).toEqual(["A", "B", "C", "D"]);
    await runs(fileOf(...FOUR, rowOf("E"), rowOf("F")));
    const rest = [...FOUR.slice(1), rowOf("F")];
    expect(await runs(fileOf(...rest))).toMatchObject({ gone: 2, withdrawn: 0 });
    expect(await runs(fileOf(...rest, rowOf("G")))).toMatchObject({ gone: 0, withdrawn: 2 });
    expect(await onSale()).toEqual(["B", "C", "D", "F", "G"]);
    expect(await runs(fileOf(...FOUR, rowOf("F"), rowOf("G")))).toMatchObject({ updated: 1 });
    expect(await onSale()).toEqual(["A", "B", "C", "D", "F", "G"]);
  });

  test("asks only for a changed file, and what is missing in an unchanged one is still gone", async () => {
    await runs(fileOf(...FOUR));
    const headers = { etag: '"v2"', "last-modified": "Sun, 29 Nov 2026 10:00:00 GMT" };
    serves(fileOf(...FOUR.slice(1)), headers);
    expect(await run()).toMatchObject({ state: "done", gone: 1 });
    responds(304);
    expect(await run()).toMatchObject({ state: "unchanged", withdrawn: 1 });
    expect(asked.at(-1)?.headers).toMatchObject({
      "if-none-match": '"v2"',
      "if-modified-since": headers["last-modified"],
    });
    expect(await onSale()).toEqual(["B", "C", "D"]);
    // A host without ETags sends the same file again.
    await runs(fileOf(...FOUR));
    expect(await runs(fileOf(...FOUR))).toMatchObject({ state: "unchanged", created: 0 });
  });

  test("keeps on sale what somebody has reserved, has offered a price for or writes about, and names it", async () => {
    const buyer = await person("buyer");
    await runs(fileOf(...["A", "B", "C", "D", "E", "F", "G", "H", "I"].map((sku) => rowOf(sku))));
    const [talked, reserved] = [await listingOf("A"), await listingOf("B")];
    const room = await openRoom(buyer.viewer, talked);
    await updateRows("chat_rooms", { id: room }, { last_message_at: new Date() });
    await updateRows("listings", { id: reserved.id }, { reserved: 1 });
    const rest = ["D", "E", "F", "G", "H", "I"].map((sku) => rowOf(sku));
    expect(await runs(fileOf(...rest), fileOf(...rest, rowOf("J")))).toMatchObject({
      withdrawn: 1,
      spared: 2,
    });
    expect(await onSale()).toEqual(["A", "B", "D", "E", "F", "G", "H", "I", "J"]);
    expect((await feedOf(owner.viewer, feed))?.spared).toMatchObject({
      total: 2,
      first: [{ name: "Blade A" }, { name: "Blade B" }],
    });
    await updateRows("listings", { id: reserved.id }, { reserved: 0 });
    await updateRows("chat_rooms", { id: room }, { last_message_at: new Date(0) });
    expect(await runs(fileOf(...rest))).toMatchObject({ withdrawn: 2, spared: 0 });
  });

  test("counts rows that failed as listed", async () => {
    await runs(fileOf(...FOUR));
    const broken = fileOf(
      ...FOUR.slice(2),
      "Blade A,cheap,racket,Wilson,Good,A,1",
      "No SKU,cheap,racket,,,,",
    );
    expect(await runs(broken)).toMatchObject({ failed: 2, nameless: 1, gone: 0 });
    const known = fileOf(...FOUR.slice(2), "Blade A,cheap,racket,Wilson,Good,A,1");
    expect(await runs(known)).toMatchObject({ failed: 1, nameless: 0, gone: 1 });
  });

  test("puts nothing on sale again that was sold here, until the feed has left it out", async () => {
    await runs(fileOf(...FOUR));
    const { type, id } = await listingOf("A");
    await setPriceAndQuantity(owner.viewer, { type, id }, { quantity: 1 }, { quantity: 0 });
    expect(await runs(fileOf(...FOUR, rowOf("E")))).toMatchObject({ sold_here: 1 });
    expect(await onSale()).toEqual(["B", "C", "D", "E"]);
    // One file may be incomplete by mistake.
    await runs(fileOf(...FOUR.slice(1), rowOf("E")));
    expect(await runs(fileOf(...FOUR, rowOf("E")))).toMatchObject({ sold_here: 1, updated: 0 });
    const without = FOUR.slice(1);
    await runs(fileOf(...without, rowOf("E")), fileOf(...without, rowOf("E"), rowOf("F")));
    expect(await runs(fileOf(...FOUR, rowOf("E")))).toMatchObject({ sold_here: 0, updated: 1 });
    expect(await onSale()).toEqual(["A", "B", "C", "D", "E", "F"]);
  });

  test("does not begin while its owner is suspended, while it is paused, or before its time", async () => {
    serves(fileOf(...FOUR));
    await updateRows("feeds", { id: feed }, { next_at: new Date(Date.now() + 60_000) });
    await runFeed(feed, signal, allowing(host));
    await updateRows("feeds", { id: feed }, { state: "paused", next_at: new Date(0) });
    await runFeed(feed, signal, allowing(host));
    await updateRows("feeds", { id: feed }, { state: "active" });
    await updateRows("profiles", { id: owner.viewer.id }, { suspended_until: new Date(Date.now() + 60_000) });
    await runFeed(feed, signal, allowing(host));
    expect(asked).toEqual([]);
  });
});

describe("more than a third gone at once", () => {
  beforeEach(async () => {
    await runs(fileOf(...FOUR), fileOf(...FOUR.slice(2)));
  });

  test("pauses the feed, withdraws nothing, and asks its owner", async () => {
    expect(await lastRun()).toMatchObject({ state: "done", gone: 2, withdrawn: 0 });
    expect(await stateOf()).toBe("asking");
    expect(await onSale()).toEqual(["A", "B", "C", "D"]);
    expect((await mails()).map(({ subject }) => subject)).toEqual(["Is so much of your stock really gone?"]);
    expect((await feedOf(owner.viewer, feed))?.leftOut).toMatchObject({
      total: 2,
      first: [{ name: "Blade A" }, { name: "Blade B" }],
    });
    const before = asked.length;
    await run();
    expect(asked.length).toBe(before);
  });

  test("is withdrawn when the owner says so", async () => {
    await changeFeed(owner.viewer, feed, "withdraw");
    expect([await stateOf(), await onSale()]).toEqual(["active", ["C", "D"]]);
    await changeFeed(owner.viewer, feed, "withdraw");
  });

  test("stays on sale when the owner says so, and is not asked about again", async () => {
    await changeFeed(owner.viewer, feed, "keep");
    await runs(fileOf(...FOUR.slice(2), rowOf("E")), fileOf(...FOUR.slice(2), rowOf("E"), rowOf("F")));
    expect([await stateOf(), await onSale()]).toEqual(["active", ["A", "B", "C", "D", "E", "F"]]);
  });
});

describe("an answer that is no file of stock fails the run, and nothing is gone", () => {
  beforeEach(() => runs(fileOf(...FOUR)));

  test.each<[string, () => void, string]>([
    ["401", () => responds(401), "unauthorized"],
    ["404", () => responds(404), "not_found"],
    ["500", () => responds(500), "host_trouble"],
    ["a page", () => serves("<!doctype html><html><body>Sign in</body></html>"), "web_page"],
    ["nothing", () => serves(""), "empty"],
    ["only a heading", () => serves(HEADING), "no_rows"],
    ["other columns", () => serves("x,y\n1,2\n"), "no_columns"],
    ["a broken row", () => serves(`${fileOf(...FOUR)}\n"Blade`), "quotes"],
    ["an Excel file", () => serves(Buffer.from("504b0304ffff", "hex")), "zip"],
    ["only faulty rows", () => serves(fileOf("Blade A,cheap,racket,Wilson,Good,A,1")), "all_failed"],
    [
      "a redirect to another port of this machine",
      () => responds(302, { location: "http://127.0.0.1:1/" }),
      "private_address",
    ],
    [
      "a file of 60 MB, announced",
      () => serves("", { "content-length": String(60 * 1024 * 1024) }),
      "too_large",
    ],
    ["a file of 60 MB", () => serveEndlessly(), "too_large"],
  ])("%s", async (_, given, fault) => {
    given();
    expect(await run()).toMatchObject({ state: "failed", fault, gone: 0 });
    expect(await run()).toMatchObject({ state: "failed", fault });
    expect(await onSale()).toEqual(["A", "B", "C", "D"]);
    expect((await findRow("feeds", { id: feed }, ["failures"])).failures).toBe(2);
  });

  function serveEndlessly(): void {
    answer = endless;
  }

  /** Sends rows until the client has had enough. */
  function endless(_: IncomingMessage, response: ServerResponse): void {
    const part = Buffer.from(`${FOUR.join("\n")}\n`.repeat(2_000));
    let sent = 0;
    const more = () => {
      while (!response.destroyed && sent < 60 * 1024 * 1024) {
        sent += part.length;
        if (!response.write(part)) return void response.once("drain", more);
      }
      response.end();
    };
    response.write(`${HEADING}\n`);
    more();
  }

  test("a file that is broken off", async () => {
    const body = fileOf(...FOUR);
    const short = await rawHost((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length + 10}\r\n\r\n${body}`);
    });
    const other = await feedFor(`${short.url}/stock.csv`);
    expect(await run(other, allowing(short))).toMatchObject({ state: "failed", fault: "unreachable" });
  });

  test("a file that comes too slowly", async () => {
    answer = (_, response) => void response.write(HEADING);
    const source = await findRow("feeds", { id: feed });
    const limits = { ...FETCH_LIMITS, totalMs: 100 };
    await expect(fetchFeed(source, signal, allowing(host), limits)).rejects.toMatchObject({
      fault: "timeout",
    });
  });

  test("writes to the owner, in their language, when it has failed twice in a row, and only then", async () => {
    await insertRow("user_preferences", { user_id: owner.viewer.id, language: "nl" });
    responds(500);
    await run();
    expect(await mails()).toEqual([]);
    await run();
    await run();
    const [mail, ...more] = await mails();
    expect([mail?.subject, more]).toEqual(["We kunnen je voorraad niet ophalen", []]);
    expect(mail?.text).toContain("Die server heeft problemen");
    expect(mail?.text).toContain(`/nl/sell/business/feeds/${feed}`);
    await runs(fileOf(...FOUR));
    responds(500);
    await run();
    await run();
    expect(await mails()).toHaveLength(2);
  });
});

describe("the password of a feed", () => {
  test("is stored encrypted, sent to its host, and not to the host of a redirect [V6.5.2 V11.3.1]", async () => {
    const other = await httpHost((request, response) => {
      asked.push(request);
      response.end(fileOf(...FOUR));
    });
    const password = await sealed("s3cret");
    expect(password).not.toContain("s3cret");
    expect(await unsealed(password)).toBe("s3cret");
    const id = await feedFor(`${host.url}/stock.csv`, { username: "shop", password });
    answer = (_, response) => response.writeHead(302, { location: `${other.url}/file.csv` }).end();
    expect(await run(id, allowing(host, other))).toMatchObject({ state: "done", created: 4 });
    const basic = `Basic ${Buffer.from("shop:s3cret").toString("base64")}`;
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([basic, undefined]);
  });

  test("that cannot be read any more fails the run, and asks nobody", async () => {
    const id = await feedFor(`${host.url}/stock.csv`, { username: "shop", password: "00".repeat(40) });
    expect(await run(id)).toMatchObject({ state: "failed", fault: "locked" });
    expect(asked).toEqual([]);
  });
});

describe("a run whose server has died", () => {
  test("is continued by another one, and of two at the same time only one makes an upload", async () => {
    serves(fileOf(...FOUR));
    await updateRows("feeds", { id: feed }, { next_at: new Date(Date.now() + 60_000) });
    const { id } = await insertRow("feed_runs", { feed_id: feed });
    await Promise.all([runFeed(feed, signal, allowing(host)), runFeed(feed, signal, allowing(host))]);
    expect(asked).toHaveLength(1);
    await processUploads(owner.viewer.id, signal);
    await Promise.all([runFeed(feed, signal, allowing(host)), runFeed(feed, signal, allowing(host))]);
    expect(await findRows("uploads", { user_id: owner.viewer.id }, ["client_id"])).toEqual([
      { client_id: id },
    ]);
    expect(await lastRun()).toMatchObject({ id, state: "done", created: 4, gone: 0 });
  });

  test("is given up after an hour", async () => {
    await insertRow("feed_runs", { feed_id: feed, started_at: new Date(Date.now() - 7_200_000) });
    await runFeed(feed, signal, allowing(host));
    expect(await lastRun()).toMatchObject({ state: "failed", fault: "failed" });
  });
});

test("the last runs of a feed are kept, without their files", async () => {
  for (let n = 0; n < KEPT_RUNS + 2; n += 1) await runs(fileOf(rowOf("A", { price: 100 + n })));
  expect(await findRows("feed_runs", { feed_id: feed }, ["state"])).toHaveLength(KEPT_RUNS);
  const uploads = await findRows("uploads", { feed_id: feed }, ["has_file"]);
  expect(uploads.every(({ has_file }) => !has_file)).toBe(true);
});
