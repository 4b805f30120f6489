import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import type { ListingKey } from "#app/domain/listing.ts";
import { isInReport } from "#app/features/moderation/reports/pictures.server.ts";
import { jobHandlers } from "#app/jobs.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { caseAbout } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { findRows, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { startS3 } from "#tests/support/s3.ts";
import { photosOfListing } from "#tests/support/samples.ts";
import { attachPhotos, deletePhoto, storePhoto } from "./commands.server.ts";
import { hasPictures, storedPicture } from "./files.server.ts";
import { hashPhotos, photoJobs } from "./jobs.server.ts";
import { jsonPhoto, ownPhotos } from "./queries.server.ts";

const UNKNOWN_ID = "01980000-0000-7000-8000-000000000000";

openDatabase((url) => startJobs(url, photoJobs));

const people = new Map<string, Person>();

async function newUser(): Promise<string> {
  const user = await person();
  people.set(user.viewer.id, user);
  return user.viewer.id;
}

async function racketFor(userId: string): Promise<ListingKey> {
  const owner = people.get(userId);
  if (!owner) throw new Error("nobody");
  return racketOf(owner);
}

const attach = (viewerId: string, listing: ListingKey, ids: string[]) =>
  inTransaction((trx) => attachPhotos(trx, viewerId, listing, ids));

const idsOf = async (listing: ListingKey) => (await photosOfListing(listing)).map((photo) => photo.id);

async function upload(viewerId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await storePhoto(viewerId, await pictureFile())).id);
  return ids;
}

async function rowsOf(key: string) {
  return db().selectFrom("photos").selectAll().where("key", "=", key).orderBy("id").execute();
}

/** Makes it look as if the photo was unused for this many hours. */
async function age(id: string, hours: number): Promise<void> {
  await updateRows("photos", { id }, { created_at: sql<Date>`now() - make_interval(hours => ${hours})` });
}

const deleteUnused = () => jobHandlers["photos-sweep"]?.work({}, new AbortController().signal);

describe("an upload of a photo", () => {
  test("creates a photo of the uploader, with WebP in all widths immediately and AVIF soon after", async () => {
    const viewer = await newUser();
    const photo = await storePhoto(viewer, await pictureFile());
    expect(photo).toMatchObject({ width: 200, height: 150, avif: false });
    for (const width of [160, 320, 640, 1280] as const) {
      const stored = await storedPicture(photo.key, width, "webp");
      const { format, width: real } = await sharp(await bytesOf(stored)).metadata();
      expect({ format, real }).toEqual({ format: "webp", real: Math.min(width, 200) });
    }
    expect(await rowsOf(photo.key)).toMatchObject([{ user_id: viewer, listing_id: null, position: null }]);

    await vi.waitFor(async () => expect(await rowsOf(photo.key)).toMatchObject([{ avif: true }]), 20_000);
    const stored = await storedPicture(photo.key, 640, "avif");
    expect(stored?.contentType).toBe("image/avif");
    expect(await sharp(await bytesOf(stored)).metadata()).toMatchObject({
      mediaType: "image/avif",
      width: 200,
    });
  });

  test("gives the photo a difference hash; a job adds it to a photo without one", async () => {
    const viewer = await newUser();
    const photo = await storePhoto(viewer, await pictureFile());
    const hashes = async () => (await rowsOf(photo.key)).map(({ dhash }) => dhash);
    const [hash] = await hashes();
    expect(hash).toMatch(/^[01]{128}$/);
    await attach(viewer, await racketFor(viewer), [photo.id]);
    await updateRows("photos", { key: photo.key }, { dhash: null });
    await hashPhotos();
    expect(await hashes()).toEqual([hash]);
  });

  test("of a file that was uploaded before shares the pictures of the first upload, AVIF included", async () => {
    const [ann, bob] = [await newUser(), await newUser()];
    const file = await pictureFile();
    const first = await storePhoto(ann, file);
    await vi.waitFor(async () => expect(await rowsOf(first.key)).toMatchObject([{ avif: true }]), 20_000);
    const second = await storePhoto(bob, file);
    expect(second).toEqual({ ...first, id: second.id, avif: true });
    expect(second.id).not.toBe(first.id);
  });

  test("of one file five times at the same moment creates one set of pictures and five rows", async () => {
    const viewer = await newUser();
    const file = await pictureFile();
    const photos = await Promise.all(Array.from({ length: 5 }, () => storePhoto(viewer, file)));
    const [key, ...others] = new Set(photos.map((photo) => photo.key));
    expect(others).toEqual([]);
    expect(await rowsOf(key ?? "")).toHaveLength(5);
    expect(await hasPictures(key ?? "")).toBe(true);
  });

  test("that is refused leaves no row", async () => {
    const viewer = await newUser();
    const file = await pictureFile();
    await expect(storePhoto(viewer, file.slice(0, 300))).rejects.toMatchObject({ reason: "photo_broken" });
    await expect(storePhoto(viewer, new TextEncoder().encode("<html>"))).rejects.toMatchObject({
      reason: "photo_type",
    });
    expect(await findRows("photos", { user_id: viewer }, ["id"])).toEqual([]);
  });

  test("that the file storage refuses leaves no row, and can be repeated", async () => {
    const viewer = await newUser();
    const file = await pictureFile();
    const config = env();
    const s3 = await startS3();
    configure({ ...config, storageUrl: s3.url.replace("S3RVER:S3RVER", "S3RVER:wrong") });
    await expect(storePhoto(viewer, file)).rejects.toThrow("S3 answered");
    configure({ ...config, storageUrl: s3.url });
    const photo = await storePhoto(viewer, file);
    expect(await rowsOf(photo.key)).toHaveLength(1);
    expect((await storedPicture(photo.key, 1280, "webp"))?.contentType).toBe("image/webp");
    await vi.waitFor(async () => expect(await rowsOf(photo.key)).toMatchObject([{ avif: true }]), 20_000);
    await age(photo.id, 25);
    await deleteUnused();
    expect(await storedPicture(photo.key, 1280, "webp")).toBeNull();
    expect(await storedPicture(photo.key, 1280, "avif")).toBeNull();
    configure(config);
    await s3.close();
  });
});

