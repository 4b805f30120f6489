import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { seenUpTo } from "#app/features/chat/queries.server.ts";
import { tellOfViews } from "#app/features/moderation/conversations/tell.server.ts";
import type { ConversationView, MessageView } from "#app/features/moderation/conversations/view.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { hideMessage } from "#app/features/rooms/moderated.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { caseAbout, warningIn } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { findRows, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { faults, Visitor } from "#tests/support/visitor.ts";
import { loader as casePage } from "./case.route.tsx";
import { action, loader } from "./conversation.route.tsx";
import { loader as photoLoader } from "./conversation-photo.route.ts";

let anna: Person;
let ben: Person;
let seller: Person;
let buyer: Person;
let listing: { type: "racket"; id: string };
let roomId: string;
let messageId: string;

openDatabase(async (url) => {
  await captureNotices(url);
  [anna, ben] = [await staffPerson("moderator"), await staffPerson("operator")];
});

const say = (who: Person, room: string, message: string) =>
  sendMessage(who.viewer, room, { clientId: randomUUID(), message });

beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  listing = await racketOf(seller, { name: "Blade 98" });
  roomId = await openRoom(buyer.viewer, listing);
  await say(buyer, roomId, "Is it still there?");
  await say(seller, roomId, "Pay by gift card, please.");
  const rows = await db()
    .selectFrom("chat_messages")
    .select("id")
    .where("chat_room_id", "=", roomId)
    .where("sender_id", "=", seller.viewer.id)
    .execute();
  messageId = rows[0]?.id ?? "";
  await clearNotices();
});

const REASON = { reason: "fraud", words: "What was asked of the buyer." };
const pathOf = (id: string, room: string) => `/moderation/cases/${id}/conversations/${room}`;
const look = (who: Person | Visitor, id: string, room = roomId, query = "") =>
  (who instanceof Visitor ? who : who.visitor).open(loader, pathOf(id, room) + query, { id, roomId: room });
const openIt = (who: Person | Visitor, id: string, room = roomId, fields: Record<string, string> = REASON) =>
  (who instanceof Visitor ? who : who.visitor).submit(action, pathOf(id, room), fields, { id, roomId: room });
const shown = async (who: Person, id: string, query = "") =>
  (await look(who, id, roomId, query)).data as {
    conversation: ConversationView;
    messages: MessageView[];
    earlier: string | null;
  };
const listedFor = async (who: Person, id: string) =>
  (
    (await who.visitor.open(casePage, `/moderation/cases/${id}`, { id })).data as {
      conversations: ConversationView[];
    }
  ).conversations.map((conversation) => conversation.id);
const close = (id: string) => updateRows("cases", { id }, { state: "closed", closed_at: new Date() });
const viewsOf = (id: string) =>
  findRows("conversation_views", { case_id: id }, ["room_id", "reason", "told_at"]);

describe("the conversations of a case", () => {
  test("about a listing are those of its owner and the reporters about it", async () => {
    const other = await person("other");
    await say(other, await openRoom(other.viewer, listing), "And I?");
    const elsewhere = await racketOf(seller);
    await say(buyer, await openRoom(buyer.viewer, elsewhere), "This one?");
    expect(await listedFor(anna, await caseAbout("listing", listing.id, { by: buyer }))).toEqual([roomId]);
  });

  test("about a person are all of the person and the reporters; about a message, the one that has it", async () => {
    const second = await openRoom(buyer.viewer, await racketOf(seller));
    await say(buyer, second, "And this one?");
    const about = await caseAbout("person", seller.viewer.username, { by: buyer });
    expect((await listedFor(anna, about)).sort()).toEqual([roomId, second].sort());
    expect(await listedFor(anna, await caseAbout("message", messageId, { by: buyer }))).toEqual([roomId]);
  });

  test("are not listed to a moderator who is one of the two, or whom the case is about, and nobody opens them", async () => {
    await insertRows("staff", { user_id: buyer.viewer.id, role: "moderator" });
    await insertRows("staff", { user_id: seller.viewer.id, role: "moderator" });
    for (const { viewer } of [buyer, seller])
      await updateRows("users", { id: viewer.id }, { two_factor_enabled: true });
    const id = await caseAbout("message", messageId, { by: buyer });
    for (const who of [buyer, seller]) {
      expect(await listedFor(who, id)).toEqual([]);
      expect(await look(who, id)).toMatchObject({ status: 404 });
      expect(await openIt(who, id)).toMatchObject({ status: 404 });
    }
    expect(await viewsOf(id)).toEqual([]);
  });
});

