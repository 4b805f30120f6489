import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { markRoomRead, openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { eventsUpTo } from "#app/platform/events.server.ts";
import { unreadOf } from "#app/platform/unread.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { waitForLocks } from "#tests/support/races.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { latestRooms } from "./inbox.server.ts";
import { MESSAGES_AT_ONCE, messages, openChat } from "./queries.server.ts";

const inbox = (viewer: Person["viewer"]) => latestRooms(viewer, 25);
const unreadRooms = async (userId: string) => (await unreadOf([userId])).get(userId);

openDatabase();

const NOT_FOUND = { status: 404 };

async function room(): Promise<{
  seller: Person;
  buyer: Person;
  id: string;
  listing: { type: string; id: string };
}> {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const listing = await racketOf(seller);
  return { seller, buyer, listing, id: await openRoom(buyer.viewer, listing) };
}

const say = (who: Person, roomId: string, message = "hello", clientId = randomUUID()) =>
  sendMessage(who.viewer, roomId, { clientId, message });

async function allMessages(who: Person, roomId: string) {
  const all = [];
  for (;;) {
    const more = await messages(who.viewer, roomId, { after: all.at(-1)?.seq ?? 0 });
    if (more.length === 0) return all;
    all.push(...more);
  }
}

describe("suggested first messages", () => {
  const suggestionsOf = async (who: Person, id: string) => (await openChat(who.viewer, id)).suggestedMessages;

  test("are for the buyer, until a message is written", async () => {
    const { seller, buyer, id } = await room();
    expect(await suggestionsOf(buyer, id)).toEqual([
      "Is it still available?",
      "Would you take €…?",
      "Can you ship to …?",
    ]);
    expect(await suggestionsOf(seller, id)).toEqual([]);
    await expect(suggestionsOf(await person("stranger"), id)).rejects.toMatchObject(NOT_FOUND);
    await say(buyer, id);
    expect(await suggestionsOf(buyer, id)).toEqual([]);
  });

  test("are empty for a sold or deleted listing", async () => {
    const { buyer, id, listing } = await room();
    await updateRows("listings", { id: listing.id }, { quantity: 0 });
    expect(await suggestionsOf(buyer, id)).toEqual([]);
    await db().deleteFrom("listings").where("id", "=", listing.id).execute();
    expect(await suggestionsOf(buyer, id)).toEqual([]);
  });
});

describe("opening a room", () => {
  test("returns the existing room, even when tabs open it at the same time [M3.20 M4.9 M7.16]", async () => {
    const [seller, buyer] = [await person(), await person()];
    const listing = await racketOf(seller);
    const ids = await Promise.all(Array.from({ length: 8 }, () => openRoom(buyer.viewer, listing)));
    expect(new Set(ids).size).toBe(1);
    expect(await openRoom(buyer.viewer, listing)).toBe(ids[0]);
    expect(await openRoom((await person()).viewer, listing)).not.toBe(ids[0]);
  });

  test("is refused to the owner of the listing [M6.6]", async () => {
    const seller = await person();
    await expect(openRoom(seller.viewer, await racketOf(seller))).rejects.toMatchObject({
      status: 403,
      message: "Cannot chat with yourself. This is your own listing.",
    });
  });
});

describe("a message", () => {
  test("gets the next number of its room, also with concurrent senders [M3.21 M7.18]", async () => {
    const { seller, buyer, id } = await room();
    await Promise.all(
      Array.from({ length: 110 }, (_, nth) => say(nth % 2 ? seller : buyer, id, `message ${nth}`)),
    );
    const all = await allMessages(buyer, id);
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 110 }, (_, nth) => nth + 1));
    expect(new Set(all.map(({ message }) => message)).size).toBe(110);
    expect(all.filter(({ mine }) => mine)).toHaveLength(55);
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort());
    expect(await eventsUpTo(buyer.viewer.id)).toBe(110);
    expect(await eventsUpTo(seller.viewer.id)).toBe(110);
  });

  test("is stored once, however often it is sent [M7.18]", async () => {
    const { seller, buyer, id } = await room();
    const clientId = randomUUID();
    const first = await say(buyer, id, "is it still there?", clientId);
    expect(await say(buyer, id, "another text", clientId)).toEqual(first);
    const other = randomUUID();
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => say(buyer, id, "once", other)));
    expect(new Set(atOnce.map((message) => message.id)).size).toBe(1);
    // The other user's browser may have generated the same id.
    expect((await say(seller, id, "mine", clientId)).id).not.toBe(first.id);
    expect((await allMessages(buyer, id)).map(({ seq, message }) => [seq, message])).toEqual([
      [1, "is it still there?"],
      [2, "once"],
      [3, "mine"],
    ]);
    expect(await eventsUpTo(seller.viewer.id)).toBe(3);
  });

  test("can be sent only by the two people of the room [V8.2.2]", async () => {
    const { buyer, id } = await room();
    const stranger = await person();
    await say(buyer, id);
    await expect(say(stranger, id)).rejects.toMatchObject(NOT_FOUND);
    await expect(messages(stranger.viewer, id, {})).rejects.toMatchObject(NOT_FOUND);
    await expect(openChat(stranger.viewer, id)).rejects.toMatchObject(NOT_FOUND);
    await expect(markRoomRead(stranger.viewer, id, 1)).rejects.toMatchObject(NOT_FOUND);
    await expect(say(buyer, randomUUID())).rejects.toMatchObject(NOT_FOUND);
    expect(await allMessages(buyer, id)).toHaveLength(1);
    expect(await inbox(stranger.viewer)).toEqual([]);
  });

  test("can be sent in several rooms at the same time without a deadlock", async () => {
    const people = await Promise.all([person(), person(), person()]);
    const rooms = await Promise.all(
      people.flatMap((seller) =>
        people
          .filter((buyer) => buyer !== seller)
          .map(async (buyer) => ({
            seller,
            buyer,
            id: await openRoom(buyer.viewer, await racketOf(seller)),
          })),
      ),
    );
    await Promise.all(
      rooms.flatMap(({ seller, buyer, id }) =>
        Array.from({ length: 10 }, (_, nth) => [
          say(nth % 2 ? seller : buyer, id),
          markRoomRead(buyer.viewer, id, nth),
        ]).flat(),
      ),
    );
    for (const { buyer, id } of rooms) expect(await allMessages(buyer, id)).toHaveLength(10);
  });

  test("shows its client id only to its sender, and no e-mail address to anybody", async () => {
    const { seller, buyer, id } = await room();
    await say(buyer, id);
    const [own, others] = [await openChat(buyer.viewer, id), await openChat(seller.viewer, id)];
    expect(own.messages[0]).toMatchObject({ mine: true, clientId: expect.any(String) });
    expect(others.messages[0]).toMatchObject({ mine: false, clientId: null });
    const seen = JSON.stringify([own.room, others.room, await inbox(seller.viewer)]);
    expect(seen).not.toContain("@");
    expect(others.room.other).toEqual({
      username: buyer.viewer.username,
      avatarUrl: null,
      left: false,
      blocked: false,
    });
    expect(own.room.other.username).toBe(seller.viewer.username);
  });
});

