import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MESSAGE_MAX } from "#app/domain/chat-message.ts";
import { openRoom } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { resetLimit } from "#app/platform/rate-limit.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRows } from "#tests/support/rows.ts";
import { chatScene } from "#tests/support/scene.ts";
import { type Fields, Visitor } from "#tests/support/visitor.ts";
import { loader as linked } from "./linked.route.ts";
import { loader as list, action as send } from "./messages.route.ts";
import { action as read } from "./read.route.ts";
import { loader as inboxCall, action as openRoomRoute } from "./rooms.route.ts";
import { loader as threadPage, action as threadSend } from "./thread.route.tsx";
import { loader as unread } from "./unread.route.ts";

let seller: Person;
let buyer: Person;
let stranger: Person;
let listing: { type: string; id: string };
let roomId: string;

openDatabase(async () => {
  ({ seller, buyer, stranger, listing, roomId } = await chatScene());
});

/** Sends the request that the page's script would send. */
async function call(
  who: Person | null,
  action: (args: never) => unknown,
  path: string,
  fields?: Fields,
  params = { roomId },
) {
  const visitor = who?.visitor ?? new Visitor();
  const body = fields && new URLSearchParams(fields as Record<string, string>);
  const init = { method: body ? "POST" : "GET", body, headers: { accept: "application/json" } };
  const { status, data } = await visitor.run(action, visitor.request(path, init), params);
  const answer = JSON.parse(String(data)) as { message?: string; [field: string]: unknown };
  return { status, answer };
}

const message = (fields: Record<string, string> = {}) => ({
  clientId: randomUUID(),
  message: "hello",
  ...fields,
});
const stored = async () => (await findRows("chat_messages", { chat_room_id: roomId }, ["message"])).length;

describe("the chat's endpoint", () => {
  const ROOM = `/chat/rooms/${randomUUID()}`;
  const endpoints: [string, (args: never) => unknown, string, Fields | undefined][] = [
    ["to list messages", list, `${ROOM}/messages`, undefined],
    ["to send a message", send, `${ROOM}/messages`, message()],
    ["to mark messages as read", read, `${ROOM}/read`, { seq: "1" }],
  ];

  test.each(endpoints)("requires a signed-in person: %s", async (_, run, path, fields) => {
    expect(await call(null, run, path, fields)).toMatchObject({
      status: 401,
      answer: { message: "Please sign in to chat with the seller." },
    });
  });

  test.each(endpoints)("does not reveal to others that the room exists: %s", async (_, run, path, fields) => {
    const theirs = await call(stranger, run, path, fields);
    expect(theirs).toMatchObject({ status: 404, answer: { message: "Conversation not found" } });
    expect(await call(stranger, run, path, fields, { roomId: randomUUID() })).toEqual(theirs);
    expect(await call(stranger, run, path, fields, { roomId: "not-an-id" })).toEqual(theirs);
  });

  test.each(endpoints)("answers the room's two members: %s", async (_, run, path, fields) => {
    expect((await call(buyer, run, path, fields)).status).toBe(200);
    expect((await call(seller, run, path, fields)).status).toBe(200);
  });

  test("counts the unread rooms of the signed-in person", async () => {
    expect((await call(null, unread, "/chat/unread")).status).toBe(401);
    expect((await call(stranger, unread, "/chat/unread")).answer).toEqual({ unread: 0, unreadChats: 0 });
  });
});