describe("a conversation", () => {
  test("is asked a reason for, then shows its messages to this moderator alone, and is logged", async () => {
    const id = await caseAbout("message", messageId, { by: buyer });
    expect(await shown(anna, id)).toMatchObject({ conversation: { isOpen: false }, messages: [] });
    expect(await openIt(anna, id, roomId, { reason: "", words: " " })).toMatchObject(
      faults({ reason: [expect.any(String)], words: [expect.any(String)] }),
    );
    expect((await shown(anna, id)).messages).toEqual([]);
    await inTransaction((trx) => hideMessage(trx, messageId, "hidden"));
    await Promise.all([openIt(anna, id), openIt(anna, id)]);
    expect((await shown(anna, id)).messages).toMatchObject([
      { by: buyer.viewer.username, text: "Is it still there?", hidden: false, reported: false },
      { by: seller.viewer.username, text: "Pay by gift card, please.", hidden: true, reported: true },
    ]);
    expect((await shown(ben, id)).messages).toEqual([]);
    expect(await viewsOf(id)).toEqual([{ room_id: roomId, reason: "fraud", told_at: null }]);
    expect(
      await findRows("staff_log", { action: "conversation_opened", subject_id: id }, ["actor_id", "facts"]),
    ).toEqual([{ actor_id: anna.viewer.id, facts: { room: roomId, reason: "fraud" } }]);
  });

  test("does not count as read, and its people see nothing of it", async () => {
    const id = await caseAbout("message", messageId, { by: buyer });
    const before = await seenUpTo(seller.viewer, roomId);
    await openIt(anna, id);
    await shown(anna, id);
    expect(await seenUpTo(seller.viewer, roomId)).toBe(before);
    expect(await notices()).toEqual([]);
  });

  test("is shown page by page", async () => {
    for (let nth = 0; nth < 55; nth++) await say(buyer, roomId, `Message ${nth}`);
    const id = await caseAbout("message", messageId, { by: buyer });
    await openIt(anna, id);
    const { messages, earlier } = await shown(anna, id);
    expect(messages).toHaveLength(50);
    const first = await shown(anna, id, earlier ?? "");
    expect(first.messages[0]?.text).toBe("Is it still there?");
    expect(first.messages).toHaveLength(7);
    expect(first.earlier).toBeNull();
  });

  test("closes after a day and with the case, and opens again for an appeal", async () => {
    const id = await caseAbout("message", messageId, { by: buyer });
    await openIt(anna, id);
    await updateRows(
      "conversation_views",
      { case_id: id },
      { opened_at: new Date(Date.now() - 25 * 3_600_000) },
    );
    expect((await shown(anna, id)).messages).toEqual([]);
    await openIt(anna, id);
    expect((await shown(anna, id)).messages).toHaveLength(2);
    await close(id);
    expect(await look(anna, id)).toMatchObject({ status: 404 });
    expect(await openIt(ben, id)).toMatchObject({ status: 404 });
    await insertRow("appeals", { decision_id: await warningIn(id, seller, anna) });
    expect((await shown(anna, id)).messages).toHaveLength(2);
    expect(await openIt(ben, id, roomId, { ...REASON, reason: "appeal" })).toMatchObject({ status: 302 });
  });

  test("that does not concern the case, or of a case that does not exist, opens for nobody", async () => {
    const id = await caseAbout("listing", listing.id, { by: await person("reporter") });
    expect(await look(anna, id)).toMatchObject({ status: 404 });
    expect(await openIt(anna, id)).toMatchObject({ status: 404 });
    expect(await openIt(anna, id, "not-an-id")).toMatchObject({ status: 404 });
    expect(await openIt(anna, randomUUID())).toMatchObject({ status: 404 });
  });

  test("does not exist for visitors, members and its two people", async () => {
    const id = await caseAbout("message", messageId, { by: buyer });
    for (const who of [new Visitor(), seller, buyer, await person("stranger")]) {
      expect(await look(who, id)).toMatchObject({ status: 404 });
      expect(await openIt(who, id)).toMatchObject({ status: 404 });
    }
    expect(await viewsOf(id)).toEqual([]);
  });

  test("has photos only for the moderator who opened it", async () => {
    const id = await caseAbout("message", messageId, { by: buyer });
    const params = { id, roomId, photo: randomUUID() };
    const photo = (who: Person) =>
      who.visitor.open(photoLoader, `${pathOf(id, roomId)}/photos/${params.photo}`, params);
    for (const who of [anna, buyer]) expect(await photo(who)).toMatchObject({ status: 404 });
    await openIt(anna, id);
    expect(await photo(anna)).toMatchObject({ status: 404 });
  });
});