describe("reading a room", () => {
  test("returns a limited number of messages: the latest, or those before or after a given one [M7.17]", async () => {
    const { buyer, id } = await room();
    for (let nth = 0; nth < MESSAGES_AT_ONCE + 5; nth++) await say(buyer, id);
    const seqs = async (window: { after?: number; before?: number }) =>
      (await messages(buyer.viewer, id, window)).map(({ seq }) => seq);
    const latest = (await openChat(buyer.viewer, id)).messages.map(({ seq }) => seq);
    expect(latest).toEqual(Array.from({ length: MESSAGES_AT_ONCE }, (_, nth) => nth + 6));
    expect(await seqs({ before: 6 })).toEqual([1, 2, 3, 4, 5]);
    expect(await seqs({ after: 53 })).toEqual([54, 55]);
    expect(await seqs({ after: 55 })).toEqual([]);
    expect(await seqs({})).toEqual(latest);
  });

  test("marks the messages up to a number as read, and no later ones [A3.5]", async () => {
    const { seller, buyer, id } = await room();
    for (let nth = 0; nth < 3; nth++) await say(buyer, id);
    expect(await unreadRooms(seller.viewer.id)).toBe(1);
    expect(await unreadRooms(buyer.viewer.id)).toBe(0);
    await markRoomRead(seller.viewer, id, 2);
    const left = await findRows("chat_notifications", { chat_room_id: id }, ["unread_count"]);
    expect(left).toEqual([{ unread_count: 1 }]);
    const before = await eventsUpTo(seller.viewer.id);
    await markRoomRead(seller.viewer, id, 3);
    expect(await unreadRooms(seller.viewer.id)).toBe(0);
    expect(await eventsUpTo(seller.viewer.id)).toBe(before + 1);
    await markRoomRead(seller.viewer, id, 3);
    expect(await eventsUpTo(seller.viewer.id)).toBe(before + 1);
    // Three events for the messages, and two for the read receipts.
    expect(await eventsUpTo(buyer.viewer.id)).toBe(5);
  });

  test("keeps the unread count right during concurrent messages", async () => {
    const { seller, buyer, id } = await room();
    await Promise.all(
      Array.from({ length: 40 }, (_, nth) => [say(buyer, id), markRoomRead(seller.viewer, id, nth)]).flat(),
    );
    await markRoomRead(seller.viewer, id, 37);
    const left = await findRows("chat_notifications", { user_id: seller.viewer.id }, ["unread_count"]);
    expect(left).toEqual([{ unread_count: 3 }]);
  });
});

