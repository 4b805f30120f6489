import { expect, test } from "vitest";
import { frameFor, type Presenters, presentEvents } from "./event-contents.server.ts";
import type { EventRow } from "./event-reads.server.ts";

const row = (user_id: string, seq: number, kind = "chat.read"): EventRow => ({
  nth: 1,
  user_id,
  seq,
  kind,
  subject: { roomId: `room ${seq}` },
});
const counting: Presenters = {
  "chat.read": async (events) => events.map((_, nth) => ({ unread: nth, unreadChats: 0, roomUnread: 0 })),
};

test("each event gets its own content, or none when its recipient may not see it", async () => {
  const [one, other, third] = [row("a", 1), row("b", 7), row("b", 8)];
  const contents = await presentEvents([[one], [other, third]], {
    "chat.read": async (events) =>
      events.map(({ userId, subject }) =>
        subject.roomId === "room 7" ? null : { unread: userId.length, unreadChats: 0, roomUnread: 0 },
      ),
  });
  expect([one, other, third].map((event) => contents.get(event))).toEqual([
    { unread: 1, unreadChats: 0, roomUnread: 0 },
    undefined,
    { unread: 1, unreadChats: 0, roomUnread: 0 },
  ]);
});

test("a person who missed many events gets only their ids", async () => {
  const many = Array.from({ length: 11 }, (_, nth) => row("a", nth + 1));
  const few = Array.from({ length: 10 }, (_, nth) => row("b", nth + 1));
  const contents = await presentEvents([many, few], counting);
  expect(many.filter((event) => contents.has(event))).toEqual([]);
  expect(few.filter((event) => contents.has(event))).toEqual(few);
});

test("events are sent without content when their kind has no presenter, or when the presenter fails", async () => {
  const [read, message] = [row("a", 1), row("a", 2, "chat.message")];
  expect((await presentEvents([[message]], counting)).size).toBe(0);
  const contents = await presentEvents([[read, message]], {
    ...counting,
    "chat.message": () => Promise.reject(new Error("no database")),
  });
  expect([...contents.keys()]).toEqual([read]);
});

test("a page gets the content of an event, and a program the ids alone", () => {
  const reader = (session: string | null) => ({ reader: { userId: "a", session, isAllowed: null } });
  const event = { seq: 7, kind: "chat.message", subject: { roomId: "r", seq: 2 } };
  expect(frameFor(reader("token"), event, { unreadChats: 1 })).toBe(
    'id: 7\nevent: chat.message\ndata: {"roomId":"r","seq":2,"unreadChats":1}\n\n',
  );
  expect(frameFor(reader(null), event, { unreadChats: 1 })).toBe(
    'id: 7\nevent: chat.message\ndata: {"room_id":"r","seq":2}\n\n',
  );
  expect(frameFor(reader(null), { kind: "upload.progress", subject: { uploadId: "u" } })).toBe(
    'event: upload.progress\ndata: {"upload_id":"u"}\n\n',
  );
});
