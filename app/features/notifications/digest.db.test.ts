import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newestMail } from "#tests/support/accounts.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRows, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { deleteExpiredNotifications } from "./cleanup.server.ts";
import { sendDigests } from "./digest.server.ts";

const EVENING = new Date("2026-11-20T17:05:00Z");
const minutesBefore = (minutes: number) => new Date(EVENING.getTime() - minutes * 60_000);

openDatabase();
beforeEach(async () => {
  await db().deleteFrom("mails").execute();
  await db().deleteFrom("notifications").execute();
});

type Row = { content: string; kind?: string; path?: string; read?: boolean; at?: Date; inApp?: boolean };

async function storeNotices({ viewer }: Person, ...rows: Row[]): Promise<void> {
  await insertRows(
    "notifications",
    rows.map(
      ({
        content,
        kind = "price_drop",
        path = null,
        read = false,
        at = minutesBefore(60),
        inApp = true,
      }) => ({
        user_id: viewer.id,
        kind,
        content,
        path,
        in_app: inApp,
        mail: "daily",
        created_at: at,
        read_at: read ? at : null,
      }),
    ),
  );
}

async function mailsTo({ viewer }: Person) {
  return db().selectFrom("mails").selectAll().where("recipient", "=", viewer.email).execute();
}

const waiting = async () =>
  (await findRows("notifications", { mailed_at: null }, ["content"])).map(({ content }) => content);

