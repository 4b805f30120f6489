import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ListingKey } from "#app/domain/listing.ts";
import { attachPhotos, storePhoto } from "#app/features/photos/commands.server.ts";
import { photoJobs } from "#app/features/photos/jobs.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import type { AllowedHosts } from "#app/platform/public-hosts.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { closeHostsAfterwards, httpHost, type PictureHost, rawHost } from "#tests/support/picture-hosts.ts";
import {
  everythingIsDue,
  LOOPBACK_ALLOWED,
  orderPicturesFor,
  ordersOf,
} from "#tests/support/picture-orders.ts";
import { updateRows } from "#tests/support/rows.ts";
import { photosOfListing } from "#tests/support/samples.ts";
import { MAX_URL_LENGTH } from "../csv/check.ts";
import { retryListingPictures } from "./commands.server.ts";
import { dueListings, fetchPictures } from "./fetch-due.server.ts";
import { pictureJobsOf } from "./jobs.server.ts";
import { recordOutcomes } from "./outcomes.server.ts";
import { picturesOfListing } from "./present.server.ts";

closeHostsAfterwards();

/** What the picture host answers, by path: a file, or an HTTP status. */
const fileByPath = new Map<string, Uint8Array | number>();
const requested: string[] = [];
let host: PictureHost;
let seller: Person;

openDatabase(async (url) => {
  await startJobs(url, photoJobs);
  host = await httpHost((request, answer) => {
    const path = request.url ?? "";
    requested.push(path);
    const found = fileByPath.get(path) ?? 404;
    if (typeof found === "number") answer.writeHead(found).end();
    else answer.end(found);
  });
});
beforeEach(async () => {
  seller = await person("seller");
  requested.length = 0;
  await db().deleteFrom("picture_orders").execute();
});

const signal = new AbortController().signal;
async function fetchAll(allowed: AllowedHosts = LOOPBACK_ALLOWED): Promise<void> {
  for (let due = await dueListings(); due.length > 0; due = await dueListings())
    for (const key of due) await fetchPictures(key, signal, allowed);
}
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
    await fetchAll();
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
    await updateRows("picture_orders", { state: "failed" }, { state: "waiting" });
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
    await inTransaction((trx) => attachPhotos(trx, seller.viewer.id, racket, [byHand.id]));
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
    await inTransaction((trx) =>
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
    const url = `${host.url}/long.jpg?${"x".repeat(2_000)}`.slice(0, MAX_URL_LENGTH);
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
    await fetchAll({
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
    await updateRows("picture_orders", {}, { tries: 3 });
    const retried = { position: 0, url, tries: 3 };
    await recordOutcomes(racket, seller.viewer.id, [
      { picture: retried, fault: "failed", retryAfter: 0, uncounted: true },
    ]);
    expect(await ordersOf(racket)).toMatchObject([{ state: "waiting", tries: 3 }]);
    await everythingIsDue();
    await fetchAll();
    expect(await statesOf(racket)).toEqual(["done"]);
  });

  test("that leaves three requests in a row unanswered gets no more for five minutes, also for other listings of the seller; it is told in a sentence, and gets requests again when the owner retries", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const [racket, other] = [await racketOf(seller), await racketOf(seller)];
    const silent = await rawHost((socket) => socket.destroy());
    const urls = Array.from({ length: 5 }, (_, n) => `${silent.url}/${n}.jpg`);
    await orderPicturesFor(seller, racket, [...urls, await picture()]);
    for (let n = 1; n <= 4; n += 1) {
      await fetchAll();
      expect(silent.connections()).toBe(3 * n);
      if (n === 1) await orderPicturesFor(seller, other, [`${silent.url}/other.jpg`]);
      await fetchAll();
      expect(silent.connections()).toBe(3 * n);
      vi.setSystemTime(Date.now() + 5 * 60_000);
      await everythingIsDue();
      await db().deleteFrom("picture_orders").where("listing_id", "=", other.id).execute();
    }
    vi.useRealTimers();
    const states = (await ordersOf(racket)).map(({ state, fault }) => [state, fault]);
    expect(states).toEqual([
      ...Array(3).fill(["failed", "unreachable"]),
      ...Array(2).fill(["failed", "silent_host"]),
      ["done", null],
    ]);
    const shown = await picturesOfListing(seller.viewer, racket);
    expect(shown?.failed.at(-1)?.reason).toBe(
      "That server did not respond several times in a row, so we stopped trying.",
    );
    await retryListingPictures(seller.viewer.id, racket);
    await fetchAll();
    expect(silent.connections()).toBe(15);
  });

  test("gets all requests when it answers every third one", async () => {
    let n = 0;
    const moody = await httpHost((request, answer) => {
      n += 1;
      if (n % 3 === 0) answer.writeHead(404).end();
      else request.socket.destroy();
    });
    const urls = Array.from({ length: 9 }, (_, m) => `${moody.url}/${m}`);
    await orderPicturesFor(seller, await racketOf(seller), urls);
    await fetchAll();
    expect(n).toBe(9);
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
});

describe("a server that fetches pictures", () => {
  test("stores what has arrived when it stops; other servers can fetch the remaining pictures immediately", async () => {
    const leaving = new AbortController();
    const racket = await racketOf(seller);
    const holding = await rawHost(() => leaving.abort());
    const first = await picture();
    await orderPicturesFor(seller, racket, [first, holding.url]);
    await pictureJobsOf(LOOPBACK_ALLOWED)["listing-pictures"]?.work(racket, leaving.signal);
    expect(await statesOf(racket)).toEqual(["done", "waiting"]);
    expect(await keysOf(racket)).toHaveLength(1);
    expect(await dueListings()).toMatchObject([racket]);
    expect(await ordersOf(racket)).toMatchObject([{ state: "done" }, { state: "waiting", tries: 0 }]);
  });

  test("fetches pictures that become due during its job", async () => {
    const racket = await racketOf(seller);
    const retrying = await httpHost(async (_, answer) => {
      await retryListingPictures(seller.viewer.id, racket);
      answer.end(await pictureFile());
    });
    await orderPicturesFor(seller, racket, [await picture(), `${retrying.url}/late.jpg`]);
    await updateRows("picture_orders", { position: 0 }, { state: "failed" });
    await fetchPictures(racket, signal, LOOPBACK_ALLOWED);
    expect(await statesOf(racket)).toEqual(["done", "done"]);
  });

  test("and crashes: the pictures are fetched again, and none is added twice", async () => {
    const racket = await racketOf(seller);
    await orderPicturesFor(seller, racket, [await picture(), await picture()]);
    // As if the server had stored one, and crashed.
    const file = fileByPath.get(new URL((await ordersOf(racket))[0]?.url ?? "").pathname);
    if (file instanceof Uint8Array) await storePhoto(seller.viewer.id, new Uint8Array(file));
    await Promise.all([fetchAll(), fetchAll()]);
    expect(await statesOf(racket)).toEqual(["done", "done"]);
    expect(new Set(await keysOf(racket)).size).toBe(2);
    expect(await keysOf(racket)).toHaveLength(2);
  });
});
