import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { messages, openChat } from "#app/features/chat/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import { unreadOf } from "#app/platform/unread.server.ts";
import { action as block, loader as blockPage } from "#app/routes/chat/block.route.tsx";
import { action as blockByCall } from "#app/routes/chat/block-room.route.ts";
import { loader as blockedPage, action as unblock } from "#app/routes/chat/blocked.route.tsx";
import { action as sendPage } from "#app/routes/chat/thread.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRow, findRows } from "#tests/support/rows.ts";
import { chatScene } from "#tests/support/scene.ts";
import { type Fields, Visitor } from "#tests/support/visitor.ts";
import { anonymizeRooms } from "./account-deletion.server.ts";
import { setBlockedIn } from "./blocking.server.ts";
import { openRoom, sendMessage } from "./commands.server.ts";

// Blocking (docs/decisions/0028-messages.md).

const REFUSED = { status: 403, message: "This message could not be sent." };

let seller: Person;
let buyer: Person;
let listing: { type: string; id: string };
let roomId: string;

openDatabase();
beforeEach(async () => {
  ({ seller, buyer, listing, roomId } = await chatScene());
});

const say = (who: Person, room = roomId, clientId = randomUUID()) =>
  sendMessage(who.viewer, room, { clientId, message: "hello" });
const post = (who: Person | null, fields: Fields, room = roomId) =>
  (who?.visitor ?? new Visitor()).submit(block, `/messages/${room}/block`, fields, { roomId: room });
const blocks = () => db().selectFrom("user_blocks").select(["blocker_id", "blocked_id"]).execute();

describe("a blocked person", () => {
  test("cannot write to the blocker in any room, and the blocker cannot write either", async () => {
    const reverse = await openRoom(seller.viewer, await racketOf(buyer));
    await setBlockedIn(seller.viewer, roomId, true);
    for (const who of [buyer, seller])
      for (const room of [roomId, reverse]) await expect(say(who, room)).rejects.toMatchObject(REFUSED);
    expect(await messages(buyer.viewer, roomId, {})).toEqual([]);
    expect((await unreadOf([seller.viewer.id])).get(seller.viewer.id)).toBe(0);
    await setBlockedIn(seller.viewer, roomId, false);
    for (const who of [buyer, seller]) for (const room of [roomId, reverse]) await say(who, room);
  });

  test("cannot open a room about the blocker's listings, but can read an existing one", async () => {
    await say(buyer);
    await setBlockedIn(seller.viewer, roomId, true);
    await expect(openRoom(buyer.viewer, await racketOf(seller))).rejects.toMatchObject(REFUSED);
    await expect(openRoom(seller.viewer, await racketOf(buyer))).rejects.toMatchObject(REFUSED);
    expect(await openRoom(buyer.viewer, listing)).toBe(roomId);
    expect((await openChat(buyer.viewer, roomId)).messages).toHaveLength(1);
  });

  test("does not learn of the block: their page is the same, and the refusal does not mention it", async () => {
    await say(buyer);
    const before = await openChat(buyer.viewer, roomId);
    await setBlockedIn(seller.viewer, roomId, true);
    expect(await openChat(buyer.viewer, roomId)).toEqual(before);
    expect((await openChat(seller.viewer, roomId)).room.other).toMatchObject({ blocked: true });
    const refused = await buyer.visitor.submit(
      sendPage,
      `/messages/${roomId}`,
      { clientId: randomUUID(), message: "please" },
      { roomId },
    );
    expect(refused).toMatchObject({
      status: 403,
      data: {
        result: { initialValue: { message: "please" } },
        message: "This message could not be sent.",
      },
    });
  });

  test("gets the same answer when a message from before the block is sent again", async () => {
    const clientId = randomUUID();
    const first = await say(buyer, roomId, clientId);
    await setBlockedIn(seller.viewer, roomId, true);
    expect(await say(buyer, roomId, clientId)).toEqual(first);
  });

  test("who also blocked the other person cannot write until both have unblocked", async () => {
    await setBlockedIn(seller.viewer, roomId, true);
    await setBlockedIn(buyer.viewer, roomId, true);
    await setBlockedIn(seller.viewer, roomId, false);
    for (const who of [buyer, seller]) await expect(say(who)).rejects.toMatchObject(REFUSED);
    expect((await openChat(seller.viewer, roomId)).room.other.blocked).toBe(false);
    await setBlockedIn(buyer.viewer, roomId, false);
    expect((await say(buyer)).seq).toBe(1);
  });
});

