import { beforeEach, describe, expect, test } from "vitest";
import type { ListingKey } from "#app/domain/listing.ts";
import { attachPhotos, storePhoto } from "#app/features/photos/commands.server.ts";
import { photoJobs } from "#app/features/photos/jobs.server.ts";
import { type Photo, photoAddress } from "#app/features/photos/photo.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { closeHostsAfterwards, httpHost, type PictureHost } from "#tests/support/picture-hosts.ts";
import { LOOPBACK_ALLOWED, orderPicturesFor, ordersOf, uploadOf } from "#tests/support/picture-orders.ts";
import { photosOfListing } from "#tests/support/samples.ts";
import { dueListings, fetchPictures } from "./fetch-due.server.ts";
import { orderPictures } from "./orders.server.ts";

closeHostsAfterwards();

let host: PictureHost;
let seller: Person;
let racket: ListingKey;
let requests = 0;
const files = new Map<string, Uint8Array>();

openDatabase(async (url) => {
  await startJobs(url, photoJobs);
  host = await httpHost(async (request, answer) => {
    requests += 1;
    const path = request.url ?? "";
    if (path.endsWith("/none")) return void answer.writeHead(404).end();
    const file = files.get(path) ?? (await pictureFile());
    files.set(path, file);
    answer.end(file);
  });
});
beforeEach(async () => {
  seller = await person("seller");
  racket = await racketOf(seller);
  requests = 0;
});

const at = (...names: readonly string[]) => names.map((name) => `${host.url}/${seller.viewer.id}/${name}`);
async function fetchAll(): Promise<void> {
  for (const key of await dueListings())
    await fetchPictures(key, new AbortController().signal, LOOPBACK_ALLOWED);
}
const photosOf = async (key: ListingKey) => (await photosOfListing(key)).map(({ id }) => id);
const addressOf = (photo: Pick<Photo, "key">) => photoAddress(env().baseUrl, photo.key);
const addressesOf = async (key: ListingKey) => (await photosOfListing(key)).map(addressOf);

async function byHand(key: ListingKey, who = seller, count = 1): Promise<Photo[]> {
  const photos: Photo[] = [];
  for (let n = 0; n < count; n += 1) photos.push(await storePhoto(who.viewer.id, await pictureFile()));
  const before = await photosOf(key);
  await inTransaction((trx) =>
    attachPhotos(trx, who.viewer.id, key, [...before, ...photos.map(({ id }) => id)]),
  );
  return photos;
}

/** Without the AVIF files, which a job adds later. */
async function everything({ id }: ListingKey) {
  const orders = await db().selectFrom("picture_orders").selectAll().where("listing_id", "=", id).execute();
  const photos = await db()
    .selectFrom("photos")
    .select(["id", "key", "position", "created_at"])
    .where("listing_id", "=", id)
    .orderBy("position")
    .execute();
  return { orders: orders.toSorted((a, b) => a.position - b.position), photos };
}

describe("picture orders", () => {
  test("are stored for several listings in one call, in order, without duplicates, at most twenty for a listing", async () => {
    const upload = await uploadOf(seller);
    const other = await racketOf(seller);
    const many = Array.from({ length: 30 }, (_, n) => `http://example.com/${n}.jpg`);
    await inTransaction((trx) =>
      orderPictures(trx, seller.viewer.id, upload, [
        {
          key: racket,
          urls: ["http://example.com/b.jpg", " http://example.com/a.jpg ", "http://example.com/b.jpg", ""],
        },
        { key: other, urls: many },
      ]),
    );
    expect((await ordersOf(racket)).map(({ position, url, state }) => [position, url, state])).toEqual([
      [0, "http://example.com/b.jpg", "waiting"],
      [1, "http://example.com/a.jpg", "waiting"],
    ]);
    expect((await ordersOf(other)).map(({ url }) => url)).toEqual(many.slice(0, 20));
    await db().deleteFrom("picture_orders").execute();
  });

  test("with the same URLs as before change nothing, and nothing is fetched again", async () => {
    const urls = at("a", "none", "b");
    await orderPicturesFor(seller, racket, urls);
    const waiting = await everything(racket);
    await orderPicturesFor(seller, racket, urls);
    expect(await everything(racket)).toEqual(waiting);
    await fetchAll();
    const done = await everything(racket);
    await orderPicturesFor(seller, racket, urls);
    await orderPicturesFor(seller, racket, []);
    await fetchAll();
    expect(await everything(racket)).toEqual(done);
    expect(requests).toBe(3);
  });

  test("replace the previous orders; pictures that the listing has already are not fetched again", async () => {
    await orderPicturesFor(seller, racket, at("a", "b", "c"));
    await fetchAll();
    const [a, b, c] = await photosOf(racket);
    const [hand] = await byHand(racket);
    await orderPicturesFor(seller, racket, at("c", "new", "a"));
    expect(await photosOf(racket)).toEqual([c, a, hand?.id]);
    await fetchAll();
    expect(await photosOf(racket)).toEqual([c, (await ordersOf(racket))[1]?.photo_id, a, hand?.id]);
    expect(requests).toBe(4);
    const off = await db()
      .selectFrom("photos")
      .select("listing_id")
      .where("id", "=", b ?? "")
      .executeTakeFirst();
    expect(off).toEqual({ listing_id: null });
  });

  test("do not fetch a picture that the owner has removed, until the URLs in the row have changed", async () => {
    await orderPicturesFor(seller, racket, at("a", "b"));
    await fetchAll();
    const [, b = ""] = await photosOf(racket);
    await inTransaction((trx) => attachPhotos(trx, seller.viewer.id, racket, [b]));
    await orderPicturesFor(seller, racket, at("a", "b"));
    await fetchAll();
    expect(await photosOf(racket)).toEqual([b]);
    await orderPicturesFor(seller, racket, at("a", "b", "c"));
    await fetchAll();
    expect(await photosOf(racket)).toHaveLength(3);
    expect((await photosOf(racket))[1]).toBe(b);
  });
});

