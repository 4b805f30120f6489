import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { isInReport } from "#app/features/moderation/reports/pictures.server.ts";
import {
  attachPhotos,
  deletePhoto,
  storePhoto,
  storePrivatePhoto,
} from "#app/features/photos/commands.server.ts";
import { storedPicture } from "#app/features/photos/files.server.ts";
import { photoJobs } from "#app/features/photos/jobs.server.ts";
import { type Photo, photoUrl } from "#app/features/photos/photo.ts";
import { anonymizeRooms } from "#app/features/rooms/account-deletion.server.ts";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { sendMessage } from "#app/features/rooms/commands.server.ts";
import { jobHandlers } from "#app/jobs.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { action as send } from "#app/routes/chat/messages.route.ts";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { updateRows } from "#tests/support/rows.ts";
import { chatScene } from "#tests/support/scene.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { chatEvents } from "./events.server.ts";
import { latestRooms } from "./inbox.server.ts";
import { messages, openChat } from "./queries.server.ts";

// Pictures in messages (docs/decisions/0028-messages.md).

let seller: Person;
let buyer: Person;
let roomId: string;
let photos: Photo[];

openDatabase((url) => startJobs(url, photoJobs));
beforeEach(async () => {
  ({ seller, buyer, roomId } = await chatScene());
  photos = [await upload(buyer), await upload(buyer)];
});

const upload = async ({ viewer }: Person) => storePrivatePhoto(viewer.id, await pictureFile());
const ids = (those: readonly { id: string }[]) => those.map(({ id }) => id);
const say = (who: Person, photoIds: readonly string[], message = "", clientId = randomUUID()) =>
  sendMessage(who.viewer, roomId, { clientId, message, photoIds });
async function post(who: Person | null, fields: Record<string, string>) {
  const visitor = who?.visitor ?? new Visitor();
  const body = new URLSearchParams({ clientId: randomUUID(), message: "", ...fields });
  const init = { method: "POST", body, headers: { accept: "application/json" } };
  const { status, data } = await visitor.run(send, visitor.request("/x", init), { roomId });
  return { status, answer: JSON.parse(String(data)) as { value?: object; message?: string } };
}
const stored = async () => (await messages(buyer.viewer, roomId, {})).length;
const unused = async () =>
  ids(
    await db()
      .selectFrom("photos")
      .select("id")
      .where("user_id", "=", buyer.viewer.id)
      .where("chat_message_id", "is", null)
      .orderBy("id")
      .execute(),
  );
async function cleanUpADayLater(): Promise<void> {
  await updateRows("photos", {}, { created_at: sql<Date>`now() - interval '25 hours'` });
  await jobHandlers["photos-sweep"]?.work({}, new AbortController().signal);
}

