import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { ChatMessage } from "#app/domain/chat-message.ts";
import { eventPresenters } from "#app/events.server.ts";
import { markRoomRead, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { eventsUpTo, publish, publishingTransaction } from "#app/platform/events.server.ts";
import { resetLimit } from "#app/platform/rate-limit.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { openEvents, type Reader } from "#tests/support/event-server.ts";
import { type Person, person } from "#tests/support/people.ts";
import { chatScene } from "#tests/support/scene.ts";

let seller: Person;
let buyer: Person;
let listing: { type: string; id: string };
let roomId: string;

openDatabase();
const events = openEvents(eventPresenters);
beforeEach(async () => {
  ({ seller, buyer, listing, roomId } = await chatScene());
});

const listen = (who: Person, after = 0, url?: string) => events.listen(who, after, url);

const say = (who: Person, message = "hello", clientId = randomUUID()) =>
  sendMessage(who.viewer, roomId, { clientId, message });

type ChatEvent = { roomId: string; seq: number; message?: ChatMessage; unread?: number };
const nextEvent = async (reader: Reader) => (await reader.next())?.data as ChatEvent;

describe("a chat event", () => {
  test("contains the message, for each of the room's two people as they see it [M4.10]", async () => {
    const [one, other] = [await listen(buyer), await listen(seller)];
    const sent = await say(buyer, "Is it still there?");
    expect(await nextEvent(one)).toEqual({
      roomId,
      seq: 1,
      unread: 0,
      unreadChats: 0,
      roomUnread: 0,
      from: buyer.viewer.username,
      message: sent,
    });
    expect(sent).toMatchObject({ mine: true, clientId: expect.any(String) });
    expect(await nextEvent(other)).toEqual({
      roomId,
      seq: 1,
      unread: 1,
      unreadChats: 1,
      roomUnread: 1,
      from: buyer.viewer.username,
      message: { ...sent, mine: false, clientId: null },
    });
  });

  test("is sent to nobody outside the room; if an outsider gets an event about one of its messages, the event has no content", async () => {
    const stranger = await person("stranger");
    const reader = await listen(stranger);
    await say(buyer, "for the two of us");
    // No command publishes such an event.
    await publishingTransaction((trx) =>
      publish(trx, [stranger.viewer.id], "chat.message", { roomId, seq: 1 }),
    );
    expect(await reader.next()).toEqual({ id: 1, event: "chat.message", data: { roomId, seq: 1 } });
  });

  test("has no content when the message was deleted", async () => {
    await say(buyer);
    await db().deleteFrom("chat_rooms").where("id", "=", roomId).execute();
    expect(await nextEvent(await listen(seller))).toEqual({ roomId, seq: 1 });
  });

  test("contains messages about a deleted listing, so that the two can finish their conversation", async () => {
    const reader = await listen(seller);
    await db().deleteFrom("listings").where("id", "=", listing.id).execute();
    await say(buyer, "sold?");
    expect((await nextEvent(reader)).message?.message).toBe("sold?");
  });

  test("contains the number of unread rooms, for all tabs of a person who reads a room", async () => {
    await say(buyer);
    const [firstReader, secondReader] = [await listen(seller, 1), await listen(seller, 1)];
    await markRoomRead(seller.viewer, roomId, 1);
    for (const reader of [firstReader, secondReader])
      expect(await nextEvent(reader)).toEqual({ roomId, unread: 0, unreadChats: 0, roomUnread: 0 });
  });

  test("has only ids for a person who has missed many messages", async () => {
    for (let nth = 0; nth < 11; nth++) await say(buyer);
    const reader = await listen(seller);
    for (let seq = 1; seq <= 11; seq++) expect(await nextEvent(reader)).toEqual({ roomId, seq });
    await say(buyer, "the next one");
    expect((await nextEvent(reader)).message?.message).toBe("the next one");
  });

  test("is not stored when the message is refused", async () => {
    // Opening the room has used one message of the rate limit.
    await resetLimit("message", buyer.viewer.id);
    for (let nth = 0; nth < 60; nth++) await say(buyer);
    const refusal = await say(buyer).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 429 });
    expect(await eventsUpTo(seller.viewer.id)).toBe(60);
    expect((await say(seller)).seq).toBe(61);
  });
});
