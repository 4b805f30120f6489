import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { NOTICE_KINDS, type NoticeChoice, type NoticeFacts } from "#app/domain/notification-kinds.ts";
import { locales } from "#app/paraglide/runtime.js";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { stopEvents } from "#app/platform/events.server.ts";
import { startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import { mailJobs } from "#app/platform/mail.server.ts";
import { NOTIFY_JOB, type Notice, notify } from "#app/platform/notify.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { terminateBlocked } from "#tests/support/races.ts";
import { findRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { deliverNotice } from "./deliver.server.ts";
import { notificationJobs } from "./jobs.server.ts";
import { noticeSchema } from "./notice-schema.ts";

const database = openDatabase();
afterEach(stopJobs);
afterAll(stopEvents);

const idsOf = (people: readonly Person[]) => people.map(({ viewer }) => viewer.id);

function sold(people: readonly Person[], more: Partial<Notice<"sold">> = {}): Notice<"sold"> {
  return {
    kind: "sold",
    eventKey: randomUUID(),
    userIds: idsOf(people),
    facts: { listing: "Blade 98" },
    path: "/rackets/1",
    ...more,
  };
}

async function choose({ viewer }: Person, kind: string, { inApp, mail }: NoticeChoice): Promise<void> {
  await insertRows("notification_choices", { user_id: viewer.id, kind, in_app: inApp, mail });
}

async function speaks({ viewer }: Person, language: string): Promise<void> {
  await insertRows("user_preferences", { user_id: viewer.id, language });
}

async function deliveredTo({ viewer: { id, email } }: Person) {
  const notices = await db().selectFrom("notifications").selectAll().where("user_id", "=", id).execute();
  const mails = await db().selectFrom("mails").selectAll().where("recipient", "=", email).execute();
  const events = await db().selectFrom("events").selectAll().where("user_id", "=", id).execute();
  return { notices, mails, events };
}

async function counted(who: Person) {
  const { notices, mails, events } = await deliveredTo(who);
  return { notices: notices.length, mails: mails.length, events: events.length };
}

describe("the job that delivers a notice", () => {
  test("notifies each person once, in the app and by mail, if the transaction that queued it commits", async () => {
    await startJobs(database.url, { ...notificationJobs, ...mailJobs });
    const [anna, bert] = [await person("anna"), await person("bert")];
    for (const who of [anna, bert]) await choose(who, "sold", { inApp: true, mail: "at_once" });
    const undone = inTransaction(async (trx) => {
      await notify(sold([anna], { eventKey: "undone" }), trx);
      throw new Error("changed my mind");
    });
    await expect(undone).rejects.toThrow("changed my mind");
    await inTransaction((trx) =>
      notify(sold([anna, bert], { searchQuery: "blade", imageUrl: "/photos/k/1.webp" }), trx),
    );
    await vi.waitFor(async () => expect(await counted(bert)).toMatchObject({ mails: 1 }), {
      timeout: 15_000,
    });
    const { notices, mails, events } = await deliveredTo(anna);
    expect(notices).toMatchObject([
      {
        kind: "sold",
        content: "No longer available: Blade 98",
        path: "/rackets/1",
        search_query: "blade",
        image_url: "/photos/k/1.webp",
        in_app: true,
        mail: null,
        read_at: null,
      },
    ]);
    expect(mails.map(({ subject }) => subject)).toEqual(["No longer available: Blade 98"]);
    expect(events).toMatchObject([{ kind: "notification.new", subject: { ids: [notices[0]?.id] } }]);
  });

  test("refuses an invalid notice, so that it is retried", async () => {
    const good = sold([]);
    for (const bad of [
      null,
      {},
      { ...good, kind: "trumpet" },
      { ...good, facts: {} },
      { ...good, eventKey: "" },
      { ...good, userIds: ["me"] },
      { ...good, path: "//evil.example" },
      { ...good, path: "https://evil.example" },
    ]) {
      expect(noticeSchema.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
    }
    expect(noticeSchema.parse({ ...good, unknown: 1 })).toEqual(good);
  });

  test.each([
    { kind: "trumpet", facts: {} },
    { kind: "account", facts: { event: "trumpeted" } },
    { kind: "deal", facts: { event: "trumpeted", username: "anna", listing: "Blade 98" } },
    { kind: "offer", facts: { event: "trumpeted", username: "anna", listing: "Blade 98", priceCents: 1 } },
  ])("leaves a notice that only a newer version can write to its servers: %j", async (newer) => {
    const who = await person();
    const job = notificationJobs[NOTIFY_JOB];
    const { signal } = new AbortController();
    await expect(async () => job?.work({ ...sold([who]), ...newer }, signal)).rejects.toThrow();
    expect(await counted(who)).toEqual({ notices: 0, mails: 0, events: 0 });
  });
});

describe("a notice is delivered once", () => {
  test("when its job runs several times, in sequence and in parallel", async () => {
    const people = [await person(), await person(), await person()];
    for (const who of people) await choose(who, "sold", { inApp: true, mail: "at_once" });
    const notice = sold(people);
    await Promise.all([1, 2, 3, 4].map(() => deliverNotice(notice)));
    await deliverNotice(notice);
    for (const who of people) expect(await counted(who)).toEqual({ notices: 1, mails: 1, events: 1 });
  });

  test("when its job was interrupted: the retry notifies the remaining people", async () => {
    const people: Person[] = [];
    for (let nth = 0; nth < 4; nth++) people.push(await person());
    const notice = sold(people);
    const [first] = [...notice.userIds].sort();
    // Stands for an attempt that was interrupted after the first user.
    await deliverNotice({ ...notice, userIds: [first ?? ""] });
    const controller = new AbortController();
    controller.abort();
    await expect(deliverNotice(notice, controller.signal)).rejects.toThrow();
    await deliverNotice(notice);
    for (const who of people) expect(await counted(who)).toMatchObject({ notices: 1, events: 1 });
  });

  test("when the connection breaks before the commit: nobody is notified, and the retry notifies all", async () => {
    const people = [await person(), await person()];
    for (const who of people) await choose(who, "sold", { inApp: true, mail: "at_once" });
    const [last] = idsOf(people).sort().slice(-1);
    await insertRows("event_streams", { user_id: last ?? "", seq: 0 });
    const holder = new pg.Client(database.url);
    await holder.connect();
    await holder.query("begin");
    // The last write of the transaction waits for this lock.
    await holder.query("select from event_streams where user_id = $1 for update", [last]);
    const notice = sold(people);
    const delivering = expect(deliverNotice(notice)).rejects.toThrow();
    await terminateBlocked();
    await delivering;
    await holder.query("rollback");
    await holder.end();
    for (const who of people) expect(await counted(who)).toEqual({ notices: 0, mails: 0, events: 0 });
    await deliverNotice(notice);
    for (const who of people) expect(await counted(who)).toEqual({ notices: 1, mails: 1, events: 1 });
  });

  test("for each kind and event key: two kinds may have the same event key", async () => {
    const who = await person();
    const { eventKey, ...notice } = sold([who]);
    await deliverNotice({ ...notice, eventKey });
    await deliverNotice({ ...notice, eventKey: `${eventKey}-2` });
    await deliverNotice({ ...notice, eventKey, kind: "back" });
    expect(await counted(who)).toMatchObject({ notices: 3 });
  });
});

describe("the recipients of a notice", () => {
  test("may include deleted people, ids that do not exist, and the same person twice", async () => {
    const [here, gone] = [await person(), await person()];
    const notice = sold([here, gone, here], { userIds: [here, gone, here].map(({ viewer }) => viewer.id) });
    await db().deleteFrom("users").where("id", "=", gone.viewer.id).execute();
    await deliverNotice({ ...notice, userIds: [...notice.userIds, randomUUID()] });
    expect(await counted(here)).toMatchObject({ notices: 1, events: 1 });
    expect(await counted(gone)).toEqual({ notices: 0, mails: 0, events: 0 });
  });

  test("do not include the person who caused it; after this person's deletion nobody receives it", async () => {
    const [author, reader] = [await person(), await person()];
    const review = (eventKey: string): Notice<"review"> => ({
      kind: "review",
      eventKey,
      userIds: idsOf([author, reader]),
      facts: { username: author.viewer.username, rating: 4 },
      aboutId: author.viewer.id,
    });
    await deliverNotice(review("a"));
    expect(await counted(author)).toEqual({ notices: 0, mails: 0, events: 0 });
    expect(await counted(reader)).toEqual({ notices: 1, mails: 1, events: 1 });
    await db().deleteFrom("users").where("id", "=", author.viewer.id).execute();
    await deliverNotice(review("b"));
    expect(await counted(reader)).toMatchObject({ notices: 0, mails: 1 });
  });

  test("are each notified once, even if they are many and need several batches", async () => {
    await sql`
      with made as (
        insert into users (name, email, email_verified)
        select 'many' || n, 'many' || n || '@example.com', true from generate_series(1, 1000) as n
        returning id, name, email
      )
      insert into profiles (id, username, email) select id, name, email from made
    `.execute(db());
    const rows = await db().selectFrom("profiles").select("id").where("username", "like", "many%").execute();
    const notice: Notice = {
      kind: "review",
      eventKey: "everybody",
      userIds: rows.map(({ id }) => id),
      facts: { username: "Anna", rating: 5 },
    };
    await deliverNotice(notice);
    await deliverNotice(notice);
    const count = async (table: "mails" | "notifications" | "events") =>
      Number(
        (
          await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${
            table === "mails"
              ? sql`recipient like 'many%'`
              : sql`user_id = any (${rows.map(({ id }) => id)}::uuid[])`
          }`.execute(db())
        ).rows[0]?.n,
      );
    expect([await count("notifications"), await count("mails"), await count("events")]).toEqual([
      1_000, 1_000, 1_000,
    ]);
  });
});

describe("a notice is shown and mailed as its recipient has chosen:", () => {
  test.each([
    [
      { inApp: true, mail: "at_once" },
      { shown: true, daily: null, mails: 1, events: 1 },
    ],
    [
      { inApp: true, mail: "daily" },
      { shown: true, daily: "daily", mails: 0, events: 1 },
    ],
    [
      { inApp: true, mail: "off" },
      { shown: true, daily: null, mails: 0, events: 1 },
    ],
    [
      { inApp: false, mail: "at_once" },
      { shown: false, daily: null, mails: 1, events: 0 },
    ],
    [
      { inApp: false, mail: "daily" },
      { shown: false, daily: "daily", mails: 0, events: 0 },
    ],
    [
      { inApp: false, mail: "off" },
      { shown: false, daily: null, mails: 0, events: 0 },
    ],
  ] as const)("%j", async (choice, expected) => {
    const who = await person();
    await choose(who, "back", choice);
    await choose(who, "sold", { inApp: false, mail: "off" });
    await deliverNotice({ ...sold([who]), kind: "back" });
    const { notices, mails, events } = await deliveredTo(who);
    expect(notices).toMatchObject([{ in_app: expected.shown, mail: expected.daily, mailed_at: null }]);
    expect({ mails: mails.length, events: events.length }).toEqual({
      mails: expected.mails,
      events: expected.events,
    });
  });

  test("without a choice, by the default of its kind; for account events this job writes no mail", async () => {
    for (const kind of Object.keys(NOTICE_KINDS) as (keyof typeof NOTICE_KINDS)[]) {
      const who = await person();
      await deliverNotice({ kind, eventKey: kind, userIds: idsOf([who]), facts: FACTS[kind] } as Notice);
      const { mail, inApp } = NOTICE_KINDS[kind];
      const { notices, mails } = await deliveredTo(who);
      expect(notices, kind).toMatchObject([{ in_app: inApp, mail: mail === "daily" ? "daily" : null }]);
      expect(mails.length, kind).toBe(mail === "at_once" && kind !== "account" ? 1 : 0);
    }
  });

  test("no mail goes to an unverified email address", async () => {
    const who = await person();
    await updateRows("users", { id: who.viewer.id }, { email_verified: false });
    await choose(who, "sold", { inApp: true, mail: "at_once" });
    await deliverNotice(sold([who]));
    await deliverNotice({ ...sold([who]), kind: "back" });
    const { notices, mails } = await deliveredTo(who);
    expect(mails).toEqual([]);
    expect(notices).toMatchObject([{ mail: null }, { mail: null }]);
  });
});

const FACTS: NoticeFacts = {
  message: { username: "Anna", listing: "Blade 98" },
  saved_search: { search: "blade", listing: "Blade 98", more: 2 },
  price_drop: { listing: "Blade 98", wasCents: 12_950, nowCents: 100_000 },
  sold: { listing: "Blade 98" },
  back: { listing: "Blade 98" },
  review: { username: "Anna", rating: 4 },
  deal: { event: "taken", username: "Anna", listing: "Blade 98" },
  offer: { event: "made", username: "Anna", listing: "Blade 98", priceCents: 9_000 },
  account: { event: "password" },
};

describe("the text of a notice", () => {
  test("is in each person's language, or in the default language, with prices as written in it", async () => {
    const people = new Map<string, Person>();
    for (const language of [...locales, ""]) {
      const who = await person();
      if (language) await speaks(who, language);
      await choose(who, "price_drop", { inApp: true, mail: "at_once" });
      people.set(language, who);
    }
    await deliverNotice({
      kind: "price_drop",
      eventKey: "drop",
      userIds: idsOf([...people.values()]),
      facts: { ...FACTS.price_drop, wasCents: 123_450 },
      path: "/rackets/1",
    });
    const contents = Object.fromEntries(
      await Promise.all(
        [...people].map(async ([language, who]) => {
          const { notices, mails } = await deliveredTo(who);
          expect(mails[0]?.subject).toBe(notices[0]?.content);
          return [language, notices[0]?.content.replaceAll(/\s/g, " ")];
        }),
      ),
    );
    expect(contents).toEqual({
      "en-GB": "Price drop: Blade 98 now €1,000.00 instead of €1,234.50",
      "en-US": "Price drop: Blade 98 now €1,000.00 instead of €1,234.50",
      nl: "Prijs verlaagd: Blade 98 nu € 1.000,00 in plaats van € 1.234,50",
      de: "Preis gesenkt: Blade 98 jetzt 1.000,00 € statt 1.234,50 €",
      fr: "Baisse de prix : Blade 98 à 1 000,00 € au lieu de 1 234,50 €",
      "": "Price drop: Blade 98 now €1,000.00 instead of €1,234.50",
    });
  });

  test("contains the names of people and listings on one line, shortened", async () => {
    const who = await person();
    await choose(who, "message", { inApp: true, mail: "at_once" });
    let nth = 0;
    const names = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.constant("دنا\r\nBcc: x\u2028<b>"),
    );
    await fc.assert(
      fc.asyncProperty(names, names, async (username, listing) => {
        const eventKey = `n${++nth}`;
        // No name contains a null character, because the database refuses it.
        const storable = (text: string) => text.replaceAll("\0", "");
        await deliverNotice({
          kind: "message",
          eventKey,
          userIds: idsOf([who]),
          facts: { username: storable(username), listing: storable(listing) },
        });
        const { content } = await findRow("notifications", { event_key: eventKey });
        expect(content).not.toMatch(/[\r\n\u2028\u2029]/);
        expect(content.length).toBeLessThan(500);
      }),
      { numRuns: 30 },
    );
  });
});