test("marking messages as read does not include a later one that is not committed yet", async () => {
  const { seller, buyer, id } = await room();
  await say(buyer, id);
  let reading = Promise.resolve();
  await inTransaction(async (trx) => {
    await trx.updateTable("chat_rooms").set({ seq: 2 }).where("id", "=", id).execute();
    const message = {
      chat_room_id: id,
      seq: 2,
      sender_id: buyer.viewer.id,
      client_id: randomUUID(),
      message: "wait",
    };
    await trx.insertInto("chat_messages").values(message).execute();
    await trx
      .updateTable("chat_notifications")
      .set({ unread_count: 2 })
      .where("chat_room_id", "=", id)
      .execute();
    reading = markRoomRead(seller.viewer, id, 1);
    await waitForLocks(1);
  });
  await reading;
  expect(await unreadRooms(seller.viewer.id)).toBe(1);
});

describe("the inbox", () => {
  test("shows the latest conversation first, with its last message and whether it is unread [A3.4 A7.37]", async () => {
    const [seller, one, two] = [await person("seller"), await person("one"), await person("two")];
    const listing = await racketOf(seller, { name: "Pure Drive" });
    const [first, second] = [await openRoom(one.viewer, listing), await openRoom(two.viewer, listing)];
    await say(one, first, "first");
    await say(two, second, "second");
    await say(seller, first, "answer");
    const rows = await inbox(seller.viewer);
    expect(rows.map(({ other, last, unread }) => [other.username, last, unread])).toEqual([
      [one.viewer.username, { message: "answer", mine: true }, 1],
      [two.viewer.username, { message: "second", mine: false }, 1],
    ]);
    expect(rows[0]?.listing).toMatchObject({
      name: "Pure Drive",
      path: `/rackets/${listing.id}`,
      available: true,
      price: "€129.50",
    });
    expect((await inbox(one.viewer))[0]).toMatchObject({
      last: { message: "answer", mine: false },
      unread: 1,
    });
  });

  test("shows a room without messages to its buyer alone", async () => {
    const { seller, buyer } = await room();
    expect((await inbox(buyer.viewer))[0]).toMatchObject({ last: null, unread: 0 });
    expect(await inbox(seller.viewer)).toEqual([]);
  });

  test("keeps a conversation whose listing was deleted, with the listing's name", async () => {
    const { seller, buyer, id, listing } = await room();
    await say(buyer, id);
    await db().deleteFrom("listings").where("id", "=", listing.id).execute();
    const { room: shown } = await openChat(seller.viewer, id);
    expect(shown.listing).toEqual({
      name: "Blade 98",
      path: `/rackets/${listing.id}`,
      available: false,
      price: null,
      approximately: null,
      photo: null,
      status: "available",
    });
    expect((await inbox(seller.viewer))[0]?.listing.available).toBe(false);
    // The two can finish their conversation.
    expect((await say(seller, id)).seq).toBe(2);
    await expect(openRoom((await person()).viewer, listing)).rejects.toMatchObject(NOT_FOUND);
  });
});
