import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { newestMail, newPerson, PASSWORD, signInFields } from "#tests/support/accounts.ts";
import { accountNotices, captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { browserKeys } from "#tests/support/push-service.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { faultsIn, Visitor } from "#tests/support/visitor.ts";
import { action as auth } from "../accounts/auth.route.tsx";
import { action as push } from "../notifications/push.route.ts";
import { action, loader } from "./password.route.tsx";

const PATH = "/profile/security/password";
const NEW = "a brand new password";
const CHANGE = { current: PASSWORD, password: NEW, confirm: NEW };

openDatabase(captureNotices);
beforeEach(async () => {
  for (const table of ["users", "mails", "rate_limits"] as const) await db().deleteFrom(table).execute();
});

async function signedIn(username: string, password: string): Promise<Visitor | null> {
  const visitor = new Visitor();
  const { status } = await visitor.submit(auth, "/auth", signInFields(username, password));
  return status === 302 ? visitor : null;
}

describe("changing a password", () => {
  test("ends every other session, gives this one a new cookie, and sends a mail [A7.16 V6.2.2 V7.4.3]", async () => {
    const anna = await newPerson("Anna");
    const phone = await signedIn("Anna", PASSWORD);
    const stolen = anna.request("/");
    expect(await anna.submit(action, PATH, CHANGE)).toMatchObject({
      status: 302,
      location: "/profile/security",
    });
    expect((await viewerOf(anna.request("/")))?.username).toBe("Anna");
    expect(await viewerOf(phone!.request("/"))).toBeNull();
    expect(await viewerOf(stolen)).toBeNull();
    expect(await newestMail("anna@example.com")).toMatchObject({ subject: "Your password was changed" });
    expect(await accountNotices("Anna")).toEqual(["password"]);
    expect(await signedIn("Anna", PASSWORD)).toBeNull();
    expect(await signedIn("Anna", NEW)).not.toBeNull();
  });

  test("keeps this browser's notifications, and no other one's", async () => {
    const anna = await newPerson("Anna");
    const phone = await signedIn("Anna", PASSWORD);
    for (const [visitor, name] of [
      [anna, "here"],
      [phone!, "phone"],
    ] as const) {
      const { p256dh, auth } = browserKeys();
      const endpoint = `https://push.example.com/${name}`;
      await visitor.call(push, "/notifications/push", { intent: "subscribe", endpoint, p256dh, auth });
    }
    await anna.submit(action, PATH, CHANGE);
    const { rows } = await sql<{ endpoint: string }>`
      select endpoint from push_subscriptions join sessions on sessions.id = session_id
    `.execute(db());
    expect(rows).toEqual([{ endpoint: "https://push.example.com/here" }]);
  });

  test("requires the current password, and returns no typed password [V6.2.3]", async () => {
    const anna = await newPerson("Anna");
    const outcome = await anna.submit(action, PATH, { ...CHANGE, current: "not this one" });
    expect(outcome.status).toBe(422);
    expect(faultsIn(outcome)).toEqual({ current: ["Incorrect password."] });
    for (const secret of ["not this one", NEW]) expect(JSON.stringify(outcome.data)).not.toContain(secret);
    expect(await signedIn("Anna", NEW)).toBeNull();
    expect((await newestMail("anna@example.com"))?.subject).not.toBe("Your password was changed");
    expect(await accountNotices("Anna")).toEqual([]);
  });

  test("can be attempted ten times in fifteen minutes", async () => {
    const anna = await newPerson("Anna");
    const guess = () => anna.submit(action, PATH, { ...CHANGE, current: "a guess at it" });
    for (let time = 1; time <= 10; time++) expect((await guess()).status).toBe(422);
    expect((await anna.submit(action, PATH, CHANGE)).status).toBe(429);
  });

  test.each([
    [{}, ["confirm", "current", "password"]],
    [{ ...CHANGE, password: "short", confirm: "short" }, ["password"]],
    [{ ...CHANGE, confirm: "something else" }, ["confirm"]],
    [{ ...CHANGE, password: "x".repeat(129), confirm: "x".repeat(129) }, ["password"]],
    [{ ...CHANGE, password: "with a \0 in it", confirm: "with a \0 in it" }, ["password"]],
    [{ ...CHANGE, current: "a\0b" }, ["current"]],
  ])("with %o shows faults at the fields %o", async (fields: Record<string, string>, where) => {
    const anna = await newPerson("Anna");
    const outcome = await anna.submit(action, PATH, fields);
    expect(outcome.status).toBe(422);
    expect(Object.keys(faultsIn(outcome) ?? {}).sort()).toEqual(where);
    expect(await signedIn("Anna", PASSWORD)).not.toBeNull();
  });

  test("accepts any characters: emoji, right to left, HTML [V6.2.5]", async () => {
    const anna = await newPerson("Anna");
    const odd = "<b>🎾 סיסמה كلمة";
    await anna.submit(action, PATH, { ...CHANGE, password: odd, confirm: odd });
    expect(await signedIn("Anna", odd)).not.toBeNull();
  });

  test("compares passwords exactly as they were typed, to the 128th character [V6.2.8 V6.2.9]", async () => {
    const anna = await newPerson("Anna");
    const exact = ` ${"Äx9".repeat(42)} `;
    await anna.submit(action, PATH, { ...CHANGE, password: exact, confirm: exact });
    for (const other of [exact.trim(), exact.toLowerCase(), exact.slice(0, -1), exact.slice(0, 72)])
      expect(await signedIn("Anna", other)).toBeNull();
    expect(await signedIn("Anna", exact)).not.toBeNull();
  });

  test("stays on the page of the form when the session has ended", async () => {
    const outcome = await new Visitor().submit(action, PATH, CHANGE);
    expect(outcome).toMatchObject({ status: 401, data: { reason: "signed_out" } });
    expect((await new Visitor().open(loader, PATH)).location).toBe(`/auth?next=${encodeURIComponent(PATH)}`);
  });
});

describe("a first password", () => {
  test("is set by a person without one, after a confirmation, and ends the other sessions", async () => {
    const anna = await person("anna");
    await insertRows("sessions", {
      user_id: anna.viewer.id,
      token: "elsewhere",
      expires_at: sql`now() + interval '1 day'`,
    });
    expect(await anna.visitor.open(loader, PATH)).toMatchObject({ data: { has: false } });
    await anna.visitor.submit(action, PATH, { password: NEW, confirm: NEW });
    expect(await signedIn(anna.viewer.username, NEW)).not.toBeNull();
    expect(await viewerOf(anna.visitor.request("/"))).not.toBeNull();
    const tokens = await db().selectFrom("sessions").select("token").execute();
    expect(tokens.map(({ token }) => token)).not.toContain("elsewhere");
    expect(await newestMail(anna.viewer.email)).toMatchObject({ subject: "Your password was changed" });
    expect(await accountNotices(anna.viewer.username)).toEqual(["password"]);
    expect(await anna.visitor.open(loader, PATH)).toMatchObject({ data: { has: true } });
  });

  test("is not set without a confirmation", async () => {
    const anna = await person("anna");
    const ago = sql<Date>`now() - interval '1 hour'`;
    await updateRows("sessions", {}, { confirmed_at: ago });
    for (const outcome of [
      await anna.visitor.open(loader, PATH),
      await anna.visitor.submit(action, PATH, { password: NEW, confirm: NEW }),
    ]) {
      expect(outcome.location).toMatch(/^\/profile\/security\/confirm\?next=/);
    }
    expect(await signedIn(anna.viewer.username, NEW)).toBeNull();
  });

  test("does not replace an existing password", async () => {
    const anna = await newPerson("Anna");
    expect((await anna.submit(action, PATH, { password: NEW, confirm: NEW })).status).toBe(422);
    expect(await signedIn("Anna", PASSWORD)).not.toBeNull();
  });
});
