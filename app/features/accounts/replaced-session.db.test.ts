import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { validSessions } from "#app/platform/event-reads.server.ts";
import { inRequest } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { action as auth } from "#app/routes/accounts/auth.route.tsx";
import { loader as session } from "#app/routes/accounts/session.route.ts";
import { action as push } from "#app/routes/notifications/push.route.ts";
import { loader as securityTab } from "#app/routes/security/security.route.tsx";
import { action as settings, loader as settingsPage } from "#app/routes/security/two-factor.route.tsx";
import { newPerson, signInFields } from "#tests/support/accounts.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { browserKeys } from "#tests/support/push-service.ts";
import { findRow, updateRows } from "#tests/support/rows.ts";
import { newEnrolled } from "#tests/support/second-factor.ts";
import { totp } from "#tests/support/totp.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { deleteExpiredAccountData } from "./jobs.server.ts";

const TWO_FACTOR = "/profile/security/two-factor";
const DAY_MS = 86_400_000;

openDatabase(captureNotices);
beforeEach(async () => {
  for (const table of ["users", "mails", "rate_limits"] as const) await db().deleteFrom(table).execute();
});

async function nameIn(visitor: Visitor): Promise<string | undefined> {
  return (await viewerOf(visitor.request("/")))?.username;
}

async function sessionsOf(username: string): Promise<number> {
  const rows = await db()
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select("sessions.id")
    .where("users.name", "=", username)
    .execute();
  return rows.length;
}

function copyOf(visitor: Visitor): Visitor {
  const copy = new Visitor();
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
  return copy;
}

describe("a sign-in", () => {
  test("replaces the browser's earlier session, whose cookie becomes invalid [V7.2.4]", async () => {
    const anna = await newPerson("Anna");
    const copy = copyOf(anna);
    await anna.submit(auth, "/auth", signInFields("Anna"));
    expect(await nameIn(anna)).toBe("Anna");
    expect(await nameIn(copy)).toBeUndefined();
    expect(await sessionsOf("Anna")).toBe(1);
  });

  test("replaces another person's session in this browser too, and no session of other browsers", async () => {
    const anna = await newPerson("Anna");
    const phone = new Visitor();
    await phone.submit(auth, "/auth", signInFields("Anna"));
    await newPerson("Bert");
    const copy = copyOf(anna);
    await anna.submit(auth, "/auth", signInFields("Bert"));
    expect(await nameIn(anna)).toBe("Bert");
    expect(await nameIn(copy)).toBeUndefined();
    expect(await nameIn(phone)).toBe("Anna");
  });

  test("ends the earlier session as soon as the second factor is asked for", async () => {
    await newEnrolled("Anna");
    const bert = await newPerson("Bert");
    const copy = copyOf(bert);
    expect(await bert.submit(auth, "/auth", signInFields("Anna"))).toMatchObject({
      location: "/auth/two-factor",
    });
    expect(await nameIn(copy)).toBeUndefined();
    expect(await sessionsOf("Bert")).toBe(0);
  });

  test("with a wrong password keeps the earlier session", async () => {
    const anna = await newPerson("Anna");
    await anna.submit(auth, "/auth", signInFields("Anna", "not this one"));
    expect(await nameIn(anna)).toBe("Anna");
  });
});

describe("enabling the second factor", () => {
  test("ends the other sessions, and gives this one a new cookie [V7.4.3]", async () => {
    const anna = await newPerson("Anna");
    const phone = new Visitor();
    await phone.submit(auth, "/auth", signInFields("Anna"));
    const copy = copyOf(anna);
    const started = await anna.submit(settings, TWO_FACTOR, { intent: "start" });
    const { uri } = (started.data as { value: { enrolment: { uri: string } } }).value.enrolment;
    await anna.submit(settings, TWO_FACTOR, { intent: "switch-on", code: "000000" });
    expect(await nameIn(phone)).toBe("Anna");
    await anna.submit(settings, TWO_FACTOR, { intent: "switch-on", code: totp(uri) });
    expect([await nameIn(anna), await nameIn(phone), await nameIn(copy)]).toEqual([
      "Anna",
      undefined,
      undefined,
    ]);
  });

  test("keeps the user signed in for the page that is rendered in the same request without JavaScript", async () => {
    const anna = await newPerson("Anna");
    const started = await anna.submit(settings, TWO_FACTOR, { intent: "start" });
    const { uri } = (started.data as { value: { enrolment: { uri: string } } }).value.enrolment;
    const page = anna.request(TWO_FACTOR);
    const outcome = await inRequest({ id: "", locale: "en-GB" }, async () => {
      await anna.submit(settings, TWO_FACTOR, { intent: "switch-on", code: totp(uri) });
      return new Visitor().run(settingsPage, page);
    });
    expect(outcome).toMatchObject({ status: 200, data: { username: "Anna", left: 10 } });
  });
});

test("the second factor is switched on and off, and the browser's notifications stay", async () => {
  const anna = await newPerson("Anna");
  const { p256dh, auth: secret } = browserKeys();
  const endpoint = "https://push.example.com/1";
  await anna.call(push, "/notifications/push", { intent: "subscribe", endpoint, p256dh, auth: secret });
  const subscribed = async () => {
    const { token } = await findRow("sessions", {}, ["token"]);
    const { rows } = await sql`
      select from push_subscriptions join sessions on sessions.id = session_id and token = ${token}
    `.execute(db());
    return rows.length;
  };
  const { token } = await findRow("sessions", {}, ["token"]);
  const started = await anna.submit(settings, TWO_FACTOR, { intent: "start" });
  const { uri } = (started.data as { value: { enrolment: { uri: string } } }).value.enrolment;
  await anna.submit(settings, TWO_FACTOR, { intent: "switch-on", code: totp(uri) });
  const enrolled = await findRow("sessions", {}, ["token"]);
  expect([enrolled.token === token, await subscribed()]).toEqual([false, 1]);
  await anna.submit(settings, TWO_FACTOR, { intent: "switch-off" });
  const after = await findRow("sessions", {}, ["token"]);
  expect([after.token === enrolled.token, await subscribed()]).toEqual([false, 1]);
  expect(await nameIn(anna)).toBe("Anna");
});

describe("a session that is used every day", () => {
  async function aged(days: number): Promise<Visitor> {
    const anna = await newPerson("Anna");
    await updateRows("sessions", {}, { created_at: sql<Date>`now() - make_interval(days => ${days})` });
    return anna;
  }

  test("ends 90 days after it began [V7.1.1 V7.3.2]", async () => {
    const anna = await aged(91);
    expect(await nameIn(anna)).toBeUndefined();
    const { token } = await findRow("sessions", {});
    expect(await validSessions([token])).toEqual(new Set());
    expect(await anna.open(securityTab, "/profile/security")).toMatchObject({ status: 302 });
    await deleteExpiredAccountData();
    expect(await sessionsOf("Anna")).toBe(0);
  });

  test("is extended up to 90 days and no further, and not again on the next request", async () => {
    const anna = await aged(80);
    await updateRows("sessions", {}, { expires_at: sql<Date>`now() + interval '3 days'` });
    const first = await anna.open(session, "/auth/session");
    const { expiresAt } = JSON.parse(String(first.data));
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / DAY_MS)).toBe(10);
    const age = /Max-Age=(\d+)/.exec(first.headers.getSetCookie().join())?.[1];
    expect(Math.round(Number(age) / 86_400)).toBe(10);
    const second = await anna.open(session, "/auth/session");
    expect(second.headers.getSetCookie()).toEqual([]);
    expect(anna.cookies.has(sessionCookieName())).toBe(true);
  });
});