describe("the pictures of a message", () => {
  test("are sent with it, in their order, to both people", async () => {
    const [one, two] = ids(photos);
    const { status, answer } = await post(buyer, { photos: `${two},${one}`, message: "front and back" });
    expect(status).toBe(200);
    expect(answer.value).toMatchObject({ message: "front and back", photos: [{ id: two }, { id: one }] });
    for (const who of [buyer, seller]) {
      const [message] = (await openChat(who.viewer, roomId)).messages;
      expect(message?.photos?.map(({ id }) => id)).toEqual([two, one]);
      expect(Object.keys(message?.photos?.[0] ?? {}).sort()).toEqual(
        ["avif", "height", "id", "key", "thumbhash", "width"].sort(),
      );
    }
    const contents = await chatEvents["chat.message"]?.([
      { userId: seller.viewer.id, subject: { roomId, seq: 1 } },
    ]);
    expect(contents?.[0]?.message.photos).toHaveLength(2);
  });

  test('can be sent without a text: then the inbox shows "Photo"', async () => {
    expect(await say(buyer, ids(photos))).toMatchObject({ message: "" });
    expect((await latestRooms(seller.viewer, 1))[0]?.last).toEqual({ message: "Photo", mine: false });
    expect(await say(buyer, [], "hello")).not.toHaveProperty("photos");
  });

  test("are sent once, however often their message is sent", async () => {
    const clientId = randomUUID();
    const first = await say(buyer, ids(photos), "", clientId);
    const again = await say(buyer, ids(photos), "", clientId);
    expect([again.id, ids(again.photos ?? [])]).toEqual([first.id, ids(photos)]);
    const other = randomUUID();
    const [third] = [await upload(buyer)];
    const atOnce = await Promise.all(
      Array.from({ length: 6 }, () => say(buyer, [third?.id ?? ""], "", other)),
    );
    expect(new Set(ids(atOnce)).size).toBe(1);
    expect(await stored()).toBe(2);
  });

  test("are refused with their message when they are another person's, deleted, already sent or on a listing [V2.3.3]", async () => {
    const [one = ""] = ids(photos);
    const racket = await racketOf(buyer);
    const { id: two } = await storePhoto(buyer.viewer.id, await pictureFile());
    const { id: three } = await storePhoto(buyer.viewer.id, await pictureFile());
    await inTransaction((trx) => attachPhotos(trx, buyer.viewer.id, racket, [two]));
    const theirs = await upload(seller);
    for (const bad of [[theirs.id], [one, theirs.id], [one, randomUUID()], [two], [three]]) {
      expect(await post(buyer, { photos: bad.join() })).toMatchObject({
        status: 422,
        answer: { message: "One of the photos is no longer available. Please add it again." },
      });
    }
    expect(await stored()).toBe(0);
    expect(await unused()).toContain(one);
    await say(buyer, [one]);
    await expect(say(buyer, [one])).rejects.toMatchObject({ status: 422 });
    expect(await stored()).toBe(1);
    // The number of the refused message is used again.
    expect((await say(buyer, [], "next")).seq).toBe(2);
  });

  test.each([
    ["not ids", "1,2"],
    ["the same twice", "same"],
    ["too many", Array.from({ length: 7 }, () => randomUUID()).join()],
    ["a NUL", "\0"],
    ["HTML", "<b>"],
  ])("are refused when they are %s", async (_, value) => {
    const given = value === "same" ? ids([...photos.slice(0, 1), ...photos.slice(0, 1)]).join() : value;
    const { status, answer } = await post(buyer, { photos: given });
    expect(status).toBe(422);
    expect(answer.message).toMatch(/\.$/);
    expect(await stored()).toBe(0);
  });

  test("can be sent by the room's two people, unless one blocks the other", async () => {
    const stranger = await person("stranger");
    const theirs = await upload(stranger);
    expect((await post(null, { photos: theirs.id })).status).toBe(401);
    expect((await post(stranger, { photos: theirs.id })).status).toBe(404);
    await setBlockedIn(seller.viewer, roomId, true);
    expect(await post(buyer, { photos: ids(photos).join() })).toMatchObject({
      status: 403,
      answer: { message: "This message could not be sent." },
    });
    expect(await unused()).toEqual(ids(photos).sort());
  });

  test("can be used by only one of several concurrent messages", async () => {
    const [one = ""] = ids(photos);
    const racing = await Promise.allSettled(Array.from({ length: 6 }, () => say(buyer, [one])));
    expect(racing.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stored()).toBe(1);
  });
});

describe("a picture that was sent", () => {
  test("can be neither deleted nor put on a listing; the cleanup deletes only unsent pictures", async () => {
    const [sent, left] = photos;
    await say(buyer, [sent?.id ?? ""]);
    await cleanUpADayLater();
    expect(await storedPicture(sent?.key ?? "", 320, "webp")).not.toBeNull();
    expect(await storedPicture(left?.key ?? "", 320, "webp")).toBeNull();
    expect(await deletePhoto(buyer.viewer, sent?.id ?? "", isInReport)).toBe(false);
    const racket = await racketOf(buyer);
    const attaching = inTransaction((trx) => attachPhotos(trx, buyer.viewer.id, racket, [sent?.id ?? ""]));
    await expect(attaching).rejects.toMatchObject({ reason: "photos_attach_missing" });
    expect((await messages(seller.viewer, roomId, {}))[0]?.photos).toHaveLength(1);
  });

  test("is kept when its sender deletes their account, and is deleted when both people have done so", async () => {
    await say(buyer, ids(photos));
    await deleteAccount(buyer.visitor.request("/profile/delete"), buyer.viewer, [anonymizeRooms]);
    await cleanUpADayLater();
    expect((await messages(seller.viewer, roomId, {}))[0]?.photos).toHaveLength(2);
    for (const { key } of photos) expect(await storedPicture(key, 320, "webp")).not.toBeNull();
    await deleteAccount(seller.visitor.request("/profile/delete"), seller.viewer, [anonymizeRooms]);
    await cleanUpADayLater();
    for (const { key } of photos) expect(await storedPicture(key, 320, "webp")).toBeNull();
  });

  test("is in the data exports of both people: as a file for its sender, and as a URL for the other person", async () => {
    await say(buyer, ids(photos), "look");
    await setBlockedIn(buyer.viewer, roomId, true);
    const ofBuyer = await exportOf(buyer);
    const files = photos.map(({ id }) => `photos/${id}.webp`);
    expect(ofBuyer.chats).toMatchObject([{ messages: [{ from: "me", message: "look", photos: files }] }]);
    const links = photos.map(({ key }) => photoUrl(key, 1280));
    expect((await exportOf(seller)).chats).toMatchObject([{ messages: [{ from: "them", photos: links }] }]);
    expect(ofBuyer.blocked).toEqual([{ username: seller.viewer.username, since: expect.any(String) }]);
  });
});
