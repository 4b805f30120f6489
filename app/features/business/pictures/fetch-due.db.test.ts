import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attachPhotos, storePhoto } from "#app/features/photos/commands.server.ts";
import { photoJobs } from "#app/features/photos/jobs.server.ts";
import { photosOfListing } from "#app/features/photos/queries.server.ts";
import type { ListingKey } from "#app/features/photos/rules.ts";
import { db } from "#app/platform/db.server.ts";
import { startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { closeHostsAfterwards, httpHost, type PictureHost, rawHost } from "#tests/support/picture-hosts.ts";
import {
  everythingIsDue,
  LOOPBACK_ALLOWED,
  orderPicturesFor,
  ordersOf,
} from "#tests/support/picture-orders.ts";
import { MAX_URL } from "../csv/check.ts";
import { retryListingPictures } from "./commands.server.ts";
import { fetchDue } from "./fetch-due.server.ts";
import { pictureJobs } from "./jobs.server.ts";
import { leaseListing } from "./leases.server.ts";
import { recordOutcomes } from "./outcomes.server.ts";
import { picturesOfListing } from "./present.server.ts";

closeHostsAfterwards();

/** What the picture host answers, by path: a file, or an HTTP status. */
const fileByPath = new Map<string, Uint8Array | number>();
const requested: string[] = [];
let host: PictureHost;
let seller: Person;

beforeAll(async () => {
  const { url } = await testDatabase();
  await startJobs(url, photoJobs);
  host = await httpHost((request, answer) => {
    const path = request.url ?? "";
    requested.push(path);
    const found = fileByPath.get(path) ?? 404;
    if (typeof found === "number") answer.writeHead(found).end();
    else answer.end(found);
  });
});
afterAll(stopJobs);
beforeEach(async () => {
  seller = await person("seller");
  requested.length = 0;
  await db().deleteFrom("picture_orders").execute();
});

const signal = new AbortController().signal;
const fetchAll = () => fetchDue(signal, LOOPBACK_ALLOWED);
const keysOf = async (key: ListingKey) => (await photosOfListing(key)).map((photo) => photo.key);
const statesOf = async (key: ListingKey) => (await ordersOf(key)).map(({ state, fault }) => fault ?? state);

let pictures = 0;
async function picture(): Promise<string> {
  const path = `/${++pictures}.jpg`;
  fileByPath.set(path, await pictureFile());
  return `${host.url}${path}`;
}

describe("the ordered pictures of a listing", () => {
  test("are added in the order of their URLs, and are fetched only once", async () => {
    const racket = await racketOf(seller);
    const urls = [await picture(), await picture(), await picture()];
    await orderPicturesFor(seller, racket, urls);
    expect(await statesOf(racket)).toEqual(["waiting", "waiting", "waiting"]);
    expect(await fetchAll()).toBe(false);
    const orders = await ordersOf(racket);
    expect(orders.map(({ state, url }) => [state, url])).toEqual(urls.map((url) => ["done", url]));
    expect((await photosOfListing(racket)).map(({ id }) => id)).toEqual(orders.map((row) => row.photo_id));
    await fetchAll();
    expect(requested).toHaveLength(3);
  });

  test("that fail are marked with the reason, and the other pictures keep their order", async () => {
    const racket = await racketOf(seller);
    const urls = [await picture(), `${host.url}/none.jpg`, await picture()];
    await orderPicturesFor(seller, racket, urls);
    await fetchAll();
    expect(await statesOf(racket)).toEqual(["done", "not_found", "done"]);
    const before = await keysOf(racket);
    expect(before).toHaveLength(2);
    // A retried picture is placed between the others.
    fileByPath.set("/none.jpg", await pictureFile());
    await db()
      .updateTable("picture_orders")
      .set({ state: "waiting" })
      .where("state", "=", "failed")
      .execute();
    await fetchAll();
    const after = await keysOf(racket);
    expect([after[0], after[2]]).toEqual(before);
    expect(after).toHaveLength(3);
    fileByPath.delete("/none.jpg");
  });

  test("do not change the positions of pictures that the owner added", async () => {
    const racket = await racketOf(seller);
    const byHand = await storePhoto(seller.viewer.id, await pictureFile());
    await orderPicturesFor(seller, racket, [await picture(), await picture()]);
    await db()
      .transaction()
      .execute((trx) => attachPhotos(trx, seller.viewer.id, racket, [byHand.id]));
    await fetchAll();
    const photos = await photosOfListing(racket);
    expect(photos.map(({ id }) => id)).toEqual([
      byHand.id,
      ...(await ordersOf(racket)).map((row) => row.photo_id),
    ]);
  });

  test("are added once when two URLs have the same picture", async () => {
    const racket = await racketOf(seller);
    const [one, other] = [await picture(), await picture()];
    fileByPath.set(new URL(other).pathname, fileByPath.get(new URL(one).pathname) ?? 404);
    await orderPicturesFor(seller, racket, [one, other]);
    await fetchAll();
    expect(await statesOf(racket)).toEqual(["done", "done"]);
    expect(await keysOf(racket)).toHaveLength(1);
  });

  test("are refused when the listing has twenty pictures already", async () => {
    const racket = await racketOf(seller);
    const file = await pictureFile();
    const byHand = await Promise.all(Array.from({ length: 20 }, () => storePhoto(seller.viewer.id, file)));
    await db()
      .transaction()
      .execute((trx) =>
        attachPhotos(
          trx,
          seller.viewer.id,
          racket,
          byHand.map(({ id }) => id),
        ),
      );
    await orderPicturesFor(seller, racket, [await picture()]);
    await fetchAll();
    expect(await statesOf(racket)).toEqual(["no_room"]);
    expect(await keysOf(racket)).toHaveLength(20);
  });

  test("are marked with the reason when the file is broken or no picture, or the URL is invalid or not http(s)", async () => {
    const racket = await racketOf(seller);
    fileByPath.set("/page.jpg", new TextEncoder().encode("<html>".repeat(100)));
    fileByPath.set("/half.jpg", (await pictureFile()).slice(0, 300));
    const urls = ["/page.jpg", "/half.jpg"].map((path) => `${host.url}${path}`);
    await orderPicturesFor(seller, racket, [
      ...urls,
      "racket.jpg",
      "file:///etc/passwd",
      `${host.url}/${"x".repeat(2_500)}`,
    ]);
    await fetchAll();
    expect(await statesOf(racket)).toEqual(["not_a_picture", "broken", "not_a_url", "scheme", "not_a_url"]);
    expect(await keysOf(racket)).toEqual([]);
  });

  test("may have a URL of 2,000 characters, the longest that a stock file may have", async () => {
    const racket = await racketOf(seller);
    const url = `${host.url}/long.jpg?${"x".repeat(2_000)}`.slice(0, MAX_URL);
    fileByPath.set(url.slice(host.url.length), await pictureFile());
    await orderPicturesFor(seller, racket, [url]);
    await fetchAll();
    expect(await statesOf(racket)).toEqual(["done"]);
  });

  test("are dropped when the listing is deleted, or gets other ordered pictures, while they are fetched", async () => {
    const [sold, changed] = [await racketOf(seller), await racketOf(seller)];
    const stubborn = await httpHost(async (_, answer) => {
      await db().deleteFrom("listings").where("id", "=", sold.id).execute();
      await orderPicturesFor(seller, changed, ["http://example.com/new.jpg"]);
      answer.end(await pictureFile());
    });
    await orderPicturesFor(seller, sold, [`${stubborn.url}/a.jpg`]);
    await orderPicturesFor(seller, changed, [`${stubborn.url}/b.jpg`]);
    await db()
      .updateTable("picture_orders")
      .set({ next_at: sql<Date>`now() + interval '1 hour'` })
      .where("url", "like", "%example.com%")
      .execute();
    const leaving = new AbortController();
    await fetchDue(leaving.signal, {
      ...LOOPBACK_ALLOWED,
      refusal: (_, port) => (port === stubborn.port ? null : "port"),
    });
    expect(await keysOf(changed)).toEqual([]);
    expect(await ordersOf(changed)).toMatchObject([{ url: "http://example.com/new.jpg", photo_id: null }]);
  });
});

describe("a host with a temporary failure", () => {
  test("gets three retries with growing pauses; a host without the picture gets none", async () => {
    const racket = await racketOf(seller);
    fileByPath.set("/moody.jpg", 503);
    await orderPicturesFor(seller, racket, [`${host.url}/moody.jpg`, `${host.url}/none.jpg`]);
    for (const [tries, minutes] of [
      [1, 1],
      [2, 5],
      [3, 30],
    ]) {
      await fetchAll();
      const [order] = await ordersOf(racket);
      expect(order).toMatchObject({ state: "waiting", fault: "host_trouble", tries });
      const { rows } = await sql<{ minutes: number }>`
        select round(extract(epoch from next_at - now()) / 60)::int as minutes from picture_orders where state = 'waiting'
      `.execute(db());
      expect(rows).toEqual([{ minutes }]);
      await everythingIsDue();
    }
    await fetchAll();
    expect(await ordersOf(racket)).toMatchObject([{ state: "failed", fault: "host_trouble" }, { tries: 1 }]);
    expect(requested.filter((path) => path === "/moody.jpg")).toHaveLength(4);
    expect(requested.filter((path) => path === "/none.jpg")).toHaveLength(1);
  });

  test("receives another request after the last retry, if our server was busy at that retry; such a retry is not counted", async () => {
    const racket = await racketOf(seller);
    const url = await picture();
    await orderPicturesFor(seller, racket, [url]);
    await db().updateTable("picture_orders").set({ tries: 3 }).execute();
    const lease = await leaseListing(seller.viewer.id);
    const [due] = lease?.pictures ?? [];
    if (!lease || !due) throw new Error("No picture was leased.");
    await recordOutcomes(lease, [{ picture: due, fault: "failed", retryAfter: 0, uncounted: true }]);
    expect(await ordersOf(racket)).toMatchObject([{ state: "waiting", tries: 3 }]);
    await everythingIsDue();
    await fetchAll();
    expect(await statesOf(racket)).toEqual(["done"]);
  });

  test("that leaves three requests in a row unanswered is paused, and receives requests again later", async () => {
    const silent = await rawHost((socket) => socket.destroy());
    const rackets = [await racketOf(seller), await racketOf(seller)];
    for (const [n, racket] of rackets.entries()) {
      const urls = Array.from({ length: 4 }, (_, m) => `${silent.url}/${n}${m}.jpg`);
      await orderPicturesFor(seller, racket, [...urls, await picture()]);
    }
    await fetchAll();
    // The two listings are fetched in parallel: one more request may be running when the third has failed.
    expect([3, 4]).toContain(silent.connections());
    const faults = (await Promise.all(rackets.map(statesOf))).flat();
    expect(faults.filter((fault) => fault === "done")).toHaveLength(2);
    const [connected, spared] = [silent.connections(), 8 - silent.connections()];
    expect(faults.filter((fault) => fault === "unreachable")).toHaveLength(connected);
    expect(faults.filter((fault) => fault === "silent_host")).toHaveLength(spared);
    const { rows } = await sql<{ minutes: number; tries: number }>`
      select distinct ceil(extract(epoch from next_at - now()) / 60)::int as minutes, tries from picture_orders
      where fault = 'silent_host'
    `.execute(db());
    expect(rows).toEqual([{ minutes: 5, tries: 1 }]);
    // Still within the pause.
    await everythingIsDue();
    await fetchAll();
    expect(silent.connections()).toBe(connected);
    await sql`update picture_hosts set failed_at = now() - interval '6 minutes'`.execute(db());
    await everythingIsDue();
    await fetchAll();
    expect([connected + 1, connected + 2]).toContain(silent.connections());
  });

  test("that never answers is reported in a sentence, and receives requests again when the owner retries", async () => {
    const racket = await racketOf(seller);
    const silent = await rawHost((socket) => socket.destroy());
    const urls = Array.from({ length: 5 }, (_, n) => `${silent.url}/${n}.jpg`);
    await orderPicturesFor(seller, racket, urls);
    for (let n = 0; n < 4; n += 1) {
      await fetchAll();
      await everythingIsDue();
    }
    const orders = await ordersOf(racket);
    expect(orders.map(({ state, fault }) => [state, fault])).toEqual(
      Array(5).fill(["failed", "silent_host"]),
    );
    expect(silent.connections()).toBe(3);
    const shown = await picturesOfListing(seller.viewer, racket);
    expect(shown?.failed[0]?.reason).toBe(
      "That server did not respond several times in a row, so we stopped trying.",
    );
    await retryListingPictures(seller.viewer.id, racket);
    await fetchAll();
    expect(silent.connections()).toBe(6);
  });

  test("is not paused when it answers every third request; a pause does not affect other hosts or other sellers", async () => {
    let n = 0;
    const file = await pictureFile();
    const moody = await httpHost((request, answer) => {
      n += 1;
      if (n % 3 === 0) answer.writeHead(404).end();
      else request.socket.destroy();
    });
    const racket = await racketOf(seller);
    await orderPicturesFor(
      seller,
      racket,
      Array.from({ length: 9 }, (_, m) => `${moody.url}/${m}`),
    );
    await fetchAll();
    expect(n).toBe(9);
    const silent = await rawHost((socket) => socket.destroy());
    const other = await person("seller");
    const [mine, theirs] = [await racketOf(seller), await racketOf(other)];
    const urls = Array.from({ length: 4 }, (_, m) => `${silent.url}/${m}`);
    await orderPicturesFor(seller, mine, urls);
    await fetchAll();
    expect(silent.connections()).toBe(3);
    await orderPicturesFor(other, theirs, urls);
    await fetchAll();
    expect(silent.connections()).toBe(6);
    fileByPath.set("/there.jpg", file);
    await orderPicturesFor(seller, mine, [`${host.url}/there.jpg`]);
    await fetchAll();
    expect(await statesOf(mine)).toEqual(["done"]);
  });

  test.each([
    ["seconds", () => "600"],
    ["a date", () => new Date(Date.now() + 600_000).toUTCString()],
  ])("receives the next request after the time in its Retry-After header: %s", async (_, later) => {
    const racket = await racketOf(seller);
    const tired = await httpHost((_, answer) => answer.writeHead(429, { "retry-after": later() }).end());
    await orderPicturesFor(seller, racket, [tired.url]);
    await fetchAll();
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from next_at - now()) / 60)::int as minutes from picture_orders
    `.execute(db());
    expect(rows).toEqual([{ minutes: 10 }]);
  });

  test("gets no more than two concurrent requests", async () => {
    let [now, most] = [0, 0];
    const both = Promise.withResolvers<void>();
    const slow = await httpHost(async (_, answer) => {
      most = Math.max(most, ++now);
      // The first answer waits for the second request, however busy the machine is.
      if (now === 2) both.resolve();
      await both.promise;
      await new Promise((resolve) => setTimeout(resolve, 20));
      now -= 1;
      answer.end(await pictureFile());
    });
    const sellers = [seller, await person("seller"), await person("seller")];
    const rackets: ListingKey[] = [];
    for (const [n, who] of [...sellers, ...sellers].entries()) {
      const racket = await racketOf(who);
      rackets.push(racket);
      await orderPicturesFor(who, racket, [`${slow.url}/${n}`, `${slow.url}/${n}b`]);
    }
    await fetchAll();
    expect(most).toBe(2);
    for (const racket of rackets) expect(await keysOf(racket)).toHaveLength(2);
  });
});

describe("sellers with many ordered pictures", () => {
  test("take turns with sellers who have few", async () => {
    const served: string[] = [];
    const watching = await httpHost(async (request, answer) => {
      served.push((request.url ?? "").slice(1, 2));
      answer.end(await pictureFile());
    });
    const small = await person("seller");
    for (let n = 0; n < 10; n += 1)
      await orderPicturesFor(seller, await racketOf(seller), [`${watching.url}/a${n}`]);
    await orderPicturesFor(small, await racketOf(small), [`${watching.url}/b`]);
    await fetchAll();
    expect(served).toHaveLength(11);
    expect(served.indexOf("b")).toBeLessThan(6);
  });
});

describe("a server that fetches pictures", () => {
  test("stores what has arrived when it stops; other servers can fetch the remaining pictures immediately", async () => {
    const leaving = new AbortController();
    const racket = await racketOf(seller);
    const holding = await rawHost(() => leaving.abort());
    const first = await picture();
    await orderPicturesFor(seller, racket, [first, holding.url]);
    await fetchDue(leaving.signal, LOOPBACK_ALLOWED);
    expect(await statesOf(racket)).toEqual(["done", "waiting"]);
    expect(await keysOf(racket)).toHaveLength(1);
    const due = await db()
      .selectFrom("picture_orders")
      .select(["url", "tries"])
      .where("state", "=", "waiting")
      .where("next_at", "<=", sql<Date>`now()`)
      .execute();
    expect(due).toEqual([{ url: holding.url, tries: 0 }]);
  });

  test("and crashes: its leased pictures are fetched again later, and none is added twice", async () => {
    const racket = await racketOf(seller);
    await orderPicturesFor(seller, racket, [await picture(), await picture()]);
    // As if the server had leased them, stored one, and crashed.
    await sql`update picture_orders set next_at = now() + interval '3 minutes'`.execute(db());
    const file = fileByPath.get(new URL((await ordersOf(racket))[0]?.url ?? "").pathname);
    if (file instanceof Uint8Array) await storePhoto(seller.viewer.id, new Uint8Array(file));
    await fetchAll();
    expect(await statesOf(racket)).toEqual(["waiting", "waiting"]);
    await everythingIsDue();
    await fetchAll();
    expect(await statesOf(racket)).toEqual(["done", "done"]);
    expect(new Set(await keysOf(racket)).size).toBe(2);
  });

  test("shares the work with other servers: each picture is fetched once", async () => {
    const rackets: ListingKey[] = [];
    for (let n = 0; n < 12; n += 1) {
      const racket = await racketOf(seller);
      rackets.push(racket);
      await orderPicturesFor(seller, racket, [await picture(), await picture()]);
    }
    await Promise.all([fetchAll(), fetchAll(), fetchAll()]);
    await fetchAll();
    for (const racket of rackets) expect(await statesOf(racket)).toEqual(["done", "done"]);
    expect(requested).toHaveLength(24);
  });
});

test("the job that fetches pictures connects only to public IP addresses", async () => {
  const racket = await racketOf(seller);
  const before = host.connections();
  const { port } = host;
  await orderPicturesFor(seller, racket, [
    await picture(),
    `http://[::ffff:127.0.0.1]:${port}/a.jpg`,
    `http://2130706433:${port}/b.jpg`,
    "http://169.254.169.254/latest/meta-data/",
    `http://user:secret@127.0.0.1:${port}/c.jpg`,
  ]);
  await pictureJobs.pictures?.work({ reach: "everything" }, signal);
  expect(await statesOf(racket)).toEqual([
    "private_address",
    "private_address",
    "private_address",
    "private_address",
    "credentials",
  ]);
  expect(host.connections()).toBe(before);
});