describe("its two people are told", () => {
  const told = async () =>
    (await notices("account"))
      .filter(({ facts }) => facts.event === "conversation-read")
      .map(({ userIds, path }) => [userIds[0], path]);
  const mailsTo = ({ viewer }: Person) =>
    findRows("mails", { recipient: viewer.email }, ["subject", "text"]).then((rows) =>
      rows.filter(({ text }) => /moderator|Moderator/.test(text)),
    );

  test("once, when the case is closed, in their language", async () => {
    await insertRows("user_preferences", { user_id: buyer.viewer.id, language: "de" });
    const id = await caseAbout("message", messageId, { by: buyer });
    await openIt(anna, id);
    await openIt(ben, id);
    await tellOfViews();
    expect(await told()).toEqual([]);
    await close(id);
    await Promise.all([tellOfViews(), tellOfViews()]);
    await tellOfViews();
    const room = `/messages/${roomId}`;
    expect((await told()).sort()).toEqual(
      [
        [buyer.viewer.id, room],
        [seller.viewer.id, room],
      ].sort(),
    );
    expect((await mailsTo(buyer))[0]?.text).toContain(`Unterhaltung mit ${seller.viewer.username}`);
    expect((await mailsTo(seller))[0]?.text).toContain(`conversation with ${buyer.viewer.username}`);
  });

  test("after 30 days while the case is open, but not while an appeal waits for less", async () => {
    const id = await caseAbout("message", messageId, { by: buyer });
    await openIt(anna, id);
    await close(id);
    const decision = await warningIn(id, seller, anna);
    await insertRow("appeals", { decision_id: decision });
    await tellOfViews();
    expect(await told()).toEqual([]);
    await updateRows(
      "conversation_views",
      { case_id: id },
      { opened_at: new Date(Date.now() - 31 * 86_400_000) },
    );
    await tellOfViews();
    expect(await told()).toHaveLength(2);
  });

  test("without saying which conversation it was to whom somebody reported, who could guess the reporter", async () => {
    const id = await caseAbout("listing", listing.id, { by: buyer });
    await openIt(anna, id);
    await close(id);
    await tellOfViews();
    expect(await told()).toEqual(
      expect.arrayContaining([
        [seller.viewer.id, "/privacy"],
        [buyer.viewer.id, `/messages/${roomId}`],
      ]),
    );
    const [mail] = await mailsTo(seller);
    expect(mail?.text).not.toContain(buyer.viewer.username);
    expect(mail?.text).not.toContain("Blade 98");
  });
});
