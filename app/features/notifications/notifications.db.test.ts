import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { NoticeKind } from "#app/domain/notification-kinds.ts";
import { eventPresenters } from "#app/events.server.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { eventsUpTo } from "#app/platform/events.server.ts";
import { unreadOf } from "#app/platform/unread.server.ts";
import { loader as countUnread } from "#app/routes/chat/unread.route.ts";
import { loader as listed } from "#app/routes/notifications/list.route.ts";
import { loader as page, action as pageForm } from "#app/routes/notifications/notifications.route.tsx";
import { action as read, loader as readLoader } from "#app/routes/notifications/read.route.ts";
import { openDatabase } from "#tests/support/database.ts";
import { openEvents } from "#tests/support/event-server.ts";
import { noticeFor, readBy } from "#tests/support/notices.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { type Fields, Visitor } from "#tests/support/visitor.ts";
import { NOTICES_AT_ONCE } from "./queries.server.ts";
import type { NoticeList } from "./view.ts";

let owner: Person;
let stranger: Person;

openDatabase();
const { listen } = openEvents(eventPresenters);
beforeEach(async () => {
  [owner, stranger] = [await person("owner"), await person("stranger")];
});

const mark = (who: Person | null, fields: Fields) =>
  (who?.visitor ?? new Visitor()).call(read, "/notifications/read", fields);
const jsonOf = (outcome: { data: unknown }) => JSON.parse(String(outcome.data)) as Record<string, unknown>;
async function listOf(who: Person): Promise<NoticeList> {
  return jsonOf(await who.visitor.open(listed, "/notifications/list")) as unknown as NoticeList;
}
async function pageOf(who: Person, query = ""): Promise<NoticeList> {
  const { data } = await who.visitor.open(page, `/notifications${query}`);
  return (data as { list: NoticeList }).list;
}
const contents = ({ notices }: NoticeList) => notices.map(({ content }) => content);
const minute = (nth: number) => new Date(Date.UTC(2026, 0, 1, 0, nth));
const unread = async (who: Person) => (await unreadOf([who.viewer.id])).get(who.viewer.id);

describe("the list of notices", () => {
  test("has the person's notices with all their data, newest first, and nobody else's [A7.35]", async () => {
    await noticeFor(stranger, "theirs");
    await noticeFor(owner, "second", { createdAt: minute(2), read: true });
    await noticeFor(owner, "first", { createdAt: minute(1) });
    const id = await noticeFor(owner, "third", {
      kind: "saved_search",
      createdAt: minute(3),
      searchQuery: "blade 98",
      imageUrl: "/photos/x-160.webp",
      path: "/rackets/1",
    });
    const list = await listOf(owner);
    expect(contents(list)).toEqual(["third", "second", "first"]);
    expect(list.notices[0]).toEqual({
      id,
      kind: "saved_search",
      content: "third",
      searchQuery: "blade 98",
      imageUrl: "/photos/x-160.webp",
      path: "/rackets/1",
      createdAt: minute(3).toISOString(),
      read: false,
    });
    expect(list).toMatchObject({ newer: null, older: null, anyUnread: true });
    expect((await pageOf(owner)).notices).toEqual(list.notices);
  });

  test("shows a notice of a kind that only a newer version has, as that version wrote it", async () => {
    const id = await noticeFor(owner, "A trumpet was played", { kind: "trumpet" as NoticeKind, path: "/x" });
    for (const list of [await listOf(owner), await pageOf(owner)])
      expect(list.notices).toMatchObject([{ id, kind: "account", content: "A trumpet was played" }]);
    expect(await unread(owner)).toBe(1);
  });

  test("leaves out notices that are sent by mail alone, and so does the unread count", async () => {
    await noticeFor(owner, "mailed", { inApp: false });
    expect(await listOf(owner)).toMatchObject({ notices: [], anyUnread: false });
    expect(await unread(owner)).toBe(0);
  });

  test("links only to this site", async () => {
    for (const path of ["//evil.example", "/\\evil.example", "/\t/evil.example"])
      await noticeFor(owner, "x", { path });
    expect((await listOf(owner)).notices.map(({ path }) => path)).toEqual([null, null, null]);
  });

  test("has each notice's text and search words unchanged, also with HTML, emoji and bidi characters", async () => {
    const nasty = `<script>alert(1)</script> 🎾 مرحبا\u202e ${"x".repeat(900)}`;
    await noticeFor(owner, nasty, { searchQuery: nasty.slice(0, 200) });
    expect((await listOf(owner)).notices[0]).toMatchObject({
      content: nasty,
      searchQuery: nasty.slice(0, 200),
    });
  });

  test("requires a signed-in person [M6.11]", async () => {
    const outcome = await new Visitor().open(listed, "/notifications/list");
    expect(outcome.status).toBe(401);
    expect(jsonOf(outcome)).toMatchObject({ message: "Please sign in to see your notifications." });
    for (const query of ["", "?show=unread"]) {
      const path = `/notifications${query}`;
      expect((await new Visitor().open(page, path)).location).toBe(`/auth?next=${encodeURIComponent(path)}`);
    }
  });
});

