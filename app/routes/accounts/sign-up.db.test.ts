import { createEmailVerificationToken } from "better-auth/api";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { overwriteGetLocale } from "#app/paraglide/runtime.js";
import { auth } from "#app/platform/auth.server.ts";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import {
  newestLink,
  newestMail,
  newPerson,
  PASSWORD,
  pressVerify,
  signInFields,
  signUpFields,
} from "#tests/support/accounts.ts";
import { openDatabase } from "#tests/support/database.ts";
import { findRows } from "#tests/support/rows.ts";
import { type Outcome, Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./auth.route.tsx";
import { action as resend, loader as verify } from "./verify.route.tsx";

openDatabase();

function signUp(username: string, email: string, password = PASSWORD, visitor = new Visitor()) {
  return visitor.submit(action, "/auth?mode=signup", signUpFields(username, email, password));
}

async function usersOf(email: string) {
  return db().selectFrom("users").selectAll().where("email", "=", email).execute();
}

describe("signing up", () => {
  test("creates an unverified account, and mails the link [A1.4 A7.4]", async () => {
    const visitor = new Visitor();
    const outcome = await signUp(" Anna  Smit ", " Anna@Example.com ", PASSWORD, visitor);
    expect(outcome).toMatchObject({
      status: 200,
      data: { intent: "sign-up", value: { sentTo: "anna@example.com" } },
    });
    // Neither a session, nor anything that depends on whether the address has an account.
    expect([...visitor.cookies.keys()]).toEqual(["sign-up"]);

    const [user] = await usersOf("anna@example.com");
    expect(user).toMatchObject({ email_verified: false, name: "Anna Smit" });
    const profile = await db()
      .selectFrom("profiles")
      .selectAll()
      .where("id", "=", user!.id)
      .executeTakeFirst();
    expect(profile).toMatchObject({ username: "Anna Smit", email: "anna@example.com" });
    const mail = await newestMail("anna@example.com");
    expect(mail?.subject).toBe("Verify your email address");
    expect(mail?.html).toContain("Hello Anna Smit,");
  });

  test("never stores a password as plain text [V11.4.2]", async () => {
    await signUp("Plain", "plain@example.com", "a plain old password");
    const tables = await Promise.all(
      (["users", "accounts", "profiles", "mails", "verifications"] as const).map((table) =>
        db().selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify(tables)).not.toContain("a plain old password");
  });

  test("is completed by the link's button, which signs in the browser that signed up, and leads to / with a welcome [A7.11]", async () => {
    const other = new Visitor();
    const { headers } = await signUp("Bert", "bert@example.com", PASSWORD, other);
    expect(headers.get("set-cookie")).toMatch(
      /^sign-up=[\w-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    );
    const outcome = await pressVerify(other, await newestLink("bert@example.com"));
    expect(outcome).toMatchObject({ status: 302, location: "/" });
    const session = outcome.headers.getSetCookie().find((cookie) => cookie.includes("session_token"));
    expect(session).toMatch(/HttpOnly/i);
    expect(session).toMatch(/SameSite=Lax/i);
    expect(session).not.toMatch(/Secure/i);
    expect(await viewerOf(other.request("/"))).toMatchObject({ username: "Bert", email: "bert@example.com" });
    expect(takeFlash(other.request("/")).flash).toEqual({
      id: expect.any(String),
      kind: "success",
      title: "Welcome, Bert!",
      description: "Your email address is verified.",
    });
    expect(await other.open(loader, "/auth")).toMatchObject({ status: 302, location: "/" });
    expect(other.cookies.has("sign-up")).toBe(false);
  });

  test("adds a warning when its link was opened after more than two minutes [A9.16]", async () => {
    const other = new Visitor();
    await signUp("Late", "late@example.com", PASSWORD, other);
    const link = await newestLink("late@example.com");
    vi.setSystemTime(Date.now() + 121_000);
    try {
      expect(await pressVerify(other, link)).toMatchObject({ status: 302, location: "/" });
    } finally {
      vi.useRealTimers();
    }
    expect(takeFlash(other.request("/")).flash?.description).toMatch(
      /^Your email address is verified\. If you did not open the link/,
    );
  });

  test.each([
    ["/sell/racket", "/sell/racket"],
    ["//evil.example", "/"],
  ])("returns to the page that required it, only on this site: %s leads to %s", async (next, location) => {
    const email = `next-${location.length}@example.com`;
    const fields = signUpFields(`Next ${location.length}`, email, PASSWORD);
    const address = `/auth?mode=signup&next=${encodeURIComponent(next)}`;
    const visitor = new Visitor();
    await visitor.submit(action, address, fields);
    const link = await newestLink(email);
    const planted = link.replace(/&next=.*|$/, `&next=${encodeURIComponent("//evil.example")}`);
    expect(await new Visitor().open(verify, planted)).toMatchObject({ data: { state: "ready", next: "/" } });
    expect(await pressVerify(visitor, link)).toMatchObject({ status: 302, location });
    expect(await new Visitor().open(verify, planted)).toMatchObject({ data: { state: "used", next: "/" } });
  });

  test("has a link that signs in once", async () => {
    const first = new Visitor();
    await signUp("Carla", "carla@example.com", PASSWORD, first);
    const link = await newestLink("carla@example.com");
    const second = new Visitor();
    for (const [name, value] of first.cookies) second.cookies.set(name, value);
    expect(await pressVerify(first, link)).toMatchObject({ status: 302, location: "/" });
    expect((await pressVerify(second, link)).status).toBe(200);
    expect(await second.open(verify, link)).toMatchObject({ status: 200, data: { state: "used" } });
    expect(await viewerOf(second.request("/"))).toBeNull();
    expect(await first.open(verify, link)).toMatchObject({ status: 302, location: "/" });
  });

  test.each(["GET", "HEAD"])("has a link that %s requests only read", async (method) => {
    const name = `Reader ${method}`;
    const email = `${method.toLowerCase()}@example.com`;
    const visitor = new Visitor();
    await signUp(name, email, PASSWORD, visitor);
    const link = await newestLink(email);
    const outcome = await visitor.run(verify, visitor.request(link, { method }));
    expect(outcome).toMatchObject({ status: 200, data: { state: "ready", email, username: name } });
    expect(outcome.headers.getSetCookie()).toEqual([]);
    expect(await usersOf(email)).toMatchObject([{ email_verified: false }]);
    expect(await pressVerify(visitor, link)).toMatchObject({ status: 302, location: "/" });
  });

  test("has a link that verifies in any other browser, where it leads to the sign-in and then to the wanted page", async () => {
    const fields = signUpFields("Ellen", "ellen@example.com");
    await new Visitor().submit(action, "/auth?mode=signup&next=%2Fsell", fields);
    const stranger = new Visitor();
    // The mark of another sign-up, and a made-up one, are not this one.
    await signUp("Stranger", "stranger@example.com", PASSWORD, stranger);
    const link = await newestLink("ellen@example.com");
    const outcome = await pressVerify(stranger, link);
    expect(outcome).toMatchObject({ status: 302, location: "/auth?mode=signin&next=%2Fsell" });
    expect(stranger.cookies.has(sessionCookieName())).toBe(false);
    expect(await usersOf("ellen@example.com")).toMatchObject([{ email_verified: true }]);
    expect(
      await db()
        .selectFrom("sessions")
        .innerJoin("users", "users.id", "user_id")
        .select("sessions.id")
        .where("email", "=", "ellen@example.com")
        .execute(),
    ).toEqual([]);
    expect(takeFlash(stranger.request("/auth")).flash).toMatchObject({
      kind: "success",
      description: "Your email address is verified. Sign in to continue.",
    });
    expect(await stranger.submit(action, "/auth?next=%2Fsell", signInFields("Ellen"))).toMatchObject({
      status: 302,
      location: "/sell",
    });
  });

  test("has a link that never ends another account's session, also in the browser that signed up", async () => {
    const owner = await newPerson("Owner");
    const session = owner.cookies.get(sessionCookieName());
    await signUp("Second", "second@example.com", PASSWORD, owner);
    const other = await newPerson("Bystander");
    await signUp("Third", "third@example.com");
    for (const [visitor, name, email] of [
      [owner, "Owner", "second@example.com"],
      [other, "Bystander", "third@example.com"],
    ] as const) {
      expect(await pressVerify(visitor, await newestLink(email))).toMatchObject({
        status: 302,
        location: "/",
      });
      expect(await viewerOf(visitor.request("/"))).toMatchObject({ username: name });
      expect(await usersOf(email)).toMatchObject([{ email_verified: true }]);
      expect(takeFlash(visitor.request("/")).flash?.description).toContain(
        `You are still signed in as ${name}.`,
      );
    }
    expect(owner.cookies.get(sessionCookieName())).toBe(session);
  });

  test("forgets after an hour which browser signed up", async () => {
    const visitor = new Visitor();
    const { headers } = await signUp("Hours", "hours@example.com", PASSWORD, visitor);
    expect(headers.get("set-cookie")).toContain("Max-Age=3600");
    visitor.cookies.delete("sign-up");
    expect(await pressVerify(visitor, await newestLink("hours@example.com"))).toMatchObject({
      status: 302,
      location: "/auth",
    });
  });

  test("signs nobody in with an expired, changed or foreign link, and says so [V9.2.1]", async () => {
    await signUp("Dora", "dora@example.com");
    const [user] = await usersOf("dora@example.com");
    const { secret } = await auth().$context;
    const make = (key: string, seconds: number, id = user!.id) =>
      createEmailVerificationToken(key, "dora@example.com", undefined, seconds, { user: id });
    const bad = [
      await make(secret, -10),
      await make("another secret that is long enough 123456789", 600),
      await make(secret, 600, "01890000-0000-7000-8000-000000000000"),
      await createEmailVerificationToken(secret, "dora@example.com", undefined, 600),
      "nonsense",
      "\0",
      `${await make(secret, 600)}x`,
    ];
    for (const token of bad) {
      const visitor = new Visitor();
      const link = `/auth/verify?token=${encodeURIComponent(token)}`;
      expect(await visitor.open(verify, link)).toMatchObject({ status: 410, data: { state: "dead" } });
      expect((await pressVerify(visitor, link)).status).toBe(410);
      expect(visitor.cookies.size).toBe(0);
    }
    expect((await usersOf("dora@example.com"))[0]?.email_verified).toBe(false);
  });

  test.each([
    ["on the verification page", "Emil", resend, "/auth/verify"],
    ["on the sign-in page", "Emilia", action, "/auth"],
  ])(
    "mails the link again when it is requested %s, but only to the owner of an unverified account [A7.13]",
    async (_where, name, route, path) => {
      const email = `${name.toLowerCase()}@example.com`;
      await signUp(name, email);
      const before = await newestMail(email);
      const mails = () => db().selectFrom("mails").select("id").execute();
      const ask = (identifier: string) => new Visitor().submit(route, path, { intent: "resend", identifier });
      expect(await ask(name.toUpperCase())).toMatchObject({ status: 200, data: { ok: true } });
      expect((await newestMail(email))?.id).not.toBe(before?.id);
      await pressVerify(new Visitor(), await newestLink(email));
      const count = (await mails()).length;
      expect(await ask(email)).toMatchObject({ status: 200, data: { ok: true } });
      expect(await ask("nobody@example.com")).toMatchObject({ status: 200, data: { ok: true } });
      expect(await mails()).toHaveLength(count);
    },
  );

  test("writes the mail in the language of the request", async () => {
    overwriteGetLocale(() => "nl");
    try {
      await signUp("Femke", "femke@example.com");
    } finally {
      overwriteGetLocale(() => "en-GB");
    }
    const mail = await newestMail("femke@example.com");
    expect(mail?.subject).toBe("Bevestig je e-mailadres");
    expect(await newestLink("femke@example.com")).toMatch(/^\/nl\/auth\/verify\?token=/);
  });
});

describe("signing up with an email address that has an account", () => {
  test("shows the same page, and sends its owner a mail", async () => {
    await newPerson("Gerda");
    const outcome = await signUp("Somebody", "gerda@example.com", "another password");
    const fresh = await signUp("Somebody2", "fresh@example.com");
    const marks = [outcome, fresh].map(({ headers }) =>
      headers.getSetCookie().map((cookie) => cookie.replace(/=[\w-]{43};/, "=…;")),
    );
    expect(marks[0]).toEqual(marks[1]);
    expect({ ...(outcome.data as object), value: null }).toEqual({ ...(fresh.data as object), value: null });
    expect((await newestMail("gerda@example.com"))?.subject).toBe("You already have an account");
    expect(await usersOf("gerda@example.com")).toHaveLength(1);
    const names = await findRows("profiles", { username: "Somebody" }, ["id"]);
    expect(names).toEqual([]);
    expect(await new Visitor().submit(action, "/auth", signInFields("gerda@example.com"))).toMatchObject({
      status: 302,
    });
  });

  test("replaces an account that was never verified", async () => {
    await signUp("Thief", "helen@example.com", "password of a thief");
    const planted = await newestLink("helen@example.com");
    const helen = new Visitor();
    await signUp("Helen", "helen@example.com", "password of helen", helen);
    expect(await usersOf("helen@example.com")).toHaveLength(1);
    expect((await pressVerify(helen, planted)).status).toBe(410);
    await pressVerify(helen, await newestLink("helen@example.com"));
    expect(await viewerOf(helen.request("/"))).toMatchObject({ username: "Helen" });
    const tried = await new Visitor().submit(
      action,
      "/auth",
      signInFields("helen@example.com", "password of a thief"),
    );
    expect(tried.status).toBe(422);
    const free = await findRows("profiles", { username: "Thief" }, ["id"]);
    expect(free).toEqual([]);
  });

  test("cannot be completed by a link that was opened while the account was replaced", async () => {
    const email = "jill@example.com";
    await signUp("Jill", email);
    const link = await newestLink(email);
    let opened: Promise<Outcome> | undefined;
    await inTransaction(async (trx) => {
      // Makes the opened link wait, by holding the lock that a sign-up would hold.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up ${email}`}, 0))`.execute(trx);
      opened = pressVerify(new Visitor(), link);
      const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`;
      await expect.poll(async () => (await waiting.execute(db())).rows).toHaveLength(1);
      await trx.deleteFrom("users").where("email", "=", email).execute();
      await trx.insertInto("users").values({ name: "Thief", email }).execute();
    });
    expect(await opened).toMatchObject({ status: 410 });
    expect(await usersOf(email)).toMatchObject([{ name: "Thief", email_verified: false }]);
  });

  test("three times at the same moment creates one account", async () => {
    const outcomes = await Promise.all(["Ida", "Ingo", "Iris"].map((name) => signUp(name, "i@example.com")));
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await usersOf("i@example.com")).toHaveLength(1);
  });
});

describe("signing up with a username that is taken", () => {
  test("is refused at the field, in any case, and keeps all input except the passwords", async () => {
    await newPerson("Jana");
    const outcome = await signUp("jANA", "other@example.com");
    expect(outcome).toMatchObject({
      status: 422,
      data: {
        result: {
          error: { username: ["Username already taken"] },
          initialValue: { username: "jANA", email: "other@example.com" },
        },
      },
    });
    expect(JSON.stringify(outcome.data)).not.toContain(PASSWORD);
    expect(await usersOf("other@example.com")).toEqual([]);
  });

  test("four times at the same moment gives it to one person and refuses the others [A1.4]", async () => {
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map((number) => signUp(number % 2 ? "Karel" : "KAREL", `karel${number}@example.com`)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    const profiles = await db()
      .selectFrom("profiles")
      .select("id")
      .where("username", "ilike", "karel")
      .execute();
    expect(profiles).toHaveLength(1);
    const users = await db().selectFrom("users").select("id").where("email", "like", "karel%").execute();
    expect(users).toHaveLength(1);
    const mails = await db().selectFrom("mails").select("id").where("recipient", "like", "karel%").execute();
    expect(mails).toHaveLength(1);
  });
});