describe("the digest", () => {
  test("has all notices of a day, by kind, newest first, with links in the person's language", async () => {
    const who = await person("reader");
    await insertRows("user_preferences", { user_id: who.viewer.id, language: "nl" });
    await storeNotices(who, { content: "Blade 98 kost nu € 90", path: "/rackets/1" });
    await storeNotices(who, { content: "Weer te koop: Tas", kind: "back", path: "/bags/2", inApp: false });
    await storeNotices(who, { content: "Speed kost nu € 80", path: "/rackets/3" });
    await sendDigests(EVENING);
    const [mail, ...more] = await mailsTo(who);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("3 nieuwe meldingen voor je bij Second Serve");
    const text = mail?.text ?? "";
    const order = [
      "Prijsdalingen van favorieten",
      `* Speed kost nu € 80\n  ${env().baseUrl}/nl/rackets/3`,
      `* Blade 98 kost nu € 90\n  ${env().baseUrl}/nl/rackets/1`,
      "Favorieten weer te koop",
      `* Weer te koop: Tas\n  ${env().baseUrl}/nl/bags/2`,
    ].map((part) => [part, text.indexOf(part)]);
    expect(order.filter(([, at]) => at === -1)).toEqual([]);
    expect(order.map(([, at]) => at)).toEqual(
      order.map(([, at]) => at).toSorted((a, b) => Number(a) - Number(b)),
    );
    expect(mail?.html).toContain("/nl/rackets/3");
    expect(mail?.unsubscribe).toContain(`${who.viewer.id}.digest.`);
    expect(await waiting()).toEqual([]);
  });

  test("with only one notice has this notice as its subject", async () => {
    const who = await person();
    await storeNotices(who, { content: "Price drop: Blade 98 now €90.00 instead of €100.00" });
    await sendDigests(EVENING);
    expect((await newestMail(who.viewer.email))?.subject).toBe(
      "For you today: Price drop: Blade 98 now €90.00 instead of €100.00",
    );
  });

  test("lists the newest twenty notices, and says how many more there are", async () => {
    const who = await person();
    await storeNotices(who, ...Array.from({ length: 33 }, (_, nth) => ({ content: `Number ${nth}.` })));
    await sendDigests(EVENING);
    const [mail] = await mailsTo(who);
    expect(mail?.subject).toBe("33 updates for you on Second Serve");
    expect(mail?.text.match(/\* Number/g)).toHaveLength(20);
    expect(mail?.text).toContain("* Number 32.");
    expect(mail?.text).not.toContain("* Number 12.");
    expect(mail?.text).toContain("And 13 more.");
    expect(await waiting()).toEqual([]);
  });

  test("is sent once, even with two servers, a second run, or a retry the next morning", async () => {
    const people: Person[] = [];
    for (let nth = 0; nth < 5; nth++) people.push(await person());
    for (const who of people) await storeNotices(who, { content: "One." }, { content: "Two." });
    await Promise.all([sendDigests(EVENING), sendDigests(EVENING), sendDigests(EVENING)]);
    for (const who of people) await storeNotices(who, { content: "Later.", at: minutesBefore(-30) });
    await sendDigests(EVENING);
    await sendDigests(minutesBefore(-12 * 60));
    for (const who of people)
      expect((await mailsTo(who)).map(({ subject }) => subject)).toEqual([
        "2 updates for you on Second Serve",
      ]);
    expect(await waiting()).toEqual(people.map(() => "Later."));
    await sendDigests(minutesBefore(-24 * 60));
    for (const who of people) expect(await mailsTo(who)).toHaveLength(2);
  });

  test("reaches everybody once, even if they are many and need several batches", async () => {
    await sql`
      with made as (
        insert into users (name, email, email_verified)
        select 'many' || n, 'many' || n || '@example.com', true from generate_series(1, 250) as n
        returning id, name, email
      ), profile as (
        insert into profiles (id, username, email) select id, name, email from made returning id
      )
      insert into notifications (user_id, kind, content, mail, created_at)
      select id, 'back', 'For sale again: Blade', 'daily', ${minutesBefore(60)}::timestamptz from profile
    `.execute(db());
    await sendDigests(EVENING);
    const recipients = await db().selectFrom("mails").select("recipient").execute();
    expect(new Set(recipients.map(({ recipient }) => recipient)).size).toBe(250);
    expect(recipients).toHaveLength(250);
  });

  test("leaves out read notices, and is not sent when none is left", async () => {
    const [some, none] = [await person(), await person()];
    await storeNotices(some, { content: "Read.", read: true }, { content: "Unread." });
    await storeNotices(none, { content: "Read.", read: true });
    await sendDigests(EVENING);
    const [mail] = await mailsTo(some);
    expect(mail?.text).toContain("* Unread.");
    expect(mail?.text).not.toContain("* Read.");
    expect(await mailsTo(none)).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test("leaves out kinds that the person switched off, and is not sent to unverified email addresses", async () => {
    const [off, unproven] = [await person(), await person()];
    for (const who of [off, unproven]) await storeNotices(who, { content: "Cheaper." });
    await insertRows("notification_choices", {
      user_id: off.viewer.id,
      kind: "price_drop",
      in_app: true,
      mail: "off",
    });
    await updateRows("users", { id: unproven.viewer.id }, { email_verified: false });
    await sendDigests(EVENING);
    expect([await mailsTo(off), await mailsTo(unproven)]).toEqual([[], []]);
  });

  test("leaves out messages of conversations that the person has read before it is sent", async () => {
    const [reader, writer] = [await person(), await person()];
    const rooms: string[] = [];
    for (const unread of [0, 2]) {
      const listing = await racketOf(writer);
      const { id } = await insertRow("chat_rooms", {
        listing_type: listing.type,
        listing_id: listing.id,
        listing_name: "Blade 98",
        seller_id: writer.viewer.id,
        buyer_id: reader.viewer.id,
      });
      await insertRows("chat_notifications", {
        chat_room_id: id,
        user_id: reader.viewer.id,
        unread_count: unread,
      });
      rooms.push(id);
    }
    const [read, unread] = rooms;
    await storeNotices(reader, {
      kind: "message",
      content: "Somebody wrote, read.",
      path: `/messages/${read}`,
    });
    await storeNotices(reader, {
      kind: "message",
      content: "Somebody wrote, unread.",
      path: `/messages/${unread}`,
    });
    await sendDigests(EVENING);
    const [mail] = await mailsTo(reader);
    expect(mail?.subject).toBe("For you today: Somebody wrote, unread.");
    expect(mail?.text).not.toContain("Somebody wrote, read.");
  });

  test("is not sent while the server shuts down, but at the next attempt", async () => {
    const who = await person();
    await storeNotices(who, { content: "One." });
    const ending = new AbortController();
    ending.abort();
    await expect(sendDigests(EVENING, ending.signal)).rejects.toThrow();
    expect(await waiting()).toEqual(["One."]);
    await sendDigests(EVENING);
    expect(await mailsTo(who)).toHaveLength(1);
  });
});

test("notices that were read, or are not shown in the app, are deleted after a year; others stay", async () => {
  const who = await person();
  const row = (content: string, age: string, rest: { read?: boolean; inApp?: boolean }) =>
    sql`
      insert into notifications (id, user_id, content, read_at, in_app)
      values (uuidv7(${age}::interval), ${who.viewer.id}, ${content}, ${rest.read ? sql`now()` : null}, ${rest.inApp ?? true})
    `.execute(db());
  await row("old, read", "-366 days", { read: true });
  await row("old, hidden", "-400 days", { inApp: false });
  await row("old, unread", "-400 days", {});
  await row("young, read", "-360 days", { read: true });
  await deleteExpiredNotifications();
  const left = await db().selectFrom("notifications").select("content").orderBy("content").execute();
  expect(left.map(({ content }) => content)).toEqual(["old, unread", "young, read"]);
});