describe("the photos of a listing", () => {
  test("are exactly those that the form names, in its order [M2.27]", async () => {
    const viewer = await newUser();
    const racket = await racketFor(viewer);
    const [a = "", b = "", c = ""] = await upload(viewer, 3);
    await attach(viewer, racket, [b, c]);
    expect(await idsOf(racket)).toEqual([b, c]);
    await attach(viewer, racket, [a, c, b]);
    expect(await idsOf(racket)).toEqual([a, c, b]);
    await attach(viewer, racket, [c, b, a]);
    expect(await idsOf(racket)).toEqual([c, b, a]);
  });

  test("that are removed from it are kept for another day, however old they are", async () => {
    const viewer = await newUser();
    const racket = await racketFor(viewer);
    const [a = "", b = ""] = await upload(viewer, 2);
    await attach(viewer, racket, [a, b]);
    await age(a, 100);
    await age(b, 100);
    await attach(viewer, racket, [b]);
    await deleteUnused();
    const left = await db().selectFrom("photos").selectAll().where("id", "=", a).executeTakeFirst();
    expect(left).toMatchObject({ listing_id: null, listing_type: null, position: null });
    await attach(viewer, racket, [b, a]);
    expect(await idsOf(racket)).toEqual([b, a]);
  });

  test("can be twenty, and no more [A9.13 M5.23 M9.1]", async () => {
    const viewer = await newUser();
    const racket = await racketFor(viewer);
    const file = await pictureFile();
    const ids: string[] = [];
    for (let n = 0; n < 21; n += 1) ids.push((await storePhoto(viewer, file)).id);
    await expect(attach(viewer, racket, ids)).rejects.toMatchObject({ reason: "photos_too_many_total" });
    await attach(viewer, racket, ids.slice(0, 20));
    expect(await idsOf(racket)).toEqual(ids.slice(0, 20));
    await attach(viewer, racket, ids.slice(1).reverse());
    expect(await idsOf(racket)).toEqual(ids.slice(1).reverse());
  });

  test("cannot be another person's, another listing's or unknown ones [M7.24]", async () => {
    const [ann, bob] = [await newUser(), await newUser()];
    const racket = await racketFor(ann);
    const [own = "", elsewhere = ""] = await upload(ann, 2);
    const [bobs = ""] = await upload(bob, 1);
    await attach(ann, racket, [own]);
    await attach(ann, await racketFor(ann), [elsewhere]);
    for (const id of [bobs, elsewhere, UNKNOWN_ID, "not-an-id", "", `${own}' or true --`]) {
      await expect(attach(ann, racket, [own, id]), id).rejects.toMatchObject({
        reason: "photos_attach_missing",
      });
    }
    await expect(attach(ann, racket, [])).rejects.toMatchObject({ reason: "photos_attach_none" });
    await expect(attach(ann, racket, [own, own])).rejects.toMatchObject({ reason: "photos_attach_twice" });
    expect(await idsOf(racket)).toEqual([own]);
    expect(await findRows("photos", { id: bobs }, ["user_id"])).toEqual([{ user_id: bob }]);
  });

  test("have one of the two saved orders when two saves happen at the same moment", async () => {
    const viewer = await newUser();
    const racket = await racketFor(viewer);
    const ids = await upload(viewer, 4);
    await attach(viewer, racket, ids);
    const back = ids.toReversed();
    for (let n = 0; n < 5; n += 1) {
      await Promise.all([attach(viewer, racket, ids), attach(viewer, racket, back)]);
      expect([ids, back]).toContainEqual(await idsOf(racket));
    }
  });

  test("have a hidden photo again, as the last one, when moderators no longer hide this photo", async () => {
    const viewer = await newUser();
    const [racket, other] = [await racketFor(viewer), await racketFor(viewer)];
    const [a = "", b = "", c = "", d = ""] = await upload(viewer, 4);
    await attach(viewer, racket, [a, b]);
    await attach(viewer, other, [d]);
    await updateRows("photos", { id: a }, { hidden: "hidden" });
    await attach(viewer, racket, [c]);
    await attach(viewer, racket, [b, c]);
    expect(await idsOf(racket)).toEqual([b, c]);
    await updateRows("photos", { id: a }, { hidden: null });
    expect(await idsOf(racket)).toEqual([b, c, a]);
    expect(await idsOf(other)).toEqual([d]);
  });

  test("become unused when the listing is deleted, and are deleted a day later", async () => {
    const viewer = await newUser();
    const racket = await racketFor(viewer);
    const photo = await storePhoto(viewer, await pictureFile());
    await attach(viewer, racket, [photo.id]);
    await db().deleteFrom("listings").where("id", "=", racket.id).execute();
    await age(photo.id, 25);
    await deleteUnused();
    expect(await rowsOf(photo.key)).toEqual([]);
    expect(await hasPictures(photo.key)).toBe(false);
  });

  test("begin with the main photo; an SQL expression selects it for cards", async () => {
    const viewer = await newUser();
    const [racket, bare] = [await racketFor(viewer), await racketFor(viewer)];
    const first = await storePhoto(viewer, await pictureFile());
    const second = await storePhoto(viewer, await pictureFile());
    await attach(viewer, racket, [first.id, second.id]);
    const { rows } = await sql<{ id: string; photo: unknown }>`
      select id, ${jsonPhoto(sql`listings.type`, sql`listings.id`)} as photo from listings
      where user_id = ${viewer} order by created_at
    `.execute(db());
    const [photo] = await photosOfListing(racket);
    expect(rows).toEqual([
      // A job may have made the AVIF pictures in between.
      { id: racket.id, photo: { ...photo, avif: expect.any(Boolean) } },
      { id: bare.id, photo: null },
    ]);
    expect(photo).toMatchObject({ id: first.id, key: first.key });
  });
});

