import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { jobHandlers } from "#app/jobs.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { terminateBlocked } from "#tests/support/races.ts";
import { findRows, insertRows } from "#tests/support/rows.ts";
import { setBlockedIn } from "./blocking.server.ts";
import { markRoomRead, openRoom, sendMessage } from "./commands.server.ts";
import { notifyUnread } from "./unread-notices.server.ts";

let seller: Person;
let buyer: Person;
let room: string;

openDatabase(captureNotices);
beforeEach(async () => {
  await db().deleteFrom("users").execute();
  await clearNotices();
  [seller, buyer] = [await person("seller"), await person("buyer")];
  room = await openRoom(buyer.viewer, await racketOf(seller, { name: "Blade 98" }));
});

async function say(who: Person, roomId = room): Promise<number> {
  const { seq } = await sendMessage(who.viewer, roomId, { clientId: randomUUID(), message: "hello" });
  return seq;
}

/** Makes all unread messages older by this many minutes. */
async function wait(minutes: number): Promise<void> {
  await sql`
    update chat_notifications set unread_since = unread_since - make_interval(mins => ${minutes})
  `.execute(db());
}

describe("the notice of an unread message", () => {
  test("reaches the recipient of the message after two minutes, and never the sender", async () => {
    await say(buyer);
    await wait(1);
    await notifyUnread();
    expect(await notices()).toEqual([]);
    await wait(1);
    await notifyUnread();
    expect(await notices()).toEqual([
      {
        kind: "message",
        eventKey: `${room}:1`,
        userIds: [seller.viewer.id],
        facts: { username: buyer.viewer.username, listing: "Blade 98" },
        path: `/messages/${room}`,
        aboutId: buyer.viewer.id,
      },
    ]);
  });

  test("is sent once for all messages that follow, until the room is read", async () => {
    await say(buyer);
    await say(buyer);
    await wait(3);
    await notifyUnread();
    await say(buyer);
    await wait(3);
    await notifyUnread();
    expect(await notices()).toHaveLength(1);
    await markRoomRead(seller.viewer, room, 3);
    await say(buyer);
    await wait(3);
    await notifyUnread();
    expect((await notices()).map(({ eventKey }) => eventKey)).toEqual([`${room}:1`, `${room}:4`]);
  });

  test("is about the reader's first unread message, even if the two people write in turns", async () => {
    await say(buyer);
    await markRoomRead(seller.viewer, room, 1);
    await say(seller);
    await say(buyer);
    await say(seller);
    await say(buyer);
    await wait(3);
    await notifyUnread();
    const sent = await notices();
    expect(sent.map(({ eventKey, userIds }) => [eventKey, ...userIds]).toSorted()).toEqual(
      [
        [`${room}:2`, buyer.viewer.id],
        [`${room}:3`, seller.viewer.id],
      ].toSorted(),
    );
  });

  test("is sent again for a later message when only the earlier ones were read", async () => {
    await say(buyer);
    await wait(3);
    await notifyUnread();
    await say(buyer);
    await markRoomRead(seller.viewer, room, 1);
    await notifyUnread();
    expect(await notices()).toHaveLength(1);
    await wait(3);
    await notifyUnread();
    expect((await notices()).map(({ eventKey }) => eventKey)).toEqual([`${room}:1`, `${room}:2`]);
  });

  test("has the listing's picture, and still the listing's name after the listing was deleted", async () => {
    const listing = await racketOf(seller, { name: "Speed MP" });
    const other = await openRoom(buyer.viewer, listing);
    await sql`
      insert into photos (user_id, key, width, height, thumbhash, listing_type, listing_id, position)
      values (${seller.viewer.id}, ${"a".repeat(64)}, 1280, 960, 'AAAA', 'racket', ${listing.id}, 0)
    `.execute(db());
    await say(buyer, other);
    await wait(3);
    await notifyUnread();
    await db().deleteFrom("listings").where("id", "=", listing.id).execute();
    await say(seller, other);
    await wait(3);
    await notifyUnread();
    const [first, second] = await notices();
    expect(first).toMatchObject({
      facts: { listing: "Speed MP" },
      imageUrl: `/photos/${"a".repeat(64)}/160.webp`,
    });
    expect(second).toMatchObject({ facts: { listing: "Speed MP" }, userIds: [buyer.viewer.id] });
    expect(second).not.toHaveProperty("imageUrl");
  });
});