describe("opening a room", () => {
  const fields = () => ({ listingType: listing.type, listingId: listing.id });

  test("fails without JavaScript and without the page of the form: then the browser gets to the inbox", async () => {
    const { visitor } = stranger;
    const headers = { "sec-fetch-mode": "navigate" };
    const body = new URLSearchParams({ listingType: "racket", listingId: randomUUID() });
    const path = "/chat/rooms";
    const failed = await visitor.run(openRoomRoute, visitor.request(path, { method: "POST", headers, body }));
    expect(failed).toMatchObject({ status: 302, location: path });
    expect(await visitor.run(inboxCall, visitor.request(path, { headers }))).toMatchObject({
      status: 302,
      location: "/messages",
    });
  });

  test("returns the room, its messages and the number of the latest event", async () => {
    const { status, answer } = await call(buyer, openRoomRoute, "/chat/rooms", fields());
    expect(status).toBe(200);
    expect(answer.value).toMatchObject({
      room: { id: roomId, other: { username: seller.viewer.username }, listing: { name: "Blade 98" } },
      messages: expect.any(Array),
      page: { userId: buyer.viewer.id, after: expect.any(Number) },
    });
  });

  test("is refused to the owner and to visitors, and for unknown listings [M4.8 M6.2 M8.20]", async () => {
    expect(await call(seller, openRoomRoute, "/chat/rooms", fields())).toMatchObject({
      status: 403,
      answer: { message: "Cannot chat with yourself. This is your own listing." },
    });
    expect((await call(null, openRoomRoute, "/chat/rooms", fields())).status).toBe(401);
    expect(
      (await call(buyer, openRoomRoute, "/chat/rooms", { ...fields(), listingId: randomUUID() })).status,
    ).toBe(404);
  });

  test.each<Record<string, string>>([
    {},
    { listingType: "racket" },
    { listingType: "rackets; drop", listingId: randomUUID() },
    { listingType: "racket", listingId: "1" },
  ])("refuses an invalid request: %j [V1.5.2 V15.3.5]", async (bad) => {
    expect((await call(buyer, openRoomRoute, "/chat/rooms", bad)).status).toBe(422);
  });

  test("leads to the conversation without JavaScript, through the sign-in if necessary", async () => {
    const opened = await buyer.visitor.submit(openRoomRoute, "/chat/rooms", fields());
    expect(opened).toMatchObject({ status: 302, location: `/messages/${roomId}` });
    const answer = await new Visitor().submit(openRoomRoute, "/chat/rooms", fields());
    const next = `/rackets/${listing.id}?chat=open`;
    expect(answer.location).toBe(`/auth?next=${encodeURIComponent(next)}`);
  });
});

describe("sending a message", () => {
  test.each([
    ["nothing", { message: "" }, "Please type a message."],
    ["white space", { message: " \n\t\u00a0 " }, "Please type a message."],
    ["invisible characters", { message: "\u200b\u200d" }, "Please type a message."],
    [
      "a text that is too long",
      { message: "x".repeat(MESSAGE_MAX + 1) },
      "A message can be at most 4000 characters long.",
    ],
    ["a NUL", { message: "a\0b" }, "The message contains characters that cannot be shown."],
    ["no client id", { clientId: "" }, "This request was not understood."],
  ])("refuses %s, and stores nothing", async (_, fields, why) => {
    const before = await stored();
    expect(await call(buyer, send, "/x", message(fields))).toMatchObject({
      status: 422,
      answer: { message: why },
    });
    expect(await stored()).toBe(before);
  });

  test.each([
    ["HTML", "<img src=x onerror=alert(1)>"],
    ["emoji", "🎾👩‍🦰"],
    ["right to left", "مرحبا"],
    ["SQL", "'; drop table chat_messages; --"],
    ["the maximum length", "x".repeat(MESSAGE_MAX)],
  ])("keeps the text unchanged: %s", async (_, text) => {
    // Marks that nobody can see are removed.
    const { answer } = await call(buyer, send, "/x", message({ message: `  \u202e${text}\u2069\n` }));
    expect(answer.value).toMatchObject({ message: text, mine: true });
  });

  test("refuses a body that is too large, or not a form", async () => {
    const large = message({ message: "🎾".repeat(100_000) });
    const body = new URLSearchParams(large).toString();
    const headers = { accept: "application/json", "content-type": "application/x-www-form-urlencoded" };
    const run = (init: RequestInit) =>
      buyer.visitor.run(send, buyer.visitor.request("/x", { method: "POST", ...init }), { roomId });
    const tooLarge = await run({ body, headers: { ...headers, "content-length": String(body.length) } });
    expect(tooLarge.status).toBe(413);
    expect(
      (await run({ body: "{", headers: { ...headers, "content-type": "application/json" } })).status,
    ).toBe(400);
  });

  test("answers any input with a message or a reason", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom("clientId", "message", "x", "__proto__"),
          fc.string({ unit: "binary", maxLength: 40 }),
        ),
        async (fields) => {
          await db().deleteFrom("rate_limits").execute();
          const { status } = await call(buyer, send, "/x", fields);
          expect([200, 422]).toContain(status);
        },
      ),
      { numRuns: 30 },
    );
  });

  test("is limited to forty new conversations an hour, and existing ones can still be opened", async () => {
    const hasty = await person();
    const rackets = [];
    for (let nth = 0; nth < 41; nth++) rackets.push(await racketOf(seller));
    const statuses = [];
    const write = async ({ id }: { id: string }) =>
      (await call(hasty, openRoomRoute, "/chat/rooms", { listingType: "racket", listingId: id })).status;
    for (const racket of rackets) statuses.push(await write(racket));
    expect(statuses).toEqual([...Array(40).fill(200), 429]);
    expect(await write(rackets[0]!)).toBe(200);
  });

  test("is limited to sixty messages a minute", async () => {
    const hasty = await person();
    const own = await openRoom(hasty.viewer, listing);
    // Opening the room already counted as a message.
    await resetLimit("message", hasty.viewer.id);
    const statuses = [];
    for (let nth = 0; nth < 61; nth++)
      statuses.push((await call(hasty, send, "/x", message(), { roomId: own })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    const refused = await call(hasty, send, "/x", message(), { roomId: own });
    expect(refused).toMatchObject({
      status: 429,
      answer: { message: expect.stringContaining("try again") },
    });
  });
});