test("a form that is shown again has the person's own uploads, and nobody else's", async () => {
  const [ann, bob] = [await newUser(), await newUser()];
  const [a = "", b = ""] = await upload(ann, 2);
  const [bobs = ""] = await upload(bob, 1);
  const shown = await ownPhotos(ann, [b, bobs, "nonsense", UNKNOWN_ID, a]);
  expect(shown.map((photo) => photo.id)).toEqual([b, a]);
  expect(await ownPhotos(ann, ["", "nonsense"])).toEqual([]);
});

describe("the job that deletes unused photos", () => {
  test("keeps the photos in the evidence of a case, as long as the case exists", async () => {
    const photo = await storePhoto(await newUser(), await pictureFile());
    await age(photo.id, 25);
    const { id } = await insertRow("cases", { subject_kind: "listing", subject_id: UNKNOWN_ID, severity: 1 });
    const evidence = JSON.stringify({ name: "", text: "", by: null, photos: [photo.key] });
    await insertRows("reports", { case_id: id, language: "en-GB", reason: "scam", evidence });
    await deleteUnused();
    expect(await hasPictures(photo.key)).toBe(true);
    await db().deleteFrom("cases").where("id", "=", id).execute();
    await deleteUnused();
    expect(await hasPictures(photo.key)).toBe(false);
  });

  test("deletes photos that were unused for a day, with their files", async () => {
    const viewer = await newUser();
    const old = await storePhoto(viewer, await pictureFile());
    const young = await storePhoto(viewer, await pictureFile());
    const used = await storePhoto(viewer, await pictureFile());
    const racket = await racketFor(viewer);
    await attach(viewer, racket, [used.id]);
    await age(old.id, 25);
    await age(young.id, 23);
    await age(used.id, 1_000);
    await deleteUnused();
    expect(await rowsOf(old.key)).toEqual([]);
    expect(await storedPicture(old.key, 160, "webp")).toBeNull();
    expect(await storedPicture(old.key, 1280, "webp")).toBeNull();
    for (const photo of [young, used]) {
      expect(await rowsOf(photo.key)).toHaveLength(1);
      expect(await hasPictures(photo.key)).toBe(true);
    }
  });

  test("keeps pictures that another photo of the same file needs", async () => {
    const viewer = await newUser();
    const file = await pictureFile();
    const old = await storePhoto(viewer, file);
    const young = await storePhoto(viewer, file);
    await age(old.id, 25);
    await deleteUnused();
    expect(await rowsOf(old.key)).toMatchObject([{ id: young.id }]);
    expect(await hasPictures(old.key)).toBe(true);
  });

  test("never deletes the pictures of a file that is being uploaded at that moment", async () => {
    const viewer = await newUser();
    const file = await pictureFile();
    let photo = await storePhoto(viewer, file);
    for (let round = 0; round < 8; round += 1) {
      await age(photo.id, 25);
      const [next] = await Promise.all([storePhoto(viewer, file), deleteUnused(), deleteUnused()]);
      photo = next;
      const rows = await rowsOf(photo.key);
      expect(rows.map((row) => row.id)).toContain(photo.id);
      expect(await hasPictures(photo.key)).toBe(true);
      expect(await storedPicture(photo.key, 160, "webp")).not.toBeNull();
      await deleteUnused();
    }
  });
});