describe("a block", () => {
  test("refuses every message that is not yet stored when the request to block is answered", async () => {
    const others = await Promise.all(
      [1, 2, 3].map(async () => openRoom(buyer.viewer, await racketOf(seller))),
    );
    for (let round = 0; round < 4; round++) {
      const rooms = [roomId, ...others];
      const sending = Array.from({ length: 12 }, (_, nth) => say(buyer, rooms[nth % 4]).catch(() => null));
      await setBlockedIn(seller.viewer, roomId, true);
      const count = async () =>
        (await findRows("chat_messages", { sender_id: buyer.viewer.id }, ["id"])).length;
      const after = await count();
      await Promise.all(sending);
      expect(await count()).toBe(after);
      await setBlockedIn(seller.viewer, roomId, false);
      await db().deleteFrom("rate_limits").execute();
    }
    // Refused messages leave no gaps in the sequence numbers.
    const { seq } = await findRow("chat_rooms", { id: roomId });
    expect((await messages(buyer.viewer, roomId, {})).map((message) => message.seq)).toEqual(
      Array.from({ length: seq }, (_, nth) => nth + 1),
    );
  });

  test("covers rooms that are opened at the same moment", async () => {
    for (let round = 0; round < 6; round++) {
      const fresh = await racketOf(seller);
      const [opened] = await Promise.all([
        openRoom(buyer.viewer, fresh).catch(() => null),
        setBlockedIn(seller.viewer, roomId, true),
      ]);
      if (opened) await expect(say(buyer, opened)).rejects.toMatchObject(REFUSED);
      await setBlockedIn(seller.viewer, roomId, false);
    }
  });

  test("by both people at the same time, while they write, causes no deadlock", async () => {
    await Promise.all(
      Array.from({ length: 24 }, (_, nth) => {
        const who = nth % 2 ? buyer : seller;
        if (nth % 3 === 0) return say(who).catch(() => null);
        return setBlockedIn(who.viewer, roomId, nth % 5 !== 0);
      }),
    );
    await setBlockedIn(buyer.viewer, roomId, false);
    await setBlockedIn(seller.viewer, roomId, false);
    await say(buyer);
  });

  test("is deleted with the account of the blocked person", async () => {
    await say(buyer);
    await setBlockedIn(seller.viewer, roomId, true);
    await deleteAccount(buyer.visitor.request("/profile/delete"), buyer.viewer, [anonymizeRooms]);
    expect(await blocks()).not.toContainEqual(expect.objectContaining({ blocker_id: seller.viewer.id }));
    const { other } = (await openChat(seller.viewer, roomId)).room;
    expect(other).toMatchObject({ left: true, blocked: false });
    await expect(setBlockedIn(seller.viewer, roomId, true)).rejects.toMatchObject({ status: 403 });
  });
});

describe("the pages and endpoints of blocking", () => {
  test("require a signed-in person who is one of the room's two people", async () => {
    const stranger = await person("stranger");
    const page = `/messages/${roomId}/block`;
    expect((await new Visitor().open(blockPage, page, { roomId })).location).toMatch(/^\/auth\?next=/);
    expect((await post(null, { intent: "block" })).location).toMatch(/^\/auth/);
    expect((await new Visitor().open(blockedPage, "/messages/blocked")).location).toMatch(/^\/auth/);
    expect((await new Visitor().submit(unblock, "/messages/blocked", { username: "x" })).location).toMatch(
      /^\/auth/,
    );
    for (const room of [roomId, randomUUID(), "x"]) {
      expect((await stranger.visitor.open(blockPage, page, { roomId: room })).status).toBe(404);
      expect((await post(stranger, { intent: "block" }, room)).status).toBe(404);
    }
    expect(await db().selectFrom("user_blocks").where("blocked_id", "=", seller.viewer.id).execute()).toEqual(
      [],
    );
  });

  test("work without JavaScript", async () => {
    expect((await seller.visitor.open(blockPage, "/x", { roomId })).data).toMatchObject({
      other: { username: buyer.viewer.username, blocked: false },
    });
    expect(await post(seller, { intent: "block" })).toMatchObject({
      status: 302,
      location: `/messages/${roomId}`,
    });
    const list = async () => (await seller.visitor.open(blockedPage, "/messages/blocked")).data;
    expect(await list()).toEqual({ people: [{ username: buyer.viewer.username, avatarUrl: null }] });
    expect((await buyer.visitor.open(blockedPage, "/messages/blocked")).data).toEqual({ people: [] });
    const undone = await seller.visitor.submit(unblock, "/messages/blocked", {
      username: buyer.viewer.username,
    });
    expect(undone).toMatchObject({ status: 302, location: "/messages/blocked" });
    expect(await list()).toEqual({ people: [] });
    await say(buyer);
  });

  test("answer the app's own scripts with JSON", async () => {
    const path = `/chat/rooms/${roomId}/block`;
    const run = (visitor: Visitor, intent = "block") =>
      visitor.submit(blockByCall, path, new URLSearchParams({ intent }), { roomId });
    expect((await run(new Visitor())).status).toBe(401);
    expect((await run((await person("stranger")).visitor)).status).toBe(404);
    expect((await run(seller.visitor, "x")).status).toBe(400);
    await say(buyer);
    expect(await run(seller.visitor)).toMatchObject({ status: 200, data: { ok: true } });
    await expect(say(buyer)).rejects.toMatchObject(REFUSED);
  });

  test.each<Fields>([{}, { intent: "" }, { intent: "murder" }])(
    "refuse an invalid form: %j",
    async (fields) => {
      expect((await post(seller, fields)).status).toBe(400);
      expect(await blocks()).not.toContainEqual(expect.objectContaining({ blocker_id: seller.viewer.id }));
    },
  );

  test.each(["", "nobody-of-that-name", "a\0b", "<b>x</b>", "🎾", "x".repeat(300)])(
    "unblock nobody when the name is %j",
    async (username) => {
      await setBlockedIn(seller.viewer, roomId, true);
      const { status } = await seller.visitor.submit(unblock, "/messages/blocked", { username });
      expect(status).toBe(username.length > 200 || username.includes("\0") ? 422 : 302);
      await expect(say(buyer)).rejects.toMatchObject(REFUSED);
    },
  );
});
