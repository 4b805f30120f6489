import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { eventPresenters } from "#app/events.server.ts";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { latestRooms } from "#app/features/chat/inbox.server.ts";
import { messages, openChat } from "#app/features/chat/queries.server.ts";
import { deleteListing } from "#app/features/listings/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { action as sendPage } from "#app/routes/chat/thread.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { openEvents } from "#tests/support/event-server.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { chatScene } from "#tests/support/scene.ts";
import { anonymizeRooms } from "./account-deletion.server.ts";
import { markRoomRead, openRoom, sendMessage } from "./commands.server.ts";

const LEFT =
  "This user has deleted their account. You can still read this conversation, but you cannot reply.";
/** How often the server checks sessions. It is short, so that an ended session is noticed within the test. */
const BEAT_MS = 100;

let seller: Person;
let buyer: Person;
let listing: { type: string; id: string };
let roomId: string;

openDatabase();
const events = openEvents(eventPresenters, BEAT_MS);
beforeEach(async () => {
  ({ seller, buyer, listing, roomId } = await chatScene());
});

const say = (who: Person, message = "hello", room = roomId) =>
  sendMessage(who.viewer, room, { clientId: randomUUID(), message });
const deleteAccountOf = (who: Person) =>
  deleteAccount(who.visitor.request("/profile/delete"), who.viewer, [anonymizeRooms]);
const rooms = async () => (await db().selectFrom("chat_rooms").select("id").execute()).map(({ id }) => id);
const refusal = (error: { status: number; message: string }) => ({
  status: error.status,
  message: error.message,
});
const listen = (who: Person) => events.listen(who, 0);

describe.each(["seller", "buyer"] as const)("when the %s deletes their account", (role) => {
  const both = () => (role === "seller" ? { gone: seller, stays: buyer } : { gone: buyer, stays: seller });

  test("the other person can still read the conversation, but sees no name and no picture", async () => {
    const { gone, stays } = both();
    await updateRows("profiles", { id: gone.viewer.id }, { avatar_url: "/photos/x" });
    await say(buyer, "Is it still there?");
    await say(seller, "It is.");
    await deleteAccountOf(gone);
    const other = { username: "Deleted user", avatarUrl: null, left: true, blocked: false };
    const chat = await openChat(stays.viewer, roomId);
    expect(chat.room.other).toEqual(other);
    expect(chat.messages.map(({ message, mine }) => [message, mine])).toEqual([
      ["Is it still there?", stays === buyer],
      ["It is.", stays === seller],
    ]);
    expect(await latestRooms(stays.viewer, 10)).toMatchObject([
      { id: roomId, other, last: { message: "It is." } },
    ]);
    expect(JSON.stringify([chat, await messages(stays.viewer, roomId, {})])).not.toContain(gone.viewer.id);
  });

  test("the other person cannot write and sees why, and their typed text stays", async () => {
    const { gone, stays } = both();
    await say(buyer);
    await deleteAccountOf(gone);
    await expect(say(stays)).rejects.toMatchObject(refusal({ status: 403, message: LEFT }));
    const fields = { clientId: randomUUID(), message: "Are you there?" };
    const page = await stays.visitor.submit(sendPage, `/messages/${roomId}`, fields, { roomId });
    expect(page).toMatchObject({
      status: 403,
      data: { result: { initialValue: { message: "Are you there?" } }, message: LEFT },
    });
    expect(await messages(stays.viewer, roomId, {})).toHaveLength(1);
  });

  test("the other person's unread messages stay unread until they read them", async () => {
    const { gone, stays } = both();
    await say(gone, "one");
    const { seq } = await say(gone, "two");
    await deleteAccountOf(gone);
    expect(await latestRooms(stays.viewer, 10)).toMatchObject([{ unread: 2 }]);
    await markRoomRead(stays.viewer, roomId, seq - 1);
    expect(await latestRooms(stays.viewer, 10)).toMatchObject([{ unread: 1 }]);
    await markRoomRead(stays.viewer, roomId, seq);
    expect(await latestRooms(stays.viewer, 10)).toMatchObject([{ unread: 0 }]);
  });

  test("the other person's browser gets an event, and the deleted person's browser is signed out", async () => {
    const { gone, stays } = both();
    await say(gone);
    const [own, others] = [await listen(gone), await listen(stays)];
    expect(await own.next()).toMatchObject({ event: "chat.message" });
    expect(await others.next()).toMatchObject({ event: "chat.message" });
    await deleteAccountOf(gone);
    expect(await others.next()).toMatchObject({ event: "chat.left", data: { roomIds: [roomId], unread: 1 } });
    expect(await own.next()).toMatchObject({ event: "signed-out" });
    expect(await own.next()).toBeNull();
    expect((await events.open(gone)).status).toBe(204);
  });

  test("a room without messages is deleted", async () => {
    await deleteAccountOf(both().gone);
    expect(await rooms()).not.toContain(roomId);
    expect(await latestRooms(both().stays.viewer, 10)).toEqual([]);
  });
});

test("a room is deleted with its messages when both people delete their accounts, even at the same time", async () => {
  await say(buyer);
  await Promise.all([deleteAccountOf(seller), deleteAccountOf(buyer)]);
  expect(await rooms()).not.toContain(roomId);
  expect(await findRows("chat_messages", { chat_room_id: roomId }, ["id"])).toEqual([]);
});

test("messages that are sent during an account deletion arrive or are refused, without a deadlock", async () => {
  const others = [buyer, await person("second"), await person("third")];
  const about = await racketOf(seller);
  const talks = await Promise.all(others.map((one) => openRoom(one.viewer, about)));
  const saying = others.flatMap((one, nth) => Array.from({ length: 5 }, () => say(one, "hello", talks[nth])));
  const answering = talks.map((room) => say(seller, "hello", room));
  const [, sent, answered] = await Promise.all([
    deleteAccountOf(seller),
    Promise.allSettled(saying),
    Promise.allSettled(answering),
  ]);
  for (const one of [...sent, ...answered]) {
    if (one.status === "rejected") expect([403, 404]).toContain(one.reason.status);
  }
  const arrived = sent.filter(({ status }) => status === "fulfilled").length;
  const stored = db().selectFrom("chat_messages").select("id").where("chat_room_id", "in", talks);
  expect((await stored.where("sender_id", "is not", null).execute()).length).toBe(arrived);
});

test("an account deletion sends the other person one event for all rooms of the two, even about a deleted listing", async () => {
  const second = await openRoom(buyer.viewer, await racketOf(seller));
  await say(buyer);
  await say(buyer, "hello", second);
  await deleteListing(seller.viewer, listing);
  await deleteAccountOf(seller);
  const events = db().selectFrom("events").select("subject").where("kind", "=", "chat.left");
  const [event] = await events.where("user_id", "=", buyer.viewer.id).execute();
  expect(event?.subject).toEqual({ roomIds: [roomId, second].sort() });
});
