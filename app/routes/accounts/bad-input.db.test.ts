import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { pressVerify, signInFields, signUpFields } from "#tests/support/accounts.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Fields, Visitor } from "#tests/support/visitor.ts";
import { action } from "./auth.route.tsx";
import { action as reset } from "./reset.route.tsx";
import { action as resend, loader as verify } from "./verify.route.tsx";

openDatabase();
beforeEach(async () => {
  await db().deleteFrom("users").execute();
});

async function stored(): Promise<number> {
  const rows = await Promise.all([
    db().selectFrom("users").select("id").execute(),
    db().selectFrom("profiles").select("id").execute(),
    db().selectFrom("sessions").select("id").execute(),
  ]);
  return rows.flat().length;
}

const GOOD = signUpFields("Anna", "anna@example.com");
// The largest value that a form may have. A larger form is refused unread (tests/house/floods.db.test.ts).
const HUGE = "x".repeat(400 * 1024);
/** A value comes back cut (`readForm`), with some text around it. */
const LONGEST_ANSWER = 101_000;

describe("sign-up refuses, at the field, and stores nothing: [V15.3.7]", () => {
  test.each<[string, Fields, string, string]>([
    ["400 KB of username", { ...GOOD, username: HUGE }, "username", "Username must be at most 40 characters"],
    ["two usernames", { ...GOOD, username: ["Anna", "Bert"] }, "username", "Username is required."],
    [
      "a file as username",
      { ...GOOD, username: new File(["x"], "x.txt") },
      "username",
      "Username is required.",
    ],
    [
      "a mail header in an email address",
      { ...GOOD, email: "anna@example.com\r\nBcc: b@example.com" },
      "email",
      "Enter a valid email address.",
    ],
    [
      "400 KB of email address",
      { ...GOOD, email: `${HUGE}@example.com` },
      "email",
      "Enter a valid email address.",
    ],
    [
      "400 KB of password",
      { ...GOOD, password: HUGE, confirm: HUGE },
      "password",
      "Password must be at most 128 characters.",
    ],
  ])("%s", async (_, fields, field, text) => {
    const outcome = await new Visitor().submit(action, "/auth?mode=signup", fields);
    expect(outcome.status).toBe(422);
    expect((outcome.data as { result: { error: Record<string, string[]> } }).result.error[field]).toEqual([
      text,
    ]);
    expect(JSON.stringify(outcome.data).length).toBeLessThan(LONGEST_ANSWER);
    expect(await stored()).toBe(0);
  });
});

test("sign-up accepts usernames in other scripts", async () => {
  for (const [index, username] of [
    "مضرب تنس",
    "李娜",
    "ace🎾",
    "Zoë",
    "<b>Anna</b>".replace("/", ""),
  ].entries()) {
    const outcome = await new Visitor().submit(
      action,
      "/auth",
      signUpFields(username, `p${index}@example.com`),
    );
    expect(outcome.status).toBe(200);
  }
});

test("sign-up ignores unknown fields [V15.3.3]", async () => {
  const extra = {
    id: "1",
    email_verified: "true",
    emailVerified: "true",
    role: "admin",
    __proto__x: "1",
    "a[b].c": "1",
  };
  const conform = { __intent__: "not json", __state__: "{" };
  const outcome = await new Visitor().submit(action, "/auth", { ...GOOD, ...extra, ...conform });
  expect(outcome.status).toBe(200);
  const users = await db().selectFrom("users").select(["email_verified"]).execute();
  expect(users).toEqual([{ email_verified: false }]);
});

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "@",
    "a@b",
    "Anna",
    "💥",
    "\u202E",
    "'; drop table users; --",
    "%00",
    "${1}",
    "x".repeat(3000),
  ),
);
const value = fc.oneof(text, fc.array(text, { maxLength: 3 }));

test("no input makes the form of /auth, of a password reset or of a new verification link fail with a 500 [V1.2.4 V1.3.3 V2.2.1]", async () => {
  const intents = fc.constantFrom("sign-in", "sign-up", "forgot", "social", "", "toString", "__proto__");
  const names = ["identifier", "username", "email", "password", "confirm", "provider", "token"] as const;
  const forms = fc.record(
    { intent: intents, ...Object.fromEntries(names.map((name) => [name, value])) } as Record<
      string,
      typeof value
    >,
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(forms, fc.constantFrom(action, reset, resend), async (fields, route) => {
      const outcome = await new Visitor().submit(route, "/auth", fields as Fields);
      expect(outcome.status).toBeLessThan(500);
    }),
    { numRuns: 200 },
  );
});

test("no token in a verification link breaks its page", async () => {
  await fc.assert(
    fc.asyncProperty(text, async (token) => {
      const link = `/auth/verify?token=${encodeURIComponent(token.toWellFormed())}`;
      expect([200, 410]).toContain((await new Visitor().open(verify, link)).status);
      expect([200, 410]).toContain((await pressVerify(new Visitor(), link)).status);
    }),
    { numRuns: 60 },
  );
});

test("the response of sign-in repeats no more of a long text than any form may have", async () => {
  const outcome = await new Visitor().submit(action, "/auth", signInFields(HUGE));
  expect(outcome.status).toBe(422);
  expect(JSON.stringify(outcome.data).length).toBeLessThan(LONGEST_ANSWER);
});