describe("no notice is sent of a message", () => {
  test("that was read in time", async () => {
    await markRoomRead(seller.viewer, room, await say(buyer));
    await wait(3);
    await notifyUnread();
    expect(await notices()).toEqual([]);
  });

  test("of a person whom the recipient blocks; a person who is blocked still gets one", async () => {
    await say(buyer);
    await say(seller);
    await setBlockedIn(seller.viewer, room, true);
    await wait(3);
    await notifyUnread();
    expect(await notices()).toMatchObject([{ userIds: [buyer.viewer.id], aboutId: seller.viewer.id }]);
  });

  test("of a deleted person", async () => {
    await say(buyer);
    await wait(3);
    await db().deleteFrom("users").where("id", "=", buyer.viewer.id).execute();
    await notifyUnread();
    expect(await notices()).toEqual([]);
  });
});

test("reading a room marks its notice as read, and no other", async () => {
  const other = await openRoom(buyer.viewer, await racketOf(seller));
  await say(buyer);
  await say(buyer, other);
  await wait(3);
  await notifyUnread();
  for (const notice of await notices("message"))
    await insertRows("notifications", {
      user_id: seller.viewer.id,
      content: "somebody wrote",
      kind: notice.kind,
      event_key: notice.eventKey,
      path: notice.path ?? null,
    });
  await markRoomRead(seller.viewer, room, 1);
  const rows = await db().selectFrom("notifications").select(["path", "read_at"]).execute();
  expect(rows.filter(({ read_at }) => read_at !== null).map(({ path }) => path)).toEqual([
    `/messages/${room}`,
  ]);
  expect(rows).toHaveLength(2);
});

test("a queued notice about unread messages is not delivered when the room is read first", async () => {
  await say(buyer);
  await say(seller);
  await say(buyer);
  await wait(3);
  await notifyUnread();
  const onTheirWay = await notices("message");
  expect(onTheirWay).toHaveLength(2);
  await markRoomRead(seller.viewer, room, 3);
  for (const notice of onTheirWay)
    await jobHandlers.notify?.work(JSON.parse(JSON.stringify(notice)), new AbortController().signal);
  const shown = await findRows("notifications", { in_app: true }, ["user_id"]);
  expect(shown).toEqual([{ user_id: buyer.viewer.id }]);
  const mails = await db().selectFrom("mails").select("recipient").execute();
  expect(mails).toEqual([{ recipient: buyer.viewer.email }]);
});

test("two servers at the same time send each room's notice once, even while new messages arrive", async () => {
  // One user may not open this many rooms in a short time.
  const another = await person();
  const rooms = await Promise.all(
    Array.from({ length: 45 }, async (_, nth) =>
      openRoom((nth < 25 ? buyer : another).viewer, await racketOf(seller)),
    ),
  );
  await sql`
    with written as (
      insert into chat_messages (chat_room_id, seq, sender_id, client_id, message)
      select id, 1, buyer_id, uuidv7(), 'hello' from chat_rooms where id = any(${rooms}::uuid[]) returning chat_room_id
    ), counted as (
      update chat_rooms set seq = 1, last_message_at = now() from written where id = chat_room_id
    )
    insert into chat_notifications (chat_room_id, user_id, unread_count, unread_since)
    select chat_room_id, ${seller.viewer.id}, 1, now() - interval '3 minutes' from written
  `.execute(db());
  await Promise.all([notifyUnread(), notifyUnread(), ...rooms.slice(0, 5).map((one) => say(buyer, one))]);
  // Both runs skip a room that a new message has just locked.
  await notifyUnread();
  const sent = await notices();
  expect(sent.map(({ eventKey }) => eventKey).toSorted()).toEqual(rooms.map((one) => `${one}:1`).toSorted());
});

test("a connection that breaks while notices are queued leaves none, and the next run queues each once", async () => {
  await say(buyer);
  await wait(3);
  await inTransaction(async (blocking) => {
    await sql`lock table pgboss.job in share mode`.execute(blocking);
    const dying = expect(notifyUnread()).rejects.toThrow("57P01");
    await terminateBlocked();
    await dying;
  });
  await notifyUnread();
  expect(await notices()).toHaveLength(1);
});