describe("URLs of the shop's own photos", () => {
  test("change nothing when the listing has these photos, whether fetched or uploaded by hand", async () => {
    await orderPicturesFor(seller, racket, at("a", "none"));
    await fetchAll();
    await byHand(racket, seller, 2);
    const before = await everything(racket);
    await orderPicturesFor(seller, racket, await addressesOf(racket));
    expect(await everything(racket)).toEqual(before);
    // A list with only some of the photos changes nothing either.
    await orderPicturesFor(seller, racket, (await addressesOf(racket)).slice(1));
    expect(await everything(racket)).toEqual(before);
    await fetchAll();
    expect(requests).toBe(2);
  });

  test("reorder the listing's own photos", async () => {
    await byHand(racket, seller, 3);
    const [a, b, c] = await photosOf(racket);
    const [, ...turned] = (await addressesOf(racket)).toReversed();
    await orderPicturesFor(seller, racket, turned);
    expect(await photosOf(racket)).toEqual([b, a, c]);
    expect(await ordersOf(racket)).toEqual([]);
  });

  test("add copies of photos of the owner's other listings; these listings keep their photos, and nothing is fetched", async () => {
    const other = await racketOf(seller);
    const [photo] = await byHand(other);
    await orderPicturesFor(seller, racket, await addressesOf(other));
    await fetchAll();
    const [copy, ...more] = await photosOfListing(racket);
    expect([copy?.key, more]).toEqual([photo?.key, []]);
    expect(await photosOf(other)).toEqual([photo?.id]);
    expect(requests).toBe(0);
  });

  test("are refused when the photo belongs to somebody else, or does not exist", async () => {
    const stranger = await person("stranger");
    const [theirs] = await byHand(await racketOf(stranger), stranger);
    const urls = [
      theirs ? addressOf(theirs) : "",
      `${env().baseUrl}/photos/${"ab".repeat(32)}/1280.webp`,
      `${env().baseUrl}/rackets`,
    ];
    await orderPicturesFor(seller, racket, urls);
    await fetchAll();
    expect((await ordersOf(racket)).map(({ fault }) => fault)).toEqual([
      "not_yours",
      "not_yours",
      "not_yours",
    ]);
    expect(await photosOf(racket)).toEqual([]);
  });

  test("can be mixed with URLs of other hosts, and the photos get the order of the URLs in the row", async () => {
    const [hand] = await byHand(racket);
    await orderPicturesFor(seller, racket, [...at("a"), ...(await addressesOf(racket)), ...at("b")]);
    await fetchAll();
    const orders = await ordersOf(racket);
    expect(orders.map(({ state }) => state)).toEqual(["done", "done", "done"]);
    expect(orders[1]?.photo_id).toBe(hand?.id);
    expect(await photosOf(racket)).toEqual(orders.map(({ photo_id }) => photo_id));
  });
});

test("picture orders are deleted with their listing, and with their owner", async () => {
  await orderPicturesFor(seller, racket, ["http://example.com/a.jpg"]);
  await db().deleteFrom("listings").where("id", "=", racket.id).execute();
  expect(await ordersOf(racket)).toEqual([]);
  const other = await racketOf(seller);
  await orderPicturesFor(seller, other, ["http://example.com/a.jpg"]);
  await db().deleteFrom("profiles").where("id", "=", seller.viewer.id).execute();
  expect(await ordersOf(other)).toEqual([]);
});
