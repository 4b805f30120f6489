import { describe, expect, test } from "vitest";
import { inboxOf, withLatest, withLeft, withMessage, withNext, withUnread } from "./inbox.ts";
import type { ChatSummary, InboxPage } from "./view.ts";

const room = (id: string, minute: number, fields: Partial<ChatSummary> = {}): ChatSummary => ({
  id,
  other: { username: id, avatarUrl: null, left: false, blocked: false },
  listing: {
    name: "Blade",
    path: "/rackets/1",
    available: true,
    status: "available",
    price: null,
    approximately: null,
    photo: null,
  },
  terms: null,
  last: { message: `of ${minute}`, mine: false },
  at: `2026-11-20T12:${String(minute).padStart(2, "0")}:00.000Z`,
  unread: 0,
  ...fields,
});
const page = (rooms: ChatSummary[], after: number, next: string | null = null): InboxPage => ({
  rooms,
  next,
  page: { userId: "me", after },
});
const message = (minute: number, text: string) => ({
  id: text,
  seq: 1,
  mine: false,
  clientId: null,
  message: text,
  createdAt: room("", minute).at,
});
const ids = (inbox: { rows: readonly { room: ChatSummary }[] }) => inbox.rows.map((row) => row.room.id);

describe("the state of an inbox", () => {
  const inbox = inboxOf(page([room("a", 9), room("b", 8), room("c", 7)], 10, "next"));

  test("moves the room of a message to the top, with its text and unread count", () => {
    const after = withMessage(inbox, 11, "c", message(10, "hello"), 2);
    expect(ids(after)).toEqual(["c", "a", "b"]);
    expect(after.rows[0]?.room).toMatchObject({ last: { message: "hello", mine: false }, unread: 2 });
    expect(ids(inbox)).toEqual(["a", "b", "c"]);
  });

  test("ignores events that it already includes, and events of rooms that it does not show", () => {
    expect(withMessage(inbox, 10, "c", message(10, "known"), 1)).toBe(inbox);
    expect(withMessage(inbox, 11, "elsewhere", message(10, "x"), 1)).toBe(inbox);
    expect(withUnread(inbox, 9, "c", 1)).toBe(inbox);
  });

  test("keeps the newest data, in whatever order pages and events arrive", () => {
    const updated = withUnread(withMessage(inbox, 12, "b", message(10, "late"), 1), 13, "b", 0);
    // The server read this page before the two events, and it arrives after them.
    const read = withLatest(updated, page([room("a", 9), room("b", 8), room("c", 7)], 11, "next"));
    expect(read.rows[0]?.room).toMatchObject({ id: "b", unread: 0, last: { message: "late" } });
    const later = withLatest(
      read,
      page([room("b", 11, { unread: 3 }), room("a", 9), room("c", 7)], 14, "next"),
    );
    expect(later.rows[0]?.room).toMatchObject({ id: "b", unread: 3, last: { message: "of 11" } });
  });

  test("appends the next page; a room that has moved to the top since is shown only once", () => {
    const more = withNext(inbox, page([room("d", 6), room("e", 5)], 12, null));
    expect(ids(more)).toEqual(["a", "b", "c", "d", "e"]);
    expect(more.next).toBeNull();
    const fresh = withLatest(more, page([room("e", 12), room("a", 9)], 13, "other"));
    expect(ids(fresh)).toEqual(["e", "a", "b", "c", "d"]);
    expect(fresh.next).toBeNull();
  });

  test("keeps only the new first page when rooms may be missing between this page and the older rows", () => {
    const far = withLatest(inbox, page([room("x", 30), room("y", 20)], 40, "below y"));
    expect(ids(far)).toEqual(["x", "y"]);
    expect(far.next).toBe("below y");
  });

  test("shows deleted users without a name", () => {
    const nobody = { username: "Deleted user", avatarUrl: null, left: true, blocked: false };
    const after = withLeft(inbox, 11, ["b", "elsewhere"], nobody);
    expect(after.rows.map((row) => row.room.other.left)).toEqual([false, true, false]);
  });
});