test("a person cannot delete a photo that a report or their profile shows, also when it is on no listing", async () => {
  const ann = await newUser();
  const [reported, avatar] = [
    await storePhoto(ann, await pictureFile()),
    await storePhoto(ann, await pictureFile()),
  ];
  await updateRows("profiles", { id: ann }, { avatar_url: `/photos/${avatar.key}/160.webp` });
  const id = await caseAbout("person", people.get(ann)?.viewer.username ?? "");
  await updateRows("reports", { case_id: id }, { evidence: JSON.stringify({ photos: [reported.key] }) });
  for (const photo of [reported, avatar]) {
    await deletePhoto({ id: ann }, photo.id, isInReport);
    expect(await rowsOf(photo.key)).toHaveLength(1);
    expect(await hasPictures(photo.key)).toBe(true);
  }
});

test("a person can delete their own unused photo, and no other", async () => {
  const [ann, bob] = [await newUser(), await newUser()];
  const racket = await racketFor(ann);
  const used = await storePhoto(ann, await pictureFile());
  const unused = await storePhoto(ann, await pictureFile());
  await attach(ann, racket, [used.id]);
  expect(await deletePhoto({ id: bob }, unused.id, isInReport)).toBe(false);
  expect(await deletePhoto({ id: ann }, used.id, isInReport)).toBe(false);
  expect(await deletePhoto({ id: ann }, randomUUID(), isInReport)).toBe(false);
  expect(await deletePhoto({ id: ann }, "none", isInReport)).toBe(false);
  expect(await deletePhoto({ id: ann }, unused.id, isInReport)).toBe(true);
  expect(await rowsOf(unused.key)).toEqual([]);
  expect(await hasPictures(unused.key)).toBe(false);
  expect(await hasPictures(used.key)).toBe(true);
});

test("the AVIF job does nothing for a deleted photo, and fails for invalid data", async () => {
  const job = photoJobs["photos-avif"];
  const signal = new AbortController().signal;
  await job?.work({ key: "ab".repeat(32) }, signal);
  expect(await storedPicture("ab".repeat(32), 160, "avif")).toBeNull();
  await expect(job?.work({ key: "../../etc" }, signal)).rejects.toThrow();
});

async function bytesOf(stored: Awaited<ReturnType<typeof storedPicture>>): Promise<Buffer> {
  return Buffer.from(await new Response(stored?.body).arrayBuffer());
}
