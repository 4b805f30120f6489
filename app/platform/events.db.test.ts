import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { NEVER, openEvents, Reader, serveHub } from "#tests/support/event-server.ts";
import { type Person, person } from "#tests/support/people.ts";
import { runTogether } from "#tests/support/races.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { db, inTransaction } from "./db.server.ts";
import { EventHub } from "./event-hub.server.ts";
import {
  deleteExpiredEvents,
  eventsUpTo,
  openStreams,
  publish,
  publishingTransaction,
  publishSessionsEnded,
  startEvents,
  stopEvents,
} from "./events.server.ts";

const database = openDatabase();
const events = openEvents();
const { open } = events;

const about = () => ({ roomId: randomUUID(), seq: 1 });
const publishTo = (...people: Person[]) =>
  publishingTransaction((trx) =>
    publish(
      trx,
      people.map(({ viewer }) => viewer.id),
      "chat.message",
      about(),
    ),
  );

/** Publishes as another server does: this server only gets the NOTIFY. */
async function publishElsewhere(who: Person): Promise<void> {
  await inTransaction((trx) => publish(trx, [who.viewer.id], "chat.message", about()));
}

async function cutListeners(): Promise<number> {
  const admin = new pg.Client(database.url);
  await admin.connect();
  const { rowCount } = await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'second-serve, listening'",
  );
  await admin.end();
  return rowCount ?? 0;
}

describe("a person's events", () => {
  test("are numbered without gaps under concurrent writes", async () => {
    const [a, b, c] = [await person(), await person(), await person()];
    const pairs = [
      [a, b],
      [b, a],
      [b, c],
      [c, b],
      [c, a],
      [a, c],
    ] as const;
    // Each pair is in both orders, so that locks in the order of the arguments would deadlock.
    await Promise.all(Array.from({ length: 120 }, (_, nth) => publishTo(...(pairs[nth % 6] ?? []))));
    for (const who of [a, b, c]) {
      const rows = await db()
        .selectFrom("events")
        .select("seq")
        .where("user_id", "=", who.viewer.id)
        .orderBy("seq")
        .execute();
      expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 80 }, (_, nth) => nth + 1));
      expect(await eventsUpTo(who.viewer.id)).toBe(80);
    }
  });

  test("are not written when the transaction fails, and their numbers are used again", async () => {
    const who = await person();
    const broken = publishingTransaction(async (trx) => {
      await publish(trx, [who.viewer.id], "chat.message", about());
      throw new Error("no");
    });
    await expect(broken).rejects.toThrow("no");
    expect(await eventsUpTo(who.viewer.id)).toBe(0);
    await publishTo(who);
    expect(await eventsUpTo(who.viewer.id)).toBe(1);
  });

  test("are written once when the person is named twice", async () => {
    const who = await person();
    await publishTo(who, who);
    expect(await eventsUpTo(who.viewer.id)).toBe(1);
  });

  test("are deleted after seven days", async () => {
    const who = await person();
    await publishTo(who);
    await publishTo(who);
    await sql`update events set created_at = now() - interval '8 days' where user_id = ${who.viewer.id} and seq = 1`.execute(
      db(),
    );
    expect(await deleteExpiredEvents()).toBe(1);
    const left = await findRows("events", { user_id: who.viewer.id }, ["seq"]);
    expect(left).toEqual([{ seq: 2 }]);
  });
});

