import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { requireConfirmed, viewerOf } from "#app/platform/session.server.ts";
import { newestMail, newPerson, PASSWORD } from "#tests/support/accounts.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { faultsIn, type Outcome, Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./confirm.route.tsx";

const PATH = "/profile/security/confirm?next=%2Fprofile%2Fsecurity%2Fpassword";
const NEXT = "/profile/security/password";

openDatabase(captureNotices);
beforeEach(async () => {
  for (const table of ["users", "mails", "rate_limits"] as const) await db().deleteFrom(table).execute();
});

/** Sets the time since the last sign-in or confirmation, in minutes. */
async function confirmedAgo(minutes: number): Promise<void> {
  const ago = sql<Date>`now() - make_interval(mins => ${minutes})`;
  await updateRows("sessions", {}, { confirmed_at: ago });
}

async function confirmationRedirect(request: Request): Promise<string | null> {
  const outcome = await requireConfirmed(request).catch((thrown: unknown) => thrown);
  return outcome instanceof Response ? outcome.headers.get("location") : null;
}

async function codeOf(one: Person, visitor = one.visitor): Promise<string> {
  await visitor.submit(action, PATH, { intent: "mail" });
  const [code] = (await newestMail(one.viewer.email))?.text.match(/\b\d{6}\b/) ?? [];
  return code ?? "";
}

function faultAt(outcome: Outcome, field: string): string | undefined {
  return faultsIn(outcome)?.[field]?.[0];
}

describe("a protected page", () => {
  test("asks for a confirmation ten minutes after the last one, and is shown after it [V6.8.4 V7.5.1]", async () => {
    const { visitor } = await person();
    expect(await confirmationRedirect(visitor.request(NEXT))).toBeNull();
    await confirmedAgo(11);
    expect(await confirmationRedirect(visitor.request(`${NEXT}?a=1`))).toBe(
      "/profile/security/confirm?next=%2Fprofile%2Fsecurity%2Fpassword%3Fa%3D1",
    );
    expect(await confirmationRedirect(new Visitor().request(NEXT))).toBe(
      `/auth?next=${encodeURIComponent(NEXT)}`,
    );
  });

  test("accepts its form for ten minutes more, so that a person has time to fill it in", async () => {
    const { visitor } = await person();
    const post = () =>
      visitor.request(NEXT, { method: "POST", headers: { referer: visitor.request(NEXT).url } });
    await confirmedAgo(19);
    expect(await confirmationRedirect(post())).toBeNull();
    await confirmedAgo(21);
    expect(await confirmationRedirect(post())).toBe(PATH);
  });
});

