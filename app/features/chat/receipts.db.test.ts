import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventPresenters } from "#app/events.server.ts";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { markRoomRead, openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { EventHub } from "#app/platform/event-hub.server.ts";
import { eventsUpTo, publishSessionsEnded } from "#app/platform/events.server.ts";
import { loader as list } from "#app/routes/chat/messages.route.ts";
import { action as typing } from "#app/routes/chat/typing.route.ts";
import { openDatabase } from "#tests/support/database.ts";
import { NEVER, openEvents, serveHub } from "#tests/support/event-server.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { chatScene } from "#tests/support/scene.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { openChat } from "./queries.server.ts";

// Read receipts, and who is typing (docs/decisions/0028-messages.md).

let hub: EventHub;
let otherServer: Awaited<ReturnType<typeof serveHub>>;
let seller: Person;
let buyer: Person;
let roomId: string;

openDatabase();
const events = openEvents(eventPresenters);
beforeAll(async () => {
  hub = new EventHub(eventPresenters);
  await hub.start(NEVER);
  otherServer = await serveHub(hub);
});
beforeEach(async () => {
  ({ seller, buyer, roomId } = await chatScene());
});
afterAll(async () => {
  await hub.stop();
  await otherServer.close();
});

const listen = (who: Person, url?: string) => events.listen(who, undefined, url);
const say = (who: Person, message = "hello") =>
  sendMessage(who.viewer, roomId, { clientId: randomUUID(), message });
const seenBy = async (who: Person) => (await openChat(who.viewer, roomId)).seen;
const type = (
  who: Person | null,
  fields: Record<string, string> = {},
  room = roomId,
  signal: AbortSignal | null = null,
) => {
  const visitor = who?.visitor ?? new Visitor();
  const init = {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { accept: "application/json" },
    signal,
  };
  return visitor.run(typing, visitor.request(`/chat/rooms/${room}/typing`, init), { roomId: room });
};

describe("a read receipt", () => {
  test("is sent to the other person, live and on their next page, and to nobody else", async () => {
    await say(buyer, "one");
    await say(buyer, "two");
    expect(await seenBy(buyer)).toBe(0);
    const reader = await listen(buyer);
    await markRoomRead(seller.viewer, roomId, 1);
    expect(await reader.next()).toMatchObject({ event: "chat.seen", data: { roomId, seq: 1 } });
    await markRoomRead(seller.viewer, roomId, 2);
    expect(await reader.next()).toMatchObject({ event: "chat.seen", data: { roomId, seq: 2 } });
    expect(await seenBy(buyer)).toBe(2);
    expect(await seenBy(seller)).toBe(0);
    const answer = await buyer.visitor.open(list, `/chat/rooms/${roomId}/messages?after=2`, { roomId });
    expect(JSON.parse(String(answer.data))).toEqual({ messages: [], seen: 2 });
  });

  test("is sent once, never goes back, and never exceeds the messages that exist", async () => {
    await say(buyer);
    const before = await eventsUpTo(buyer.viewer.id);
    for (const seq of [1, 1, 0, 999]) await markRoomRead(seller.viewer, roomId, seq);
    expect(await eventsUpTo(buyer.viewer.id)).toBe(before + 1);
    expect(await seenBy(buyer)).toBe(1);
    await say(buyer, "not read by having said 999");
    expect(await seenBy(buyer)).toBe(1);
  });

  test("is stored for each of the two people separately", async () => {
    await say(buyer);
    await markRoomRead(seller.viewer, roomId, 1);
    await say(seller, "mine");
    await say(buyer);
    await markRoomRead(seller.viewer, roomId, 3);
    await markRoomRead(buyer.viewer, roomId, 2);
    expect([await seenBy(buyer), await seenBy(seller)]).toEqual([3, 2]);
  });

  test("is not sent while one person blocks the other, and can be sent after the block is removed", async () => {
    for (const blocker of [buyer, seller]) {
      await say(buyer);
      const latest = (await openChat(buyer.viewer, roomId)).messages.length;
      const before = { events: await eventsUpTo(buyer.viewer.id), seen: await seenBy(buyer) };
      await setBlockedIn(blocker.viewer, roomId, true);
      await markRoomRead(seller.viewer, roomId, latest);
      expect(await eventsUpTo(buyer.viewer.id)).toBe(before.events);
      expect(await seenBy(buyer)).toBe(before.seen);
      await setBlockedIn(blocker.viewer, roomId, false);
      await markRoomRead(seller.viewer, roomId, latest);
      expect(await seenBy(buyer)).toBe(latest);
    }
  });

  test("can be written by both people at the same time without a deadlock", async () => {
    const other = await openRoom(seller.viewer, await racketOf(buyer));
    const rooms = [roomId, other];
    await Promise.all(
      Array.from({ length: 60 }, (_, nth) => {
        const [who, room] = [nth % 2 ? buyer : seller, rooms[nth % 3 ? 0 : 1] ?? roomId];
        return nth % 4 < 2
          ? sendMessage(who.viewer, room, { clientId: randomUUID(), message: `${nth}` })
          : markRoomRead(who.viewer, room, nth);
      }),
    );
    const { length } = (await openChat(buyer.viewer, roomId)).messages;
    await markRoomRead(seller.viewer, roomId, length);
    expect(await seenBy(buyer)).toBe(length);
  });
});

describe("a typing indicator", () => {
  test("is shown to the other person on every server, and is not stored", async () => {
    const before = await eventsUpTo(seller.viewer.id);
    const [firstReader, secondReader] = [await listen(seller), await listen(seller, otherServer.url)];
    expect((await type(buyer)).status).toBe(200);
    for (const reader of [firstReader, secondReader])
      expect(await reader.next()).toEqual({ id: null, event: "chat.typing", data: { roomId } });
    expect(await eventsUpTo(seller.viewer.id)).toBe(before);
    // Typing events have no number, so the next event has the next number.
    await say(buyer);
    for (const reader of [firstReader, secondReader])
      expect(await reader.next()).toMatchObject({ id: before + 1, event: "chat.message" });
    const late = await listen(seller);
    await say(buyer);
    expect(await late.next()).toMatchObject({ id: before + 2 });
  });

  test("is not shown to the person who types, nor to anybody outside the room", async () => {
    const stranger = await person("stranger");
    const [own, theirs] = [await listen(buyer), await listen(stranger)];
    await type(buyer);
    await say(buyer);
    expect(await own.next()).toMatchObject({ event: "chat.message" });
    const room = await openRoom(stranger.viewer, await racketOf(seller));
    await sendMessage(stranger.viewer, room, { clientId: randomUUID(), message: "mine" });
    expect(await theirs.next()).toMatchObject({ event: "chat.message", data: { roomId: room } });
  });

  test("can be sent by the room's two people only", async () => {
    expect((await type(null)).status).toBe(401);
    const stranger = await person("stranger");
    for (const room of [roomId, randomUUID(), "x"]) expect((await type(stranger, {}, room)).status).toBe(404);
    expect((await type(seller)).status).toBe(200);
  });

  test("is not shown while one blocks the other, and neither person is notified", async () => {
    await setBlockedIn(seller.viewer, roomId, true);
    const [one, other] = [await listen(seller), await listen(buyer)];
    for (const who of [buyer, seller]) expect((await type(who)).status).toBe(200);
    await setBlockedIn(seller.viewer, roomId, false);
    await say(buyer);
    for (const reader of [one, other]) expect(await reader.next()).toMatchObject({ event: "chat.message" });
  });

  test("is not shown when its request was cancelled, because the message was sent meanwhile", async () => {
    const reader = await listen(seller);
    const sent = new AbortController();
    const typing = type(buyer, {}, roomId, sent.signal);
    sent.abort();
    await typing;
    await say(buyer);
    expect(await reader.next()).toMatchObject({ event: "chat.message" });
  });

  test("is rate limited", async () => {
    const reader = await listen(seller);
    for (let nth = 0; nth < 70; nth++) expect((await type(buyer)).status).toBe(200);
    await say(buyer);
    let received = 0;
    while ((await reader.next())?.event === "chat.typing") received++;
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThanOrEqual(60);
  });

  test("is not sent to an ended session", async () => {
    const reader = await listen(seller);
    await db().deleteFrom("sessions").where("token", "=", seller.session).execute();
    await type(buyer);
    await publishSessionsEnded(seller.viewer.id);
    expect(await reader.next()).toMatchObject({ event: "signed-out" });
  });
});