describe("GET /events", () => {
  test("requires a signed-in person, on a page that was made for this person [V4.4.3]", async () => {
    const [one, other] = [await person(), await person()];
    expect((await open(null)).status).toBe(204);
    const theirs = await fetch(`${events.url}?user=${other.viewer.id}`, { headers: { cookie: one.cookie } });
    expect(theirs.status).toBe(204);
    expect((await open(one)).status).toBe(200);
  });

  test.each(["x", "-1", "1.5", "1e400", "9007199254740993", "NaN"])(
    "refuses to resume after %s",
    async (after) => {
      const who = await person();
      expect((await open(who, { lastEventId: after })).status).toBe(400);
    },
  );

  test("refuses a person with too many streams until one of them ends", async () => {
    const who = await person();
    const streams = await Promise.all(Array.from({ length: 50 }, () => open(who)));
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect((await open(who)).status).toBe(429);
    expect((await open(await person())).status).toBe(200);
    streams[0]?.close();
    await expect.poll(async () => (await open(who)).status).toBe(200);
  });

  test("starts at the event number of the page, and sends only ids", async () => {
    const who = await person();
    await publishTo(who);
    const after = await eventsUpTo(who.viewer.id);
    const subject = about();
    await publishingTransaction((trx) => publish(trx, [who.viewer.id], "chat.message", subject));
    const reader = await open(who, { after });
    expect(await reader.next()).toEqual({ id: 1, event: "hello", data: {} });
    expect(await reader.next()).toEqual({ id: 2, event: "chat.message", data: subject });
  });

  test("starts with the next event by default", async () => {
    const who = await person();
    await publishTo(who);
    const reader = await open(who);
    expect(await reader.next()).toEqual({ id: 1, event: "hello", data: {} });
    await publishTo(who);
    expect((await reader.next())?.id).toBe(2);
  });

  test("sends nobody else's events", async () => {
    const [one, other] = [await person(), await person()];
    const reader = await open(one, { after: 0 });
    await reader.next();
    await publishTo(other);
    await publishTo(one);
    expect((await reader.next())?.id).toBe(1);
    expect(await eventsUpTo(one.viewer.id)).toBe(1);
  });

  test("resumes several streams of one person, each after its own event number", async () => {
    const who = await person();
    for (let nth = 0; nth < 3; nth++) await publishTo(who);
    const [early, late] = [await open(who, { after: 0 }), await open(who, { after: 2 })];
    await publishTo(who);
    expect(await early.upTo(4)).toEqual([1, 2, 3, 4]);
    expect(await late.upTo(4)).toEqual([3, 4]);
  });

  test("sends more events than one query reads", async () => {
    const who = await person();
    await publishingTransaction((trx) => publish(trx, [who.viewer.id], "chat.message", about()));
    await sql`insert into events (user_id, seq, kind, subject) select user_id, 1 + n, kind, subject from events, generate_series(1, 500) n where user_id = ${who.viewer.id}`.execute(
      db(),
    );
    await sql`update event_streams set seq = 501 where user_id = ${who.viewer.id}`.execute(db());
    const reader = await open(who, { after: 0 });
    expect(await reader.upTo(501)).toHaveLength(501);
  });

  test("loses and repeats no event when a reader disconnects and resumes during writes [M7.19]", async () => {
    const who = await person();
    const others = await Promise.all([person(), person(), person()]);
    const total = 150;
    let written = 0;
    const writing = Promise.all(
      others.map(async (other) => {
        while (written < total) {
          written++;
          await publishTo(who, other);
        }
      }),
    );
    const seen: number[] = [];
    let last = 0;
    while (last < total) {
      const reader = await Reader.open(events.url, who, { lastEventId: last });
      for (let few = 0; few < 7 && last < total; ) {
        const event = await reader.next();
        if (!event) break;
        if (event.event === "hello") continue;
        few++;
        last = event.id ?? 0;
        seen.push(last);
      }
      reader.close();
    }
    await writing;
    expect(seen).toEqual(Array.from({ length: total }, (_, nth) => nth + 1));
  });

  test("says that it cannot resume after events that were deleted or never existed", async () => {
    const who = await person();
    for (let nth = 0; nth < 3; nth++) await publishTo(who);
    await db().deleteFrom("events").where("user_id", "=", who.viewer.id).where("seq", "<=", 2).execute();
    expect(await (await open(who, { after: 1 })).next()).toEqual({ id: 3, event: "reset", data: {} });
    expect(await (await open(who, { after: 2 })).next()).toEqual({ id: 2, event: "hello", data: {} });
    expect(await (await open(who, { after: 9 })).next()).toEqual({ id: 3, event: "reset", data: {} });
    await db().deleteFrom("events").where("user_id", "=", who.viewer.id).execute();
    expect(await (await open(who, { after: 2 })).next()).toEqual({ id: 3, event: "reset", data: {} });
    expect(await (await open(who, { after: 3 })).next()).toEqual({ id: 3, event: "hello", data: {} });
  });
});

describe("several servers", () => {
  test("receive each other's events", async () => {
    const who = await person();
    const reader = await open(who, { after: 0 });
    await reader.next();
    const far = new EventHub();
    await far.start(NEVER);
    await inTransaction((trx) => publish(trx, [who.viewer.id], "chat.message", about()));
    expect((await reader.next())?.id).toBe(1);
    // The same when another server sends the NOTIFY after the commit.
    await sql`update event_streams set seq = 2 where user_id = ${who.viewer.id}`.execute(db());
    await sql`insert into events (user_id, seq, kind, subject) values (${who.viewer.id}, 2, 'chat.message', '{}')`.execute(
      db(),
    );
    far.notify([who.viewer.id]);
    expect((await reader.next())?.id).toBe(2);
    await far.stop();
  });

  test("find the events that were written while they could not listen", async () => {
    const who = await person();
    const reader = await open(who, { after: 0 });
    await reader.next();
    expect(await cutListeners()).toBe(1);
    await publishElsewhere(who);
    expect((await reader.next())?.id).toBe(1);
    await publishElsewhere(who);
    expect((await reader.next())?.id).toBe(2);
  });

  test("find events without a notification at the next heartbeat", async () => {
    const who = await person();
    await stopEvents();
    const hub = new EventHub();
    const local = await serveHub(hub);
    const reader = await Reader.open(local.url, who, { after: 0 });
    await reader.next();
    await sql`insert into event_streams (user_id, seq) values (${who.viewer.id}, 1)`.execute(db());
    await sql`insert into events (user_id, seq, kind, subject) values (${who.viewer.id}, 1, 'chat.message', '{}')`.execute(
      db(),
    );
    await hub.heartbeat();
    expect((await reader.next())?.id).toBe(1);
    await hub.stop();
    await local.close();
    await startEvents({}, NEVER);
  });
});