describe("a confirmation", () => {
  test("by password leads to the page that required it [A7.15]", async () => {
    const anna = await newPerson("Anna");
    await confirmedAgo(60);
    expect(await anna.open(loader, PATH)).toMatchObject({ status: 200, data: { password: true } });
    const wrong = await anna.submit(action, PATH, { intent: "password", password: "not this one" });
    expect(wrong.status).toBe(422);
    expect(faultAt(wrong, "password")).toBe("Incorrect password.");
    expect(JSON.stringify(wrong.data)).not.toContain("not this one");
    expect(await confirmationRedirect(anna.request(NEXT))).not.toBeNull();

    const right = await anna.submit(action, PATH, { intent: "password", password: PASSWORD });
    expect(right).toMatchObject({ status: 302, location: NEXT });
    expect(await confirmationRedirect(anna.request(NEXT))).toBeNull();
    expect(await anna.open(loader, PATH)).toMatchObject({ status: 302, location: NEXT });
  });

  test("gives the session a new token, and makes the old cookie invalid [V7.2.4]", async () => {
    const anna = await newPerson("Anna");
    await confirmedAgo(60);
    const before = new Map(anna.cookies);
    const wrong = await anna.submit(action, PATH, { intent: "password", password: "not this one" });
    expect(wrong.status).toBe(422);
    expect(anna.cookies).toEqual(before);
    await anna.submit(action, PATH, { intent: "password", password: PASSWORD });
    const name = sessionCookieName();
    expect(anna.cookies.get(name)).not.toBe(before.get(name));
    expect(await viewerOf(anna.request(NEXT))).toMatchObject({ username: "Anna" });
    const thief = new Visitor();
    thief.cookies.set(name, before.get(name) ?? "");
    expect(await viewerOf(thief.request(NEXT))).toBeNull();
    expect(await db().selectFrom("sessions").select("id").execute()).toHaveLength(1);
  });

  test("counts for this session alone", async () => {
    const anna = await newPerson("Anna");
    const other = await newPerson("Bert");
    await confirmedAgo(60);
    await anna.submit(action, PATH, { intent: "password", password: PASSWORD });
    expect(await confirmationRedirect(other.request(NEXT))).not.toBeNull();
  });

  test("by a mailed code works once, also without a password [A7.15]", async () => {
    const anna = await person("anna");
    await confirmedAgo(60);
    expect(await anna.visitor.open(loader, PATH)).toMatchObject({ data: { password: false, byCode: false } });
    const code = await codeOf(anna);
    expect(code).toMatch(/^\d{6}$/);
    const spaced = ` ${code.slice(0, 3)} ${code.slice(3)} `;
    expect(await anna.visitor.submit(action, PATH, { intent: "code", code: spaced })).toMatchObject({
      status: 302,
      location: NEXT,
    });
    await confirmedAgo(60);
    const again = await anna.visitor.submit(action, PATH, { intent: "code", code });
    expect(faultAt(again, "code")).toMatch(/^This code is wrong/);
    expect(await confirmationRedirect(anna.visitor.request(NEXT))).not.toBeNull();
  });

  test("accepts only the newest code, for ten minutes, from the person who requested it", async () => {
    const [anna, bert] = [await person("anna"), await person("bert")];
    await confirmedAgo(60);
    const first = await codeOf(anna);
    const second = await codeOf(anna);
    const tries: [Person, string][] = [
      [anna, first === second ? "000000" : first],
      [bert, second],
    ];
    for (const [who, code] of tries) {
      const outcome = await who.visitor.submit(action, PATH, { intent: "code", code });
      expect(faultAt(outcome, "code")).toMatch(/^This code is wrong/);
    }
    const past = sql<Date>`expires_at - interval '10 minutes'`;
    await updateRows("verifications", {}, { expires_at: past });
    const late = await anna.visitor.submit(action, PATH, { intent: "code", code: second });
    expect(faultAt(late, "code")).toMatch(/^This code is wrong/);
  });

  test("accepts one of two concurrent requests with the same code", async () => {
    const anna = await person("anna");
    await confirmedAgo(60);
    const code = await codeOf(anna);
    const send = () => anna.visitor.submit(action, PATH, { intent: "code", code });
    const outcomes = await Promise.all([send(), send(), send()]);
    // The others are refused, or redirected to sign in when their cookie is already invalid.
    expect(outcomes.filter(({ location }) => location === NEXT)).toHaveLength(1);
  });

  test("stores codes as hashes", async () => {
    const anna = await person("anna");
    const code = await codeOf(anna);
    const stored = await db().selectFrom("verifications").selectAll().execute();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(code);
  });

  test("can be attempted ten times in fifteen minutes, even from different IPs", async () => {
    const anna = await newPerson("Anna");
    for (let time = 1; time <= 10; time++) {
      anna.address = `198.51.100.${time}`;
      const fields: Record<string, string> =
        time % 2 ? { intent: "password", password: "a guess at it" } : { intent: "code", code: "123456" };
      expect((await anna.submit(action, PATH, fields)).status).toBe(422);
    }
    const refused = await anna.submit(action, PATH, { intent: "password", password: PASSWORD });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("mails at most five codes an hour", async () => {
    const anna = await person("anna");
    for (let time = 1; time <= 5; time++) {
      expect((await anna.visitor.submit(action, PATH, { intent: "mail" })).status).toBe(302);
    }
    expect((await anna.visitor.submit(action, PATH, { intent: "mail" })).status).toBe(429);
    expect(await db().selectFrom("mails").select("id").execute()).toHaveLength(5);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/auth",
    "",
  ])("never leads to %s", async (next) => {
    const anna = await newPerson("Anna");
    await confirmedAgo(60);
    const path = `/profile/security/confirm?next=${encodeURIComponent(next)}`;
    expect(await anna.submit(action, path, { intent: "password", password: PASSWORD })).toMatchObject({
      location: "/profile/security",
    });
    expect(await anna.open(loader, path)).toMatchObject({ location: "/profile/security" });
  });

  test.each([
    [{}, ""],
    [{ intent: "nonsense" }, ""],
    [{ intent: "password" }, "password"],
    [{ intent: "password", password: "a\0b" }, "password"],
    [{ intent: "password", password: "x".repeat(3000) }, "password"],
    [{ intent: "code" }, "code"],
    [{ intent: "code", code: "<b>🎾" }, "code"],
    [{ intent: "code", code: "1234567" }, "code"],
  ])("reports what is wrong with %o at its field", async (fields: Record<string, string>, field) => {
    const anna = await newPerson("Anna");
    const outcome = await anna.submit(action, PATH, fields);
    expect(outcome.status).toBe(field === "" ? 400 : 422);
    expect(faultAt(outcome, field)).toBeTruthy();
  });
});