describe("the page of notices", () => {
  test("can be paged in both directions, even for notices of the same moment", async () => {
    const all = Array.from({ length: 2 * NOTICES_AT_ONCE + 5 }, (_, nth) => `notice ${nth}`);
    // Inserted in one statement: their times differ by microseconds, or not at all.
    await insertRows(
      "notifications",
      all.map((content) => ({ user_id: owner.viewer.id, content, kind: "sold" })),
    );
    const newest = await pageOf(owner);
    expect(newest.newer).toBeNull();
    const middle = await pageOf(owner, `?before=${newest.older}`);
    const oldest = await pageOf(owner, `?before=${middle.older}`);
    expect(oldest.older).toBeNull();
    expect([newest, middle, oldest].flatMap(contents).toSorted()).toEqual(all.toSorted());
    expect(contents(await pageOf(owner, `?after=${oldest.newer}`))).toEqual(contents(middle));
    const first = await pageOf(owner, `?after=${middle.newer}`);
    expect(contents(first)).toEqual(contents(newest));
    expect(first.newer).toBeNull();
  });

  test("can show unread notices alone", async () => {
    await noticeFor(owner, "read", { read: true });
    await noticeFor(owner, "unread");
    expect(contents(await pageOf(owner, "?show=unread"))).toEqual(["unread"]);
  });

  test.each([
    "?before=",
    "?before=x",
    "?before=1.x",
    "?after=%00",
    "?show=all",
    "?before=9999999999999999.x",
    "?after=-1",
  ])("ignores invalid query parameters: %s", async (query) => {
    await noticeFor(owner, "here");
    expect(contents(await pageOf(owner, query))).toEqual(["here"]);
  });

  test("redirects to the first page when no notice is older than the cursor", async () => {
    const before = `1.${randomUUID()}`;
    const outcome = await owner.visitor.open(page, `/notifications?show=unread&before=${before}`);
    expect(outcome).toMatchObject({ status: 302, location: "/notifications?show=unread" });
  });

  test("has forms that mark notices as read and return to the same page, and to no other site", async () => {
    const one = await noticeFor(owner, "one", { createdAt: minute(1) });
    await noticeFor(owner, "two", { createdAt: minute(2) });
    const marked = await owner.visitor.submit(pageForm, "/notifications", { id: one, next: "?show=unread" });
    expect(marked).toMatchObject({ status: 302, location: "/notifications?show=unread" });
    expect(await readBy(owner)).toEqual(["one"]);
    const { asOf } = await pageOf(owner);
    for (const next of ["//evil.example", "?next=%0d%0a", "https://evil.example"]) {
      const all = await owner.visitor.submit(pageForm, "/notifications", { asOf: String(asOf), next });
      expect(all.location).toBe("/notifications");
    }
    expect(await readBy(owner)).toEqual(["one", "two"]);
    const out = await new Visitor().submit(pageForm, "/notifications", { id: one });
    expect(out.location).toMatch(/^\/auth/);
  });

  test("shows an error when a form has the id of a notice that does not exist", async () => {
    const body = new URLSearchParams({ id: randomUUID() });
    const headers = { "sec-fetch-mode": "navigate", referer: `${env().baseUrl}/notifications?show=unread` };
    const request = owner.visitor.request("/notifications", { method: "POST", body, headers });
    const refused = await owner.visitor.run(pageForm, request);
    expect(refused.location).toBe("/notifications?show=unread");
    expect(decodeURIComponent(refused.headers.getSetCookie().join())).toContain(
      "Error marking notification as read",
    );
  });
});

