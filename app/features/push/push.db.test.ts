import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { markNotificationsRead } from "#app/features/notifications/commands.server.ts";
import { deliverNotice } from "#app/features/notifications/deliver.server.ts";
import { notificationJobs } from "#app/features/notifications/jobs.server.ts";
import { anonymizeRooms } from "#app/features/rooms/account-deletion.server.ts";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { markRoomRead, openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { hideMessage } from "#app/features/rooms/moderated.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import type { Notice } from "#app/platform/notify.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { closeHostsAfterwards } from "#tests/support/picture-hosts.ts";
import { APPLE, type PushService, pushService, type SubscribedBrowser } from "#tests/support/push-service.ts";
import { capturePushes, queuedPushes, runPushes, subscribed } from "#tests/support/pushes.ts";
import { findRow, findRows, insertRows, updateRows } from "#tests/support/rows.ts";
import { deleteOldPushes } from "./jobs.server.ts";
import { publicPushKey } from "./keys.server.ts";
import { PUSH_JOB, TAKE_BACK_JOB } from "./notes.server.ts";

closeHostsAfterwards();
openDatabase(async (url) => {
  service = await pushService(publicPushKey);
  await capturePushes(url, notificationJobs);
});

let service: PushService;
let owner: Person;
beforeEach(async () => {
  owner = await person("owner");
  await queuedPushes();
});

let events = 0;
function sold(people: readonly Person[], more: Partial<Notice<"sold">> = {}): Notice<"sold"> {
  const userIds = people.map(({ viewer }) => viewer.id);
  const facts = { listing: "Blade 98", status: "sold" as const };
  return { kind: "sold", eventKey: `${++events}`, userIds, facts, path: "/rackets/1", ...more };
}

const payloads = ({ received }: SubscribedBrowser) => received.map(({ payload }) => payload);
const texts = (browser: SubscribedBrowser) => payloads(browser).map(({ title, text }) => `${title}: ${text}`);
/** Of each browser of a person: whether it is told of notices, and of which not. */
async function browsers(who: Person): Promise<[boolean, readonly string[]][]> {
  const rows = await findRows("push_subscriptions", { user_id: who.viewer.id }, ["session_id", "off_kinds"]);
  return rows.map(({ session_id, off_kinds }) => [session_id !== null, off_kinds]);
}
const prefer = (values: Record<string, unknown>) =>
  insertRows("user_preferences", { user_id: owner.viewer.id, ...values });

async function noticeIds({ viewer }: Person): Promise<string[]> {
  const rows = await findRows("notifications", { user_id: viewer.id }, ["id"]);
  return rows.map(({ id }) => id);
}

describe("a notice", () => {
  test("reaches each browser of its people that takes this kind, and nobody else's", async () => {
    const stranger = await person("stranger");
    const [phone, deaf] = [
      await subscribed(owner, service),
      await subscribed(owner, service, { offKinds: ["sold"] }),
    ];
    const theirs = await subscribed(stranger, service);
    await deliverNotice(sold([owner]));
    await runPushes(service);
    const [id] = await noticeIds(owner);
    expect(payloads(phone)).toEqual([
      {
        tag: id,
        title: "Second Serve",
        text: "Sold: Blade 98",
        path: "/rackets/1",
        lang: "en-GB",
        always: false,
        current: [],
      },
    ]);
    expect([deaf.received, theirs.received]).toEqual([[], []]);
  });

  test("is told once, in the language of its person, although its job runs twice", async () => {
    await prefer({ language: "de" });
    const phone = await subscribed(owner, service);
    const notice = sold([owner]);
    await deliverNotice(notice);
    const queued = await queuedPushes();
    expect(queued).toHaveLength(1);
    await deliverNotice(notice);
    expect(await queuedPushes()).toEqual([]);
    await deliverNotice(sold([owner]));
    await runPushes(service);
    expect(payloads(phone)).toMatchObject([{ path: "/de/rackets/1", lang: "de" }]);
  });

  test("says only what kind of thing has happened to those who want it so", async () => {
    await prefer({ push_hidden: true });
    const phone = await subscribed(owner, service);
    await deliverNotice(sold([owner]));
    await runPushes(service);
    expect(texts(phone)).toEqual(["Second Serve: A favorite is no longer available"]);
    expect(JSON.stringify(payloads(phone))).not.toContain("Blade");
  });

  test("waits until the quiet hours of its person are over", async () => {
    const hour = new Date().getUTCHours();
    await prefer({ quiet_from: hour, quiet_until: (hour + 2) % 24, time_zone: "UTC" });
    const phone = await subscribed(owner, service);
    await deliverNotice(sold([owner]));
    await runPushes(service);
    expect(phone.received).toEqual([]);
    const [later] = await queuedPushes();
    expect(later?.seconds).toBeGreaterThan(3_000);
    expect(later?.seconds).toBeLessThanOrEqual(7_200);
  });

  test("is not told when it was read meanwhile, and its notification is closed when it is read later", async () => {
    const phone = await subscribed(owner, service);
    await deliverNotice(sold([owner]));
    const [early = ""] = await noticeIds(owner);
    await markNotificationsRead(owner.viewer, { id: early });
    await runPushes(service);
    expect(phone.received).toEqual([]);

    await deliverNotice(sold([owner]));
    await runPushes(service);
    await markNotificationsRead(owner.viewer, { asOf: Date.now() * 1_000 + 60_000_000 });
    await runPushes(service);
    expect(payloads(phone).slice(1)).toEqual([{ close: true, current: [] }]);
    expect(await queuedPushes()).toEqual([]);
  });

  test("that is read elsewhere is closed by a message of its own once a day, and else by the next one", async () => {
    const phone = await subscribed(owner, service);
    for (let count = 0; count < 3; count++) {
      await deliverNotice(sold([owner]));
      await runPushes(service);
    }
    const [first = "", second = "", third = ""] = payloads(phone).map(({ tag }) => String(tag));
    for (const id of [first, second]) await markNotificationsRead(owner.viewer, { id });
    expect((await queuedPushes()).map(({ name }) => name)).toEqual([TAKE_BACK_JOB]);
    await deliverNotice(sold([owner]));
    await runPushes(service);
    expect(payloads(phone).map(({ current }) => current)).toEqual([[], [first], [first, second], [third]]);
  });

  test("with many others that were not read says nothing of them", async () => {
    const phone = await subscribed(owner, service);
    for (let count = 0; count < 12; count++) await deliverNotice(sold([owner]));
    await runPushes(service);
    expect(payloads(phone)[0]).toMatchObject({ current: null });
  });

  test("leaves no text in the database when it was sent", async () => {
    const phone = await subscribed(owner, service);
    await deliverNotice(sold([owner]));
    await runPushes(service);
    const notes = await findRows("push_notes", { subscription_id: phone.id }, [
      "title",
      "content",
      "sent_at",
    ]);
    expect(notes).toEqual([{ title: "", content: "", sent_at: expect.any(Date) }]);
  });
});

describe("a push service", () => {
  test.each([404, 410])(
    "that answers %i: the browser is told nothing more, and its choices are kept",
    async (status) => {
      const phone = await subscribed(owner, service, { offKinds: ["offer"] });
      phone.answers.push({ status });
      await deliverNotice(sold([owner]));
      await runPushes(service);
      expect(await browsers(owner)).toEqual([[false, ["offer"]]]);
      expect(await findRows("push_notes", { subscription_id: phone.id }, ["tag"])).toEqual([]);
    },
  );

  test("at a private address gets nothing; the browser is not forgotten, since its resolver may be wrong [V1.3.6]", async () => {
    const phone = await subscribed(owner, service, { host: "internal.example.com" });
    await deliverNotice(sold([owner]));
    await runPushes(service);
    expect(phone.received).toEqual([]);
    expect(await browsers(owner)).toEqual([[true, []]]);
  });

  test("that is busy is asked again, when it wants it, and not for ever", async () => {
    const phone = await subscribed(owner, service);
    await deliverNotice(sold([owner]));
    const pauses: number[] = [];
    for (const retryAfter of [undefined, "1000", undefined, undefined, undefined, undefined]) {
      phone.answers.push({ status: 503, ...(retryAfter && { headers: { "retry-after": retryAfter } }) });
      await runPushes(service);
      const [{ seconds = 0 } = {}, ...more] = await queuedAgain();
      expect(more).toEqual([]);
      pauses.push(Math.round(seconds));
    }
    expect(pauses).toEqual([30, 1_000, 600, 3_600, 14_400, 0]);
    expect(await findRows("push_notes", { subscription_id: phone.id }, ["tag"])).toEqual([]);
    expect(await browsers(owner)).toEqual([[true, []]]);
  });

  test("that refuses a message gets others", async () => {
    const phone = await subscribed(owner, service);
    phone.answers.push({ status: 413 });
    await deliverNotice(sold([owner]));
    await runPushes(service);
    await deliverNotice(sold([owner]));
    await runPushes(service);
    expect(phone.received).toHaveLength(1);
  });
});

/** The queued jobs, which stay queued. */
async function queuedAgain() {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from start_after - now())::float8 as seconds from pgboss.job where name = ${PUSH_JOB}
  `.execute(db());
  return rows;
}

describe("a message", () => {
  async function conversation() {
    const buyer = await person("buyer");
    const roomId = await openRoom(buyer.viewer, await racketOf(owner));
    const say = (message: string) =>
      sendMessage(buyer.viewer, roomId, { clientId: crypto.randomUUID(), message });
    return { buyer, roomId, say, phone: await subscribed(owner, service) };
  }

  test("is told after some seconds, with its sender and text, and a later one replaces it", async () => {
    const { buyer, roomId, say, phone } = await conversation();
    await say("Is it still for sale?");
    const [first] = await queuedPushes();
    expect(first?.seconds).toBeGreaterThan(1);
    await say("I could come today");
    await runPushes(service);
    const tag = `/messages/${roomId}`;
    expect(payloads(phone)).toMatchObject([
      { tag, path: tag, title: buyer.viewer.username, text: "I could come today" },
    ]);
  });

  test("that is long is shortened", async () => {
    const { say, phone } = await conversation();
    await say("🎾".repeat(1_000));
    await runPushes(service);
    expect(payloads(phone)).toMatchObject([{ text: `${"🎾".repeat(239)}…` }]);
  });

  test("is not told when it was read by then, and closed when it is read on another device", async () => {
    const { roomId, say, phone } = await conversation();
    const { seq } = await say("Is it still for sale?");
    await markRoomRead(owner.viewer, roomId, seq);
    await runPushes(service);
    expect(phone.received).toEqual([]);
    const second = await say("Hello?");
    await runPushes(service);
    await markRoomRead(owner.viewer, roomId, second.seq);
    await runPushes(service);
    expect(payloads(phone)).toMatchObject([{ text: "Hello?" }, { close: true, current: [] }]);
  });

  test.each<[string, (room: { roomId: string; buyer: Person }) => Promise<unknown>]>([
    [
      "moderators hid it",
      async ({ roomId }) => {
        const { id } = await findRow("chat_messages", { chat_room_id: roomId }, ["id"]);
        await inTransaction((trx) => hideMessage(trx, id, "removed"));
      },
    ],
    ["its reader blocked its writer", ({ roomId }) => setBlockedIn(owner.viewer, roomId, true)],
    [
      "the account of its writer was deleted",
      ({ buyer }) => inTransaction((trx) => anonymizeRooms(trx, buyer.viewer.id)),
    ],
  ])("is not told when, before that, %s", async (_, happens) => {
    const { buyer, roomId, say, phone } = await conversation();
    await say("Is it still for sale?");
    await happens({ roomId, buyer });
    await runPushes(service);
    expect(phone.received).toEqual([]);
    expect(await findRows("push_notes", { subscription_id: phone.id }, ["tag"])).toEqual([]);
  });

  test("is not told again by the notice about unread messages, unless it was lost", async () => {
    const { buyer, roomId, say, phone } = await conversation();
    const unread = (eventKey: string): Notice<"message"> => ({
      kind: "message",
      eventKey,
      userIds: [owner.viewer.id],
      facts: { username: buyer.viewer.username, listing: "Blade 98" },
      path: `/messages/${roomId}`,
      aboutId: buyer.viewer.id,
    });
    await say("Is it still for sale?");
    await runPushes(service);
    await deliverNotice(unread("first"));
    await runPushes(service);
    expect(phone.received).toHaveLength(1);
    await say("Hello?");
    // The server died before it queued the job.
    await queuedPushes();
    await deliverNotice(unread("second"));
    await runPushes(service);
    expect(texts(phone)).toEqual([
      `${buyer.viewer.username}: Is it still for sale?`,
      `${buyer.viewer.username}: Hello?`,
    ]);
  });
});

test("no browser of an ended session is told anything, and the sweep deletes what nobody needs", async () => {
  const phone = await subscribed(owner, service);
  await deliverNotice(sold([owner]));
  await db().deleteFrom("sessions").where("user_id", "=", owner.viewer.id).execute();
  await runPushes(service);
  await deliverNotice(sold([owner]));
  expect(await queuedPushes()).toEqual([]);
  expect(phone.received).toEqual([]);
  const other = await person("other");
  const kept = await subscribed(other, service);
  await deliverNotice(sold([other], { eventKey: "kept" }));
  await deliverNotice(sold([other], { eventKey: "old" }));
  const eightDays = sql<Date>`now() - interval '8 days'`;
  const [, old = ""] = await noticeIds(other);
  await updateRows("push_notes", { tag: old }, { created_at: eightDays });
  await deleteOldPushes();
  expect(await findRows("push_notes", { subscription_id: kept.id }, ["tag"])).toHaveLength(1);
  // What was chosen for the browser that is told nothing more is known for half a year.
  expect(await browsers(owner)).toEqual([[false, []]]);
  const seenLongAgo = { seen_at: sql<Date>`now() - interval '181 days'` };
  for (const { id } of [phone, kept]) await updateRows("push_subscriptions", { id }, seenLongAgo);
  await deleteOldPushes();
  expect([await browsers(owner), await browsers(other)]).toEqual([[], [[true, []]]]);
  await updateRows("push_subscriptions", { id: kept.id }, { server_key: "B".repeat(87) });
  await deleteOldPushes();
  expect(await browsers(other)).toEqual([]);
});

test("a browser of Apple's shows every message, and gets none that closes a notification", async () => {
  const phone = await subscribed(owner, service, { host: APPLE });
  await deliverNotice(sold([owner]));
  await runPushes(service);
  const [id = ""] = await noticeIds(owner);
  await markNotificationsRead(owner.viewer, { id });
  await runPushes(service);
  expect(payloads(phone)).toMatchObject([{ tag: id, always: true }]);
});
