import { hash, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { attachPhotos, storePhoto, storePrivatePhoto } from "#app/features/photos/commands.server.ts";
import { contentKey, deleteUnneeded, lockFiles, storedPicture } from "#app/features/photos/files.server.ts";
import { photoJobs } from "#app/features/photos/jobs.server.ts";
import { type Photo, photoUrl } from "#app/features/photos/photo.ts";
import { publicPicture } from "#app/features/photos/picture.server.ts";
import { anonymizeRooms } from "#app/features/rooms/account-deletion.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { loader as privatePicture } from "#app/routes/chat/picture.route.ts";
import { action as upload } from "#app/routes/photos/upload.route.ts";
import { openDatabase } from "#tests/support/database.ts";
import { withEnv } from "#tests/support/env.ts";
import { type Person, racketOf } from "#tests/support/people.ts";
import { photoRequest, pictureFile } from "#tests/support/photos.ts";
import { updateRows } from "#tests/support/rows.ts";
import { chatScene } from "#tests/support/scene.ts";
import { openChat } from "./queries.server.ts";

// Who may fetch a picture of a message (docs/decisions/0028-messages.md).

let seller: Person;
let buyer: Person;
let stranger: Person;
let roomId: string;
let file: Uint8Array<ArrayBuffer>;

openDatabase((url) => startJobs(url, photoJobs));
beforeEach(async () => {
  ({ seller, buyer, stranger, roomId } = await chatScene());
  file = await pictureFile();
});

/** Requests the public or private URL of a picture, as this user or as a visitor. */
async function get(address: string, who?: Person): Promise<Response> {
  const request = new Request(new URL(address, env().baseUrl), {
    headers: who ? { cookie: who.cookie } : {},
  });
  const [digits = "", file = ""] = address.split("/").slice(-2);
  if (!address.startsWith("/chat/photos/")) return publicPicture(request, digits, file);
  return privatePicture({ request, params: { digits, file } } as never);
}

const statusOf = async (address: string, who?: Person) => (await get(address, who)).status;
const say = (who: Person, photoIds: readonly string[]) =>
  sendMessage(who.viewer, roomId, { clientId: randomUUID(), message: "", photoIds });

async function sent(): Promise<Photo> {
  const photo = await storePrivatePhoto(buyer.viewer.id, file);
  await say(buyer, [photo.id]);
  return photo;
}

async function seenBy(who: Person): Promise<Photo> {
  const photo = (await openChat(who.viewer, roomId)).messages[0]?.photos?.[0];
  if (!photo) throw new Error("There is no picture in the conversation.");
  return photo;
}

describe("a picture of a message", () => {
  test("is served to the room's two people, and does not exist for anybody else [V8.2.2]", async () => {
    await sent();
    const address = photoUrl((await seenBy(seller)).key, 320);
    for (const who of [buyer, seller]) {
      const answer = await get(address, who);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    }
    for (const who of [stranger, undefined]) {
      const answer = await get(address, who);
      expect([answer.status, await answer.text()]).toEqual([404, ""]);
    }
  });

  test("has a URL that cannot be found out from its file, not even by uploading the file", async () => {
    const { key } = await sent();
    const digest = hash("sha256", file);
    expect(key).not.toContain(contentKey(file));
    for (const digits of [digest, contentKey(file)])
      for (const address of [`/photos/${digits}/320.webp`, `/chat/photos/${digits}/320.webp`])
        expect([address, await statusOf(address, stranger)]).toEqual([address, 404]);
    const theirs = await storePrivatePhoto(stranger.viewer.id, file);
    expect(theirs.key).not.toBe(key);
    expect(await statusOf(photoUrl(key, 320), stranger)).toBe(404);
    // The public photo of the same file is separate, and does not reveal the sender.
    const listed = await storePhoto(stranger.viewer.id, file);
    expect(await statusOf(photoUrl(listed.key, 320))).toBe(200);
    expect(await statusOf(photoUrl(key, 320))).toBe(404);
    expect(await statusOf(`/photos/${key}/320.webp`, buyer)).toBe(404);
    expect(await statusOf(`/photos/${key.replace("private-", "")}/320.webp`, buyer)).toBe(404);
  });

  test("has a URL that depends on the server's secret", async () => {
    const { key } = await storePrivatePhoto(buyer.viewer.id, file);
    await withEnv({ authSecret: "another secret that only tests have, and long enough" }, async () => {
      expect((await storePrivatePhoto(buyer.viewer.id, file)).key).not.toBe(key);
    });
  });

  test("is visible to its uploader alone until it is sent; its URL stays the same", async () => {
    const request = photoRequest(file, { cookie: buyer.cookie }, "message");
    const photo: Photo & { src: string } = await (await upload({ request, params: {} } as never)).json();
    expect(photo.src).toMatch(/^\/chat\/photos\/[0-9a-f]{64}\/320\.webp$/);
    const statuses = () =>
      Promise.all([buyer, seller, stranger, undefined].map((who) => statusOf(photo.src, who)));
    expect(await statuses()).toEqual([200, 404, 404, 404]);
    const racket = await racketOf(buyer);
    const attaching = inTransaction((trx) => attachPhotos(trx, buyer.viewer.id, racket, [photo.id]));
    await expect(attaching).rejects.toMatchObject({ reason: "photos_attach_missing" });
    await say(buyer, [photo.id]);
    expect(await statuses()).toEqual([200, 200, 404, 404]);
  });

  test("is still shown to the other person when its sender has deleted their account", async () => {
    const { key } = await sent();
    await deleteAccount(buyer.visitor.request("/profile/delete"), buyer.viewer, [anonymizeRooms]);
    expect(await statusOf(photoUrl(key, 320), seller)).toBe(200);
    expect(await statusOf(photoUrl(key, 320), buyer)).toBe(404);
  });
});

describe("a picture that was sent before pictures of messages were private", () => {
  const makePrivate = () => photoJobs["photos-private"]?.work({}, new AbortController().signal);

  async function sentInPublic(): Promise<Photo> {
    const { id, key } = await sent();
    const old = await storePhoto(buyer.viewer.id, file);
    await db().deleteFrom("photos").where("id", "=", old.id).execute();
    await updateRows("photos", { id }, { key: old.key, avif: false });
    await inTransaction(async (trx) => {
      await lockFiles(trx, key);
      await deleteUnneeded(trx, key);
    });
    return old;
  }

  test("moves to a private URL, where the room's two people see it", async () => {
    const old = await sentInPublic();
    expect(await statusOf(photoUrl(old.key, 1280))).toBe(200);
    await makePrivate();
    expect(await statusOf(photoUrl(old.key, 1280))).toBe(404);
    expect(await storedPicture(old.key, 160, "webp")).toBeNull();
    const { key } = await seenBy(seller);
    for (const width of [160, 320, 640, 1280] as const)
      expect(await statusOf(photoUrl(key, width), seller)).toBe(200);
    expect(await statusOf(photoUrl(key, 320), buyer)).toBe(200);
    expect(await statusOf(photoUrl(key, 320), stranger)).toBe(404);
    await makePrivate();
    expect((await seenBy(seller)).key).toBe(key);
  });

  test("stays public for a listing that shows the same file", async () => {
    const old = await sentInPublic();
    const listed = await storePhoto(stranger.viewer.id, file);
    expect(listed.key).toBe(old.key);
    await makePrivate();
    expect(await statusOf(photoUrl(old.key, 320))).toBe(200);
    expect(await statusOf(photoUrl((await seenBy(seller)).key, 320), seller)).toBe(200);
  });

  test("and whose files are missing does not stop other pictures from becoming private", async () => {
    const { id } = await sent();
    await updateRows("photos", { id }, { key: "0".repeat(64) });
    file = await pictureFile();
    roomId = await openRoom(buyer.viewer, await racketOf(seller));
    await sentInPublic();
    await expect(makePrivate()).rejects.toThrow("could not be made private");
    expect((await seenBy(seller)).key).toMatch(/^private-/);
    await db().deleteFrom("photos").where("id", "=", id).execute();
  });
});