describe("marking notices as read", () => {
  test("sets read_at to the current time; a second request does not change it [A4.7 A7.36]", async () => {
    const id = await noticeFor(owner, "news");
    const before = Date.now();
    expect(jsonOf(await mark(owner, { id }))).toMatchObject({ ok: true });
    const at = () =>
      db().selectFrom("notifications").select("read_at").where("id", "=", id).executeTakeFirst();
    const first = await at();
    expect(first?.read_at?.getTime()).toBeGreaterThan(before - 60_000);
    expect((await mark(owner, { id: id.toUpperCase() })).status).toBe(200);
    expect(await at()).toEqual(first);
    expect(await unread(owner)).toBe(0);
  });

  test("is only for their owner, and only for notices that are shown in the app [A6.5]", async () => {
    const id = await noticeFor(owner, "news");
    const mailed = await noticeFor(owner, "mailed", { inApp: false });
    expect((await mark(null, { id })).status).toBe(401);
    const theirs = await mark(stranger, { id });
    expect(theirs.status).toBe(404);
    expect(jsonOf(theirs)).toMatchObject({ message: "This notification no longer exists." });
    expect(jsonOf(await mark(stranger, { id: randomUUID() }))).toMatchObject({
      reason: jsonOf(theirs).reason,
      message: jsonOf(theirs).message,
    });
    expect((await mark(owner, { id: mailed })).status).toBe(404);
    await mark(stranger, { asOf: String((await listOf(stranger)).asOf) });
    expect(await readBy(owner)).toEqual([]);
  });

  test("of a whole list marks all that existed when the list was loaded, and no later ones", async () => {
    await noticeFor(owner, "old", { createdAt: minute(1) });
    await noticeFor(owner, "mailed", { inApp: false });
    const { asOf } = await listOf(owner);
    await noticeFor(owner, "new");
    expect((await mark(owner, { asOf: String(asOf) })).status).toBe(200);
    expect(await readBy(owner)).toEqual(["old"]);
    expect(await unread(owner)).toBe(1);
  });

  test.each<Fields>([
    {},
    { id: "" },
    { id: "1" },
    { id: "a\0b" },
    { id: "<b>🎾" },
    { asOf: "-1" },
    { asOf: "1e9" },
    { asOf: "9".repeat(400) },
    { asOf: "now" },
  ])("refuses an invalid request, and marks nothing: %j", async (fields) => {
    await noticeFor(owner, "news");
    const outcome = await mark(owner, fields);
    expect(outcome.status).toBe(422);
    expect(jsonOf(outcome)).toMatchObject({ message: "This request was not understood." });
    expect(await readBy(owner)).toEqual([]);
  });

  test("refuses a body that is not a form, and GET", async () => {
    const headers = { "content-type": "application/json" };
    const request = owner.visitor.request("/notifications/read", { method: "POST", body: "{", headers });
    expect((await owner.visitor.run(read, request)).status).toBe(400);
    expect((await owner.visitor.open(readLoader, "/notifications/read")).status).toBe(405);
  });

  test("is rate limited", async () => {
    const id = await noticeFor(owner, "news");
    for (let nth = 0; nth < 120; nth++) expect((await mark(owner, { id })).status).toBe(200);
    const refused = await mark(owner, { id });
    expect(refused.status).toBe(429);
    expect(jsonOf(refused)).toMatchObject({ message: expect.stringContaining("try again") });
  });
});

describe("the events of notices", () => {
  test("update the bell in all browsers of the person, and nobody else's", async () => {
    const [here, there] = [await listen(owner), await listen(owner)];
    const away = await listen(stranger);
    const id = await noticeFor(owner, "news");
    for (const reader of [here, there]) {
      expect(await reader.next()).toMatchObject({
        event: "notification.new",
        data: { ids: [id], unread: 1 },
      });
    }
    await mark(owner, { id });
    for (const reader of [here, there]) {
      expect(await reader.next()).toMatchObject({ event: "notification.read", data: { unread: 0 } });
    }
    await noticeFor(stranger, "theirs");
    expect(await away.next()).toMatchObject({ event: "notification.new", data: { unread: 1 } });
  });

  test("are not sent when nothing was marked", async () => {
    const id = await noticeFor(owner, "news", { read: true });
    const before = await eventsUpTo(owner.viewer.id);
    await mark(owner, { id });
    await mark(owner, { asOf: String((await listOf(owner)).asOf) });
    expect(await eventsUpTo(owner.viewer.id)).toBe(before);
  });
});

test("an unread count that cannot be read is an error, not zero [A8.6]", async () => {
  await sql`alter function unread_of(uuid) rename to unread_of_gone`.execute(db());
  try {
    const { status, data } = await owner.visitor.open(countUnread, "/chat/unread");
    expect([status, JSON.parse(String(data))]).toMatchObject([500, { ok: false, reason: "failed" }]);
  } finally {
    await sql`alter function unread_of_gone(uuid) rename to unread_of`.execute(db());
  }
});
