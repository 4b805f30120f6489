import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { markRoomRead, openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { loader as inboxPage } from "#app/routes/chat/inbox.route.tsx";
import { loader as rooms } from "#app/routes/chat/rooms.route.ts";
import { loader as threadPage } from "#app/routes/chat/thread.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { roomAbout } from "#tests/support/marked-deals.ts";
import { offeredRacket, offerWithoutNotice } from "#tests/support/offers.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { latestRooms, ROOMS_AT_ONCE } from "./inbox.server.ts";
import { openChat } from "./queries.server.ts";
import type { ChatSummary, InboxPage, OpenChat } from "./view.ts";

openDatabase();

const say = (who: Person, roomId: string, message: string) =>
  sendMessage(who.viewer, roomId, { clientId: randomUUID(), message });

/** Opens a conversation about a new listing of the seller, in which the buyer writes these messages. */
async function talk(seller: Person, buyer: Person, name: string, ...messages: string[]): Promise<string> {
  const id = await openRoom(buyer.viewer, await racketOf(seller, { name }));
  for (const message of messages) await say(buyer, id, message);
  return id;
}

async function ask(who: Person | null, query: Record<string, string> = {}) {
  const path = `/chat/rooms?${new URLSearchParams(query)}`;
  const { status, data } = await (who?.visitor ?? new Visitor()).open(rooms, path);
  return { status, page: JSON.parse(String(data)) as InboxPage };
}
const names = (found: readonly ChatSummary[]) => found.map(({ listing }) => listing.name);
const search = async (who: Person, q: string) => (await ask(who, { q })).page.rooms;
const snippet = (room: ChatSummary | undefined) =>
  room?.hit?.snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join("");

describe("the list of conversations", () => {
  test("is visible to its owner alone, and not to visitors", async () => {
    const [seller, buyer, stranger] = [
      await person("seller"),
      await person("buyer"),
      await person("stranger"),
    ];
    const id = await talk(seller, buyer, "Clash 100", "between us");
    for (const who of [seller, buyer])
      expect((await ask(who)).page.rooms.map((room) => room.id)).toEqual([id]);
    expect((await ask(stranger)).page).toMatchObject({ rooms: [], next: null });
    expect(await search(stranger, "between")).toEqual([]);
    expect((await ask(null)).status).toBe(401);
    const { location } = await new Visitor().open(inboxPage, "/messages?q=between");
    expect(location).toBe(`/auth?next=${encodeURIComponent("/messages?q=between")}`);
  });

  test("counts the unread messages of each room [A7.37]", async () => {
    const [seller, buyer] = [await person(), await person()];
    const id = await talk(seller, buyer, "Clash 100", "one", "two", "three");
    expect((await latestRooms(seller.viewer, 1))[0]).toMatchObject({ unread: 3 });
    await markRoomRead(seller.viewer, id, 2);
    expect((await latestRooms(seller.viewer, 1))[0]).toMatchObject({ unread: 1 });
    expect((await latestRooms(buyer.viewer, 1))[0]).toMatchObject({ unread: 0 });
  });

  test("shows the offer and then the agreed price, as the head of the conversation does", async () => {
    const [seller, buyer] = [await person("seller"), await person("buyer")];
    const racket = await offeredRacket(seller);
    const id = await roomAbout(buyer, racket);
    const terms = async (who: Person) => {
      const [row] = (await ask(who)).page.rooms;
      expect((await openChat(who.viewer, id)).room.terms).toEqual(row?.terms);
      return row?.terms ?? null;
    };
    expect(await terms(seller)).toBeNull();
    const offer = await offerWithoutNotice(buyer, seller, racket);
    const text = "Offer €100.00: Waiting for your reply";
    expect(await terms(seller)).toEqual({ text, isPriceAgreed: false });
    expect(await terms(buyer)).toMatchObject({ text: "Offer €100.00: Open" });
    const declined = { state: "declined", closed_at: new Date() };
    await updateRows("offers", { id: offer.id }, declined);
    expect(await terms(seller)).toMatchObject({ text: "Offer €100.00: Declined" });
    await orderOf({ seller, buyer, roomId: id, state: "agreed", cents: 9_000, pieces: 2 });
    for (const who of [seller, buyer])
      expect(await terms(who)).toEqual({ text: "Agreed: €90.00 (quantity: 2)", isPriceAgreed: true });
  });

  test("shows each room once, page by page, while messages arrive [A7.37]", async () => {
    const [seller, other] = [await person("seller"), await person("other")];
    const ids = [];
    for (let nth = 0; nth < ROOMS_AT_ONCE + 6; nth++) {
      const buyer = nth % 3 === 0 ? other : await person();
      ids.push(
        nth % 3 === 0
          ? await talk(other, seller, `listing ${nth}`)
          : await talk(seller, buyer, `listing ${nth}`, "hello"),
      );
    }
    const moment = new Date("2026-11-20T12:00:00Z");
    await db()
      .updateTable("chat_rooms")
      .set({ last_message_at: moment })
      .where("id", "in", ids.slice(4, 9))
      .execute();
    const first = (await ask(seller)).page;
    expect(first.rooms).toHaveLength(ROOMS_AT_ONCE);
    const shown = first.rooms.map((room) => room.id);
    // New messages in a room of the first page, and in one that was not shown yet.
    const unseen = ids.find((id) => !shown.includes(id)) ?? "";
    for (const id of [shown.at(-1) ?? "", unseen]) await say(seller, id, "news");
    const second = (await ask(seller, { before: first.next ?? "" })).page;
    expect(second.next).toBeNull();
    const rest = second.rooms.map((room) => room.id);
    expect(rest.filter((id) => shown.includes(id))).toEqual([]);
    // A room that moved to the top is announced by an event. All others are on one of the two pages.
    expect([...shown, ...rest, unseen].toSorted()).toEqual(ids.toSorted());
    const times = [...first.rooms, ...second.rooms].map(({ at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test.each(["x", "1.x", "-1.1", "99999999999999999999.00000000-0000-0000-0000-000000000000", "\0", "1"])(
    "starts with the latest conversation when the cursor is invalid: %j",
    async (before) => {
      const [seller, buyer] = [await person(), await person()];
      await talk(seller, buyer, "Clash 100", "hello");
      expect(names((await ask(seller, { before })).page.rooms)).toEqual(["Clash 100"]);
    },
  );
});

describe("a search in conversations", () => {
  let [seller, anna, jose]: Person[] = [];
  beforeAll(async () => {
    [seller, anna, jose] = [await person("seller"), await person("annabel"), await person("jose")];
    await talk(
      seller,
      anna,
      "Pure Drive 2021",
      "Is the racket still there?",
      "I would take it with the bag.",
    );
    await talk(
      seller,
      jose,
      "Blade 98",
      "¿Está disponible? Señor Muñoz",
      "see www.example.com/rackets",
      "deal 🎾",
    );
    await talk(
      seller,
      await person("dana"),
      "Grip tape",
      "هل المضرب متاح؟",
      `a ${"long ".repeat(600)}racketeer`,
    );
    // A conversation of other people, with the same words.
    await talk(anna, jose, "Speed MP", "Is the racket still there? Señor Muñoz 🎾 bag");
  });

  test.each([
    ["annabel", ["Pure Drive 2021"]],
    ["pure DRIVE", ["Pure Drive 2021"]],
    ["anna drive", ["Pure Drive 2021"]],
    ["senor munoz", ["Blade 98"]],
    ["rack", ["Grip tape", "Blade 98", "Pure Drive 2021"]],
    ["example", ["Blade 98"]],
    ["المضرب", ["Grip tape"]],
    ["🎾", ["Blade 98"]],
    ["nothing of that", []],
    ["%", []],
    ["'; drop table chat_rooms; --", []],
    ["& | ! ( ) :*", []],
    ["\\", []],
  ])(
    "finds the names of people and listings, and the messages, in the reader's rooms: %j",
    async (q, listings) => {
      expect(names(await search(seller as Person, q))).toEqual(listings);
    },
  );

  test("finds messages for both people of a room, and for nobody else", async () => {
    expect(names(await search(anna as Person, "racket"))).toEqual(["Speed MP", "Pure Drive 2021"]);
    expect(names(await search(jose as Person, "bag"))).toEqual(["Speed MP"]);
    expect(await search(await person("stranger"), "racket")).toEqual([]);
  });

  test("shows the latest message that matches, with the found words marked", async () => {
    const [room] = await search(seller as Person, "racket there");
    expect(snippet(room)).toBe("Is the [racket] still [there]?");
    expect(room?.hit?.seq).toBe(1);
    expect(snippet((await search(seller as Person, "racketeer"))[0])).toMatch(/^….*\[racketeer\]$/);
    // A room that is found only by a name shows its last message as usual.
    expect((await search(seller as Person, "annabel"))[0]).toMatchObject({
      last: { message: "I would take it with the bag." },
    });
    expect((await search(seller as Person, "annabel"))[0]?.hit).toBeUndefined();
  });

  test.each([
    ["an empty text", "", 3],
    ["white space", " \t\n ", 3],
    ["a NUL around a word", "\0rack\0et\0", 3],
    ["a very long text", "racket ".repeat(500), 1],
    ["one endless word", "x".repeat(5000), 0],
    ["a lone surrogate", "\ud83c", 0],
    ["a bidi override", "\u202eracket\u202c", 3],
  ])("accepts %s as a query", async (_, q, count) => {
    const { status, page } = await ask(seller as Person, { q });
    expect(status).toBe(200);
    expect(page.rooms.length).toBe(count);
  });

  test("finds a message as soon as it is written or changed", async () => {
    const [one, two] = [await person(), await person()];
    const id = await talk(one, two, "Aero", "zyzzyva");
    expect(await search(one, "zyzz")).toHaveLength(1);
    await updateRows("chat_messages", { chat_room_id: id }, { message: "another" });
    expect([await search(one, "zyzz"), (await search(one, "another")).length]).toEqual([[], 1]);
  });
});

describe("the message that a search result leads to", () => {
  test("is shown with the messages around it; for an unknown message number the end of the room is shown", async () => {
    const [seller, buyer] = [await person(), await person()];
    const id = await openRoom(buyer.viewer, await racketOf(seller));
    await sql`
      insert into chat_messages (chat_room_id, seq, sender_id, client_id, message)
      select ${id}, nth, ${buyer.viewer.id}, gen_random_uuid(), 'message ' || nth from generate_series(1, 200) nth
    `.execute(db());
    await updateRows("chat_rooms", { id }, { seq: 200 });
    const at = async (place: string) => {
      const path = `/messages/${id}?${new URLSearchParams({ at: place })}`;
      const { data } = await seller.visitor.open(threadPage, path, { roomId: id });
      return (data as { chat: OpenChat }).chat.messages.map(({ seq }) => seq);
    };
    expect([(await at("100"))[0], (await at("100")).at(-1)]).toEqual([86, 135]);
    expect((await at("3"))[0]).toBe(1);
    expect((await at("195")).at(-1)).toBe(200);
    for (const place of ["201", "999999999999999", "x", "-1", "\0", ""])
      expect((await at(place)).at(-1)).toBe(200);
    const stranger = await person("stranger");
    const { status } = await stranger.visitor.open(threadPage, `/messages/${id}?at=100`, { roomId: id });
    expect(status).toBe(404);
  });
});
