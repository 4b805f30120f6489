import { sql } from "kysely";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { listen } from "#app/platform/listen.server.ts";
import { queryCache } from "#app/platform/query-cache.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { deletePhoto, storePhoto } from "./commands.server.ts";
import { MAKE_AVIF } from "./jobs.server.ts";
import type { Photo } from "./photo.ts";
import { publicPicture } from "./picture.server.ts";

// This process is a server that listens, as server/app.ts does. The tests change the database as another server would.

let owner: Person;
let photo: Photo;
let lost = Promise.withResolvers<void>();
let listener: { close(): Promise<void> };

openDatabase(async (url) => {
  await startJobs(url, { [MAKE_AVIF]: { once: true, async work() {} } });
  owner = await person();
  listener = await listen({
    channel: "listings",
    onConnect: () => queryCache.setListening(true),
    onDisconnect() {
      queryCache.setListening(false);
      lost.resolve();
    },
    onNotify: (tag) => queryCache.invalidate(tag),
  });
});
afterAll(async () => {
  await listener.close();
  queryCache.setListening(false);
});

beforeEach(async () => {
  photo = await storePhoto(owner.viewer.id, await pictureFile());
});
afterEach(async () => {
  await db().updateTable("photos").set({ hidden: null }).execute();
});

async function status(): Promise<number> {
  const request = new Request(`http://localhost/photos/${photo.key}/320.webp`);
  return (await publicPicture(request, photo.key, "320.webp")).status;
}

const hide = (hidden: "hidden" | "removed" | null) =>
  db().updateTable("photos").set({ hidden }).where("id", "=", photo.id).execute();

test("a photo that another server hid is refused until it is shown again", async () => {
  expect(await status()).toBe(200);
  await hide("hidden");
  await expect.poll(status).toBe(404);
  // Another person's row of the same photo does not show it.
  await db()
    .insertInto("photos")
    .columns(["user_id", "key", "width", "height", "thumbhash"])
    .expression(
      db()
        .selectFrom("photos")
        .select(["user_id", "key", "width", "height", "thumbhash"])
        .where("id", "=", photo.id),
    )
    .execute();
  await hide("removed");
  expect(await status()).toBe(404);
  await hide(null);
  await expect.poll(status).toBe(200);
});

test("the database is not asked for a picture while no photo is hidden or shown", async () => {
  expect(await status()).toBe(200);
  await sql`alter table photos rename to away`.execute(db());
  try {
    expect(await status()).toBe(200);
  } finally {
    await sql`alter table away rename to photos`.execute(db());
  }
});

test("a photo that was hidden and then deleted is served when it is uploaded again", async () => {
  const file = await pictureFile();
  photo = await storePhoto(owner.viewer.id, file);
  await hide("removed");
  await expect.poll(status).toBe(404);
  await deletePhoto(owner.viewer, photo.id, sql<boolean>`false`);
  photo = await storePhoto(owner.viewer.id, file);
  await expect.poll(status).toBe(200);
});

test("a server that lost its connection asks the database, and then reads what it missed", async () => {
  expect(await status()).toBe(200);
  lost = Promise.withResolvers();
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'second-serve, listening'
  `.execute(db());
  await lost.promise;
  await hide("hidden");
  expect(await status()).toBe(404);
  await expect.poll(() => queryCache.isListening).toBe(true);
  expect(await status()).toBe(404);
});