describe("a stream ends", () => {
  test("when its session ends", async () => {
    const who = await person();
    const hub = new EventHub();
    const local = await serveHub(hub);
    const reader = await Reader.open(local.url, who, { after: 0 });
    await reader.next();
    await hub.heartbeat();
    await db().deleteFrom("sessions").where("token", "=", who.session).execute();
    // Not sent, although the hub has not noticed the end of the session yet.
    await publishTo(who);
    hub.wake([who.viewer.id]);
    await hub.heartbeat();
    expect((await reader.next())?.event).toBe("signed-out");
    expect(await reader.next()).toBeNull();
    expect(hub.size).toBe(0);
    await hub.stop();
    await local.close();
  });

  test("immediately, on all servers, when its session is ended; the person's other sessions go on [V7.4.1]", async () => {
    const who = await person();
    const far = new EventHub();
    await far.start(NEVER);
    const remote = await serveHub(far);
    const other = await person();
    await updateRows("sessions", { token: other.session }, { user_id: who.viewer.id });
    const ending = [await open(who, { after: 0 }), await Reader.open(remote.url, who, { after: 0 })];
    const remaining = await open(other, { after: 0 });
    for (const reader of [...ending, remaining]) expect((await reader.next())?.event).toBe("hello");
    await db().deleteFrom("sessions").where("token", "=", who.session).execute();

    // The stream of a session that is being replaced ends only with the next heartbeat.
    const before = openStreams();
    await publishSessionsEnded(who.viewer.id, who.session);
    await publishTo(who);
    expect((await remaining.next())?.id).toBe(1);
    expect(openStreams()).toBe(before);

    await publishSessionsEnded(who.viewer.id);
    for (const reader of ending) {
      expect((await reader.next())?.event).toBe("signed-out");
      expect(await reader.next()).toBeNull();
    }
    await publishTo(who);
    expect((await remaining.next())?.id).toBe(2);
    await far.stop();
    await remote.close();
  });

  test("when its server stops, and resumes at the next server", async () => {
    const who = await person();
    const reader = await open(who, { after: 0 });
    await reader.next();
    await publishTo(who);
    expect((await reader.next())?.id).toBe(1);
    await stopEvents();
    expect(await reader.next()).toBeNull();
    await publishTo(who);
    await startEvents({}, NEVER);
    const next = await open(who, { lastEventId: 1 });
    expect(await next.upTo(2)).toEqual([2]);
  });

  test("when its reader is too slow, and is removed when the reader disconnects", async () => {
    const who = await person();
    const hub = new EventHub();
    const local = await serveHub(hub);
    const reader = await Reader.open(local.url, who, { after: 0 });
    await reader.next();
    expect(hub.size).toBe(1);
    reader.close();
    await expect.poll(() => hub.size).toBe(0);

    // Far more than the buffers of a connection, for a reader that does not read.
    const stuck = await Reader.open(local.url, who, { after: 0 });
    await stuck.next();
    await sql`insert into event_streams (user_id, seq) values (${who.viewer.id}, 2000)`.execute(db());
    await sql`insert into events (user_id, seq, kind, subject) select ${who.viewer.id}, n, 'chat.message', jsonb_build_object('fill', repeat('x', 20000)) from generate_series(1, 2000) n`.execute(
      db(),
    );
    hub.wake([who.viewer.id]);
    await expect.poll(() => hub.size).toBe(0);
    stuck.close();
    await hub.stop();
    await local.close();
  });
});

test("an event for several users skips one whose account is deleted at that moment", async () => {
  const [one, gone] = [await person("stays"), await person("goes")];
  const ids = [one, gone].map(({ viewer }) => viewer.id);
  const [outcome] = await runTogether(sql`delete from users where id = ${gone.viewer.id}`, () => [
    publishingTransaction((trx) => publish(trx, ids, "notification.read", {})),
  ]);
  expect(outcome?.status).toBe("fulfilled");
  const written = db().selectFrom("events").select("user_id").where("user_id", "in", ids);
  expect(await written.execute()).toEqual([{ user_id: one.viewer.id }]);
});
