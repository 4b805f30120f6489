import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { userByIdentifier } from "#app/features/accounts/queries.server.ts";
import { signUpBrowserCookie } from "#app/features/accounts/sign-up-browser.server.ts";
import { challengeCookieName, sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import {
  newestCode,
  newestLink,
  newestMail,
  newPerson,
  PASSWORD,
  pressVerify,
  signInFields,
} from "#tests/support/accounts.ts";
import { accountNotices, captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { updateRows } from "#tests/support/rows.ts";
import { type Enrolled, newEnrolled } from "#tests/support/second-factor.ts";
import { signInWith, testProviders } from "#tests/support/social-sign-in.ts";
import { totp } from "#tests/support/totp.ts";
import { faults, type Outcome, Visitor } from "#tests/support/visitor.ts";
import { action as phone } from "../security/phone.route.tsx";
import { action as settings, loader as settingsPage } from "../security/two-factor.route.tsx";
import { action } from "./auth.route.tsx";
import { action as code } from "./code.route.tsx";
import { action as reset } from "./reset.route.tsx";
import { action as challenge, loader as challengePage } from "./two-factor.route.tsx";
import { action as resend } from "./verify.route.tsx";

const SETTINGS = "/profile/security/two-factor";
const NUMBER = "+31612345678";

const answerOf = ({ data }: Outcome) => (data as { value: unknown }).value;

const ANNA = { login: "anna" };

let anna: Enrolled;

openDatabase(async (url) => {
  await captureNotices(url);
  const { people } = await testProviders();
  people.set(ANNA.login, { email: "anna@example.com", email_verified: true, name: "Anna" });
  anna = await newEnrolled("Anna");
  // An organisation's issuer is never linked by the email address alone: people add it on the Security tab.
  await db()
    .insertInto("accounts")
    .columns(["user_id", "provider_id", "account_id"])
    .expression(
      db()
        .selectFrom("users")
        .select(["id", sql.lit("oidc").as("provider"), sql.lit(ANNA.login).as("account")])
        .where("name", "=", "Anna"),
    )
    .execute();
  await anna.visitor.submit(phone, "/profile/security/phone", { intent: "send", phone: NUMBER });
  await anna.visitor.submit(phone, "/profile/security/phone", {
    intent: "confirm",
    phone: NUMBER,
    code: await newestCode(NUMBER),
  });
});
beforeEach(async () => {
  await db().deleteFrom("rate_limits").execute();
  await updateRows("two_factors", {}, { failed_verification_count: 0, locked_until: null });
});

function answer(visitor: Visitor, typed: string, path = "/auth/two-factor", trust?: "on") {
  return visitor.submit(challenge, path, { code: typed, ...(trust && { trust }) });
}

async function byPassword(visitor = new Visitor(), path = "/auth"): Promise<Visitor> {
  await visitor.submit(action, path, signInFields("Anna"));
  return visitor;
}

async function byCode(visitor: Visitor, to: string, path: string): Promise<Outcome> {
  await visitor.submit(code, path, { intent: "send", to });
  return visitor.submit(code, path, { intent: "sign-in", to, code: await newestCode(to) });
}

/** Every way to sign in, with /sell as the next page. */
const WAYS: [string, (visitor: Visitor) => Promise<Outcome>][] = [
  [
    "a password and an email address",
    (visitor) => visitor.submit(action, "/auth?next=%2Fsell", signInFields("anna@example.com")),
  ],
  [
    "a password and a username",
    (visitor) => visitor.submit(action, "/auth?next=%2Fsell", signInFields("Anna")),
  ],
  ["a mailed code", (visitor) => byCode(visitor, "anna@example.com", "/auth/code?next=%2Fsell")],
  ["a texted code", (visitor) => byCode(visitor, NUMBER, "/auth/code?next=%2Fsell")],
  [
    "a verification link",
    async (visitor) => {
      await updateRows("users", { email: "anna@example.com" }, { email_verified: false });
      await visitor.submit(resend, "/auth/verify", { intent: "resend", identifier: "anna@example.com" });
      const user = await userByIdentifier("anna@example.com");
      const [mark = ""] = signUpBrowserCookie(user?.id ?? null).split(";");
      visitor.cookies.set("sign-up", mark.slice("sign-up=".length));
      return pressVerify(visitor, `${await newestLink("anna@example.com")}&next=%2Fsell`);
    },
  ],
  ["Google", (visitor) => signInWith("google", ANNA, visitor, "/auth?next=%2Fsell")],
  ["Apple", (visitor) => signInWith("apple", ANNA, visitor, "/auth?next=%2Fsell")],
  ["an organisation", (visitor) => signInWith("oidc", ANNA, visitor, "/auth?next=%2Fsell")],
];

describe("with a second factor", () => {
  test.each(WAYS)(
    "%s is not enough: no session works before the second step [A7.19 V6.3.3 V6.3.4]",
    async (_, signIn) => {
      const before = await db().selectFrom("sessions").select("id").execute();
      const visitor = new Visitor();
      const outcome = await signIn(visitor);
      expect(outcome.status).toBe(302);
      expect(new URL(outcome.location ?? "", env().baseUrl).href).toBe(
        `${env().baseUrl}/auth/two-factor?next=%2Fsell`,
      );

      const given = outcome.headers.getSetCookie().filter((cookie) => cookie.startsWith(sessionCookieName()));
      expect(given.filter((cookie) => !/max-age=0\b/i.test(cookie))).toEqual([]);
      expect(await viewerOf(visitor.request("/"))).toBeNull();
      expect(await db().selectFrom("sessions").select("id").execute()).toEqual(before);

      const page = await visitor.open(challengePage, "/auth/two-factor?next=%2Fsell");
      expect(page).toMatchObject({ status: 200, data: { by: "app", next: "/sell" } });
      await db().deleteFrom("rate_limits").execute();
      const arrived = await answer(visitor, totp(anna.uri), "/auth/two-factor?next=%2Fsell");
      expect(arrived).toMatchObject({ status: 302, location: "/sell" });
      expect(await viewerOf(visitor.request("/"))).toMatchObject({ username: "Anna" });
      expect(takeFlash(visitor.request("/")).flash).toMatchObject({ title: "Welcome back!" });
    },
  );

  test("setting a new password signs nobody in [V6.4.3]", async () => {
    const visitor = new Visitor();
    await visitor.submit(action, "/auth", { intent: "forgot", email: "anna@example.com" });
    const link = await newestLink("anna@example.com");
    const token = new URL(link, "http://shop.example").searchParams.get("token") ?? "";
    const outcome = await visitor.submit(reset, link, { token, password: PASSWORD, confirm: PASSWORD });
    expect(outcome).toMatchObject({ status: 302, location: "/auth" });
    expect(await viewerOf(visitor.request("/"))).toBeNull();
    expect(await visitor.open(challengePage, "/auth/two-factor")).toMatchObject({ location: "/auth" });
  });

  test("a first step that was taken before a password reset leads to no second step", async () => {
    const thief = await byPassword();
    expect(await thief.open(challengePage, "/auth/two-factor")).toMatchObject({ status: 200 });
    const visitor = new Visitor();
    await visitor.submit(action, "/auth", { intent: "forgot", email: "anna@example.com" });
    const link = await newestLink("anna@example.com");
    const token = new URL(link, "http://shop.example").searchParams.get("token") ?? "";
    await visitor.submit(reset, link, { token, password: PASSWORD, confirm: PASSWORD });
    expect(await answer(thief, totp(anna.uri))).toMatchObject({ status: 302, location: "/auth" });
    expect(await viewerOf(thief.request("/"))).toBeNull();
  });

  test("a signed-in person is not asked for the second factor again when their session is renewed", async () => {
    const visitor = await byPassword();
    await answer(visitor, totp(anna.uri));
    expect(await visitor.submit(phone, "/profile/security/phone", { intent: "remove" })).toMatchObject({
      location: "/profile/security",
    });
    expect(await viewerOf(visitor.request("/"))).toMatchObject({ username: "Anna" });
  });
});

describe("the second step", () => {
  test("requires the first: visitors are redirected to /auth, and signed-in people to the page they wanted", async () => {
    const stranger = new Visitor();
    expect(await stranger.open(challengePage, "/auth/two-factor?next=%2Fsell")).toMatchObject({
      location: "/auth?mode=signin&next=%2Fsell",
    });
    expect(await answer(stranger, totp(anna.uri))).toMatchObject({ status: 302, location: "/auth" });
    const bert = await newPerson("Bert");
    expect(await bert.open(challengePage, "/auth/two-factor?next=%2Fsell")).toMatchObject({
      location: "/sell",
    });
    expect(await answer(bert, "123456")).toMatchObject({ location: "/" });
  });

  test("accepts no made-up cookie, and no cookie that is signed for somebody else", async () => {
    const forged = new Visitor();
    forged.cookies.set(challengeCookieName(), "2fa-abcdefghij.AAAA");
    expect(await forged.open(challengePage, "/auth/two-factor")).toMatchObject({ location: "/auth" });
    const bert = await newPerson("Berta");
    const borrowed = new Visitor();
    borrowed.cookies.set(challengeCookieName(), bert.cookies.get(sessionCookieName()) ?? "");
    expect(await borrowed.open(challengePage, "/auth/two-factor")).toMatchObject({ location: "/auth" });
    expect(await answer(borrowed, totp(anna.uri))).toMatchObject({ location: "/auth" });
  });

  test.each([
    ["nothing", "", "Code is required."],
    ["letters", "abcdef", "The code has six digits."],
    ["too many digits", "1234567", "The code has six digits."],
    ["NUL", "123\x00456", "The code has six digits."],
    ["HTML", "<b>1</b>", "The code has six digits."],
    [
      "a wrong code",
      "000000",
      "This code is wrong or has already been used. The app shows a new one every 30 seconds.",
    ],
  ])("refuses %s at the field", async (_, typed, text) => {
    const visitor = await byPassword();
    expect(await answer(visitor, typed)).toMatchObject(faults({ code: [text] }));
    expect(await viewerOf(visitor.request("/"))).toBeNull();
  });

  test("accepts a code that is pasted with spaces", async () => {
    const visitor = await byPassword();
    const typed = totp(anna.uri);
    expect(await answer(visitor, ` ${typed.slice(0, 3)} ${typed.slice(3)} `)).toMatchObject({
      location: "/",
    });
  });

  test("accepts a code once [A7.19 V6.5.1]", async () => {
    const typed = totp(anna.uri);
    expect(await answer(await byPassword(), typed)).toMatchObject({ location: "/" });
    const other = await byPassword();
    expect(await answer(other, typed)).toMatchObject({ status: 422 });
    expect(await viewerOf(other.request("/"))).toBeNull();
  });

  test("ends after five wrong codes, and the account is locked after ten", async () => {
    const first = await byPassword();
    for (const typed of ["000001", "000002", "000003", "000004", "000005"]) {
      expect(await answer(first, typed)).toMatchObject({ status: 422 });
    }
    expect(await answer(first, totp(anna.uri))).toMatchObject({ status: 302, location: "/auth" });
    expect(takeFlash(first.request("/")).flash?.title).toMatch(/^Please sign in again/);

    const second = await byPassword();
    for (const typed of ["000006", "000007", "000008", "000009", "000010"]) await answer(second, typed);
    const third = await byPassword();
    expect(await answer(third, totp(anna.uri, 1))).toMatchObject({
      status: 429,
      data: { result: { error: { "": [expect.stringMatching(/^Too many wrong codes/)] } } },
    });
    expect(await viewerOf(third.request("/"))).toBeNull();
    await updateRows("two_factors", {}, { locked_until: sql<Date>`now() - interval '1 second'` });
    await db().deleteFrom("rate_limits").execute();
    expect(await answer(third, totp(anna.uri))).toMatchObject({ status: 302, location: "/" });
  });

  test("is open for ten minutes [V6.5.5]", async () => {
    const visitor = await byPassword();
    await db()
      .updateTable("verifications")
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where("identifier", "like", "2fa-%")
      .execute();
    expect(await visitor.open(challengePage, "/auth/two-factor")).toMatchObject({ location: "/auth" });
    expect(await answer(visitor, totp(anna.uri))).toMatchObject({ location: "/auth" });
  });

  test("is limited to twenty codes in ten minutes for one visitor", async () => {
    const visitor = new Visitor();
    await db().deleteFrom("rate_limits").execute();
    const outcomes: Outcome[] = [];
    for (let time = 0; time < 21; time++) outcomes.push(await answer(visitor, String(100_000 + time)));
    expect(outcomes.at(-1)?.status).toBe(429);
    expect(outcomes.at(-2)?.status).toBe(302);
  });

  test.each(["/auth/two-factor?next=https%3A%2F%2Fevil.example", "/auth/two-factor?next=%2F%2Fevil.example"])(
    "from %s leads to no other site",
    async (path) => {
      const visitor = await byPassword();
      expect(await answer(visitor, totp(anna.uri), path)).toMatchObject({ status: 302, location: "/" });
    },
  );
});

describe("a backup code", () => {
  const path = "/auth/two-factor?by=backup&next=%2Fsell";

  test("works once, and may be typed with a space for its dash and in capitals [A7.19 V6.4.4 V6.5.1]", async () => {
    const [backup = ""] = anna.backupCodes;
    const visitor = await byPassword();
    expect(await visitor.open(challengePage, path)).toMatchObject({ data: { by: "backup" } });
    const typed = ` ${backup.replace("-", " ").toUpperCase()}`;
    expect(await answer(visitor, typed, path)).toMatchObject({ status: 302, location: "/sell" });
    expect(await viewerOf(visitor.request("/"))).toMatchObject({ username: "Anna" });
    expect(takeFlash(visitor.request("/")).flash?.description).toBe("Backup codes left: 9");

    await db().deleteFrom("rate_limits").execute();
    const again = await byPassword();
    expect(await answer(again, backup, path)).toMatchObject(
      faults({ code: ["This backup code is wrong or has already been used."] }),
    );
    expect(await viewerOf(again.request("/"))).toBeNull();
  });

  test("is stored encrypted [V6.5.2 V11.3.1 V11.3.2]", async () => {
    const rows = await db().selectFrom("two_factors").selectAll().execute();
    for (const backup of anna.backupCodes) expect(JSON.stringify(rows)).not.toContain(backup);
    const secret = new URL(anna.uri).searchParams.get("secret") ?? "";
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test("of one person is not accepted for another", async () => {
    const carla = await newEnrolled("Carla");
    const visitor = await byPassword();
    expect(await answer(visitor, carla.backupCodes[0] ?? "", path)).toMatchObject({ status: 422 });
  });
});

describe("a trusted browser", () => {
  test("skips the second factor, which other browsers need, until the password changes", async () => {
    const trusted = await byPassword();
    await answer(trusted, totp(anna.uri), "/auth/two-factor", "on");
    trusted.cookies.delete(sessionCookieName());
    expect(await trusted.submit(action, "/auth", signInFields("Anna"))).toMatchObject({ location: "/" });
    expect(await viewerOf(trusted.request("/"))).toMatchObject({ username: "Anna" });

    const other = new Visitor();
    expect(await other.submit(action, "/auth", signInFields("Anna"))).toMatchObject({
      location: "/auth/two-factor",
    });

    await new Visitor().submit(action, "/auth", { intent: "forgot", email: "anna@example.com" });
    const link = await newestLink("anna@example.com");
    const token = new URL(link, "http://shop.example").searchParams.get("token") ?? "";
    await new Visitor().submit(reset, link, { token, password: PASSWORD, confirm: PASSWORD });
    trusted.cookies.delete(sessionCookieName());
    expect(await trusted.submit(action, "/auth", signInFields("Anna"))).toMatchObject({
      location: "/auth/two-factor",
    });
  });

  test("of one person is not trusted for another", async () => {
    const trusted = await byPassword();
    await answer(trusted, totp(anna.uri), "/auth/two-factor", "on");
    await newEnrolled("Dora");
    trusted.cookies.delete(sessionCookieName());
    expect(await trusted.submit(action, "/auth", signInFields("Dora"))).toMatchObject({
      location: "/auth/two-factor",
    });
  });
});

describe("enrolling a second factor", () => {
  test("shows a key as a QR code and as text, and is inactive until the first correct code [A7.19]", async () => {
    const emma = await newPerson("Emma");
    expect(await emma.open(settingsPage, SETTINGS)).toMatchObject({ data: { left: null } });
    const started = await emma.submit(settings, SETTINGS, { intent: "start" });
    const { enrolment } = answerOf(started) as {
      enrolment: { uri: string; secret: string; qr: { size: number; path: string } };
    };
    expect(enrolment.uri).toMatch(
      /^otpauth:\/\/totp\/Second%20Serve:emma%40example\.com\?secret=[A-Z2-7]{52}&/,
    );
    expect(enrolment.secret.replaceAll(" ", "")).toBe(new URL(enrolment.uri).searchParams.get("secret"));
    expect(enrolment.qr.path).toMatch(/^M\d+ \d+h1v1h-1z/);

    const wrong = await emma.submit(settings, SETTINGS, { intent: "switch-on", code: "000000" });
    expect(wrong).toMatchObject({ status: 422, data: { kept: { enrolment } } });
    expect(await new Visitor().submit(action, "/auth", signInFields("Emma"))).toMatchObject({
      location: "/",
    });

    const done = await emma.submit(settings, SETTINGS, { intent: "switch-on", code: totp(enrolment.uri) });
    const { codes } = answerOf(done) as { codes: string[] };
    expect(new Set(codes).size).toBe(10);
    expect(codes.join()).toMatch(/^([a-z2-9]{5}-[a-z2-9]{5},?){10}$/);
    expect((await newestMail("emma@example.com"))?.subject).toBe("Two-step verification is on");
    expect(await accountNotices("Emma")).toEqual(["factor-on"]);
    expect(await viewerOf(emma.request("/"))).toMatchObject({ username: "Emma" });
    expect(await emma.open(settingsPage, SETTINGS)).toMatchObject({ data: { left: 10 } });
    expect(await new Visitor().submit(action, "/auth", signInFields("Emma"))).toMatchObject({
      location: "/auth/two-factor",
    });

    const again = await emma.submit(settings, SETTINGS, { intent: "switch-on", code: totp(enrolment.uri) });
    expect(again).toMatchObject({ status: 422, data: { kept: null, message: expect.any(String) } });
    expect(JSON.stringify(again.data)).not.toContain(codes[0]);
    expect(await emma.submit(settings, SETTINGS, { intent: "start" })).toMatchObject({ location: SETTINGS });
  });

  test("works for a person without a password", async () => {
    const frank = await newPerson("Frank");
    await db()
      .deleteFrom("accounts")
      .where("user_id", "in", db().selectFrom("users").select("id").where("name", "=", "Frank"))
      .execute();
    const started = await frank.submit(settings, SETTINGS, { intent: "start" });
    const { uri } = (answerOf(started) as { enrolment: { uri: string } }).enrolment;
    expect(await frank.submit(settings, SETTINGS, { intent: "switch-on", code: totp(uri) })).toMatchObject({
      status: 200,
      data: { value: { isNew: true } },
    });
    expect(await frank.submit(settings, SETTINGS, { intent: "switch-off" })).toMatchObject({ status: 302 });
  });

  test("can replace the backup codes", async () => {
    const { visitor, backupCodes } = await newEnrolled("Gerda");
    const renewed = await visitor.submit(settings, SETTINGS, { intent: "codes" });
    const { codes } = answerOf(renewed) as { codes: string[] };
    expect(codes).toHaveLength(10);
    const path = "/auth/two-factor?by=backup";
    const other = new Visitor();
    await other.submit(action, "/auth", signInFields("Gerda"));
    expect(await answer(other, backupCodes[0] ?? "", path)).toMatchObject({ status: 422 });
    expect(await answer(other, codes[0] ?? "", path)).toMatchObject({ status: 302 });
  });

  test("can be undone: then one step signs in, and no browser is trusted any more [A7.19]", async () => {
    const { visitor, uri } = await newEnrolled("Hanna");
    const trusted = new Visitor();
    await trusted.submit(action, "/auth", signInFields("Hanna"));
    await answer(trusted, totp(uri), "/auth/two-factor", "on");
    expect(await visitor.submit(settings, SETTINGS, { intent: "switch-off" })).toMatchObject({
      status: 302,
      location: "/profile/security",
    });
    expect(await viewerOf(visitor.request("/"))).toMatchObject({ username: "Hanna" });
    expect((await newestMail("hanna@example.com"))?.subject).toBe("Two-step verification is off");
    expect(await accountNotices("Hanna")).toEqual(["factor-on", "factor-off"]);
    expect(await new Visitor().submit(action, "/auth", signInFields("Hanna"))).toMatchObject({
      location: "/",
    });
    const left = await db()
      .selectFrom("verifications")
      .innerJoin("users", (join) => join.onRef(sql`users.id::text`, "=", "verifications.value"))
      .select("identifier")
      .where("users.name", "=", "Hanna")
      .where("identifier", "like", "trust-device-%")
      .execute();
    expect(left).toEqual([]);
  });
});