describe("reading a conversation", () => {
  test.each(["", "x", "-1", "1.5", "1e400"])("refuses the message number %j", async (seq) => {
    expect((await call(buyer, read, "/x", { seq })).status).toBe(422);
  });

  test.each(["after=x", "after=-1", "before=0", "after=1e400", "before=%00"])(
    "ignores invalid limits of the messages to read: %s",
    async (query) => {
      expect((await call(buyer, list, `/x?${query}`)).status).toBe(200);
    },
  );
});

describe("the listings that a message links to", () => {
  const address = (keys: string[]) =>
    `/chat/linked?${new URLSearchParams(keys.map((key) => ["listing", key]))}`;

  test("are read in their order, and those that are gone or were never there are null", async () => {
    const keys = [`rackets/${randomUUID()}`, `rackets/${listing.id}`, `bags/${listing.id}`, "x/y", ""];
    const { status, answer } = await call(buyer, linked, address(keys));
    expect(status).toBe(200);
    const shown = { path: `/rackets/${listing.id}`, available: true, price: expect.stringContaining("€") };
    expect(answer.listings).toEqual([null, expect.objectContaining(shown), null, null, null]);
  });

  test("are at most 20, and only for people who are signed in", async () => {
    const keys = Array.from({ length: 50 }, () => `rackets/${listing.id}`);
    expect((await call(buyer, linked, address(keys))).answer.listings).toHaveLength(20);
    expect((await call(null, linked, address(keys))).status).toBe(401);
  });
});

describe("the pages of conversations", () => {
  test("are not found by other people, nor for an unknown room", async () => {
    for (const id of [roomId, randomUUID(), "x"]) {
      expect((await stranger.visitor.open(threadPage, `/messages/${id}`, { roomId: id })).status).toBe(404);
    }
  });

  test("send a message without JavaScript, and only once when the form is sent twice", async () => {
    const before = await stored();
    const form = message({ message: " by form " });
    const path = `/messages/${roomId}`;
    for (let nth = 0; nth < 2; nth++) {
      const sent = await buyer.visitor.submit(threadSend, path, form, { roomId });
      expect(sent).toMatchObject({ status: 302, location: path });
    }
    expect(await stored()).toBe(before + 1);
    const refused = await buyer.visitor.submit(
      threadSend,
      path,
      message({ message: "x".repeat(MESSAGE_MAX + 1) }),
      { roomId },
    );
    expect(refused).toMatchObject({
      status: 422,
      data: {
        result: { initialValue: { message: "x".repeat(MESSAGE_MAX + 1) } },
        message: expect.any(String),
      },
    });
    expect(await stored()).toBe(before + 1);
  });

  test("mark the messages as read when they are visited, not when a browser prefetches them", async () => {
    await call(buyer, send, "/x", message());
    const unreadBySeller = async () => Number((await call(seller, unread, "/chat/unread")).answer.unread);
    const before = await unreadBySeller();
    const open = (headers: Record<string, string>) =>
      seller.visitor.run(threadPage, seller.visitor.request(`/messages/${roomId}`, { headers }), { roomId });
    await open({ "sec-fetch-mode": "navigate", "sec-purpose": "prefetch" });
    await open({ "sec-fetch-mode": "cors" });
    expect(await unreadBySeller()).toBe(before);
    await open({ "sec-fetch-mode": "navigate" });
    expect(await unreadBySeller()).toBe(before - 1);
  });
});
