import { beforeEach, describe, expect, test } from "vitest";
import { NOTICE_KINDS } from "#app/domain/notification-kinds.ts";
import { env } from "#app/platform/env.server.ts";
import { newPerson, PASSWORD } from "#tests/support/accounts.ts";
import { type ApiClient, apiAs, apiWith } from "#tests/support/api.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { noticeFor } from "#tests/support/notices.ts";
import { type Person, person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";

let reader: Person;
let api: ApiClient;
let stranger: ApiClient;
let visitor: ApiClient;

openDatabase(captureNotices);
beforeEach(async () => {
  reader = await person("reader");
  [api, stranger, visitor] = [await apiAs(reader), await apiAs(await person("stranger")), await apiAs(null)];
});

const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000);

describe("/notifications", () => {
  test("has the fields of the specification, newest first, in pages [A3.3 A7.35]", async () => {
    const details = {
      searchQuery: "/rackets?q=blade",
      imageUrl: "/photos/a.webp",
      path: "/favorites",
      createdAt: hours(1),
    };
    const id = await noticeFor(reader, "A Blade costs less", details);
    await noticeFor(reader, "The oldest", { createdAt: hours(3), read: true });
    await noticeFor(reader, "By mail only", { inApp: false });
    const first = await api("GET", "/notifications?limit=1");
    expect(first).toMatchObject({ status: 200, body: { next: expect.any(String) } });
    expect(first.body.data).toEqual([
      {
        id,
        kind: "price_drop",
        content: "A Blade costs less",
        search_query: "/rackets?q=blade",
        image_url: `${env().baseUrl}/photos/a.webp`,
        url: `${env().baseUrl}/favorites`,
        created_at: details.createdAt.toISOString(),
        read_at: null,
      },
    ]);
    const cursor = encodeURIComponent(first.body.next);
    const second = await api("GET", `/notifications?limit=1&cursor=${cursor}`);
    expect(second.body).toMatchObject({
      data: [{ content: "The oldest", read_at: expect.any(String) }],
      next: null,
    });
    expect((await api("GET", "/notifications?show=unread")).body.data).toHaveLength(1);
    expect((await api("GET", "/notifications?show=read")).status).toBe(422);
    expect((await stranger("GET", "/notifications")).body).toEqual({ data: [], next: null });
    expect(await visitor("GET", "/notifications")).toMatchObject({ status: 401 });
  });

  test("marks one as read now, for its receiver alone [A7.36]", async () => {
    const id = await noticeFor(reader, "Mine");
    const path = `/notifications/${id}`;
    const body = { read_at: "now" };
    for (const [method, sent] of [
      ["GET", {}],
      ["PATCH", { body }],
    ] as const)
      expect(await stranger(method, path, sent)).toMatchObject({
        status: 404,
        body: { reason: "notices_gone" },
      });
    expect((await api("PATCH", path, { body: { read_at: null } })).status).toBe(422);
    expect((await api("PATCH", path, { body: { ...body, content: "Mine!" } })).body.errors).toMatchObject([
      { field: "body.content" },
    ]);
    expect((await api("GET", path)).body).toMatchObject({ read_at: null });
    const marked = await api("PATCH", path, { body });
    expect(marked).toMatchObject({ status: 200, body: { id, read_at: expect.any(String) } });
    expect((await api("PATCH", path, { body })).body).toEqual(marked.body);
  });

  test("marks all as read that the person saw, and none that came later", async () => {
    await noticeFor(reader, "Seen", { createdAt: hours(2) });
    await noticeFor(reader, "Seen last", { createdAt: hours(1) });
    const { data } = (await api("GET", "/notifications")).body;
    await noticeFor(reader, "Just now");
    expect((await api("GET", "/unread")).body).toEqual({ unread: 3, unread_chats: 0 });
    const until = data[0].created_at;
    expect(await api("POST", "/notifications/read", { body: { until } })).toMatchObject({
      status: 200,
      body: { unread: 1, unread_chats: 0 },
    });
    const unread = await api("GET", "/notifications?show=unread");
    expect(unread.body.data).toMatchObject([{ content: "Just now" }]);
    expect((await api("POST", "/notifications/read", { body: { until: "today" } })).status).toBe(422);
    const listener = await apiAs(reader, ["messages:read"]);
    expect((await listener("POST", "/notifications/read", { body: { until } })).status).toBe(403);
  });
});

describe("/notification-choices", () => {
  test("has each kind, and changes those that are sent", async () => {
    const defaults = Object.fromEntries(
      Object.entries(NOTICE_KINDS).map(([kind, { inApp, mail }]) => [kind, { in_app: inApp, mail }]),
    );
    expect((await api("GET", "/notification-choices")).body).toEqual(defaults);
    const body = { sold: { in_app: false, mail: "daily" } };
    const changed = await api("PATCH", "/notification-choices", { body });
    expect(changed).toMatchObject({ status: 200 });
    expect(changed.body).toEqual({ ...defaults, ...body });
    expect((await stranger("GET", "/notification-choices")).body).toEqual(defaults);
    expect((await api("PATCH", "/notification-choices", { body: {} })).body).toEqual(changed.body);
  });

  test("refuses unknown kinds and paces, and a key that would silence mails about sign-ins", async () => {
    const before = (await api("GET", "/notification-choices")).body;
    const change = (body: object) => api("PATCH", "/notification-choices", { body });
    for (const body of [
      { weather: { in_app: true, mail: "off" } },
      { account: { in_app: true, mail: "daily" } },
      { back: { mail: "off" } },
      { back: { in_app: "on", mail: "off" } },
    ])
      expect(await change(body)).toMatchObject({ status: 422 });
    const silenced = { back: { in_app: false, mail: "off" }, account: { in_app: true, mail: "off" } };
    expect(await change(silenced)).toMatchObject({
      status: 403,
      body: { reason: "reauthentication_needed" },
    });
    expect((await api("GET", "/notification-choices")).body).toEqual(before);
  });

  test("lets a session silence mails about sign-ins, while it is clear who uses it", async () => {
    await newPerson("Anna");
    const { body: session } = await visitor("POST", "/auth/v1/token?grant_type=password", {
      body: { email: "Anna", password: PASSWORD },
    });
    const change = (mail: string) =>
      apiWith(session.access_token)("PATCH", "/notification-choices", {
        body: { account: { in_app: true, mail } },
      });
    expect(await change("off")).toMatchObject({
      status: 200,
      body: { account: { in_app: true, mail: "off" } },
    });
    expect(await change("at_once")).toMatchObject({ status: 200 });
    await updateRows(
      "sessions",
      { user_id: session.user.id },
      { confirmed_at: new Date(Date.now() - 3_600_000) },
    );
    expect(await change("off")).toMatchObject({ status: 403, body: { reason: "reauthentication_needed" } });
  });
});
