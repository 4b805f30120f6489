import { afterAll, beforeEach, expect, test } from "vitest";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { onSignIn } from "#app/platform/auth-devices.server.ts";
import { db } from "#app/platform/db.server.ts";
import { action } from "#app/routes/accounts/auth.route.tsx";
import { action as codes } from "#app/routes/accounts/code.route.tsx";
import { action as reset } from "#app/routes/accounts/reset.route.tsx";
import { action as resend } from "#app/routes/accounts/verify.route.tsx";
import {
  newestLink,
  newestMail,
  newPerson,
  PASSWORD,
  signInFields,
  signUpFields,
} from "#tests/support/accounts.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { withoutTable } from "#tests/support/rows.ts";
import { type Outcome, Visitor } from "#tests/support/visitor.ts";
import { recordSignIn } from "./devices.server.ts";

openDatabase(async (url) => {
  await captureNotices(url);
  onSignIn(recordSignIn);
});
afterAll(() => onSignIn(undefined));
beforeEach(async () => {
  for (const table of ["users", "mails", "rate_limits"] as const) await db().deleteFrom(table).execute();
});

/** The same browser at another IP address, so that the limit per IP address does not refuse it. */
function elsewhere(who: Visitor): Visitor {
  const moved = new Visitor();
  for (const [name, value] of who.cookies) moved.cookies.set(name, value);
  return moved;
}

async function repeat(times: number, act: (time: number) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let time = 1; time <= times; time++) outcomes.push(await act(time));
  return outcomes;
}

function expectRefused(outcome: Outcome | undefined) {
  expect(outcome?.status).toBe(429);
  expect(Number(outcome?.headers.get("retry-after"))).toBeGreaterThan(0);
  const { result } = outcome!.data as { result: { error: Record<string, string[]> } };
  expect(result.error[""]?.[0]).toMatch(/^Too many attempts\. Please try again in \d+ (seconds|minutes)\.$/);
}

test("one visitor can guess ten passwords a minute, for any accounts [V6.3.1]", async () => {
  const visitor = new Visitor();
  const outcomes = await repeat(11, (time) =>
    visitor.submit(action, "/auth", signInFields(`person${time}@example.com`, "a guess at it")),
  );
  expect(outcomes.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(422));
  expectRefused(outcomes[10]);
});

test("an account allows ten wrong passwords in fifteen minutes, from all visitors together; a reset lets its owner sign in", async () => {
  await newPerson("Anna");
  const guesses = await repeat(11, (time) =>
    new Visitor().submit(
      action,
      "/auth",
      signInFields(time % 2 ? "ANNA" : "anna@example.com", "a guess at it"),
    ),
  );
  expect(guesses.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(422));
  expectRefused(guesses[10]);
  expectRefused(await new Visitor().submit(action, "/auth", signInFields("Anna")));

  await new Visitor().submit(action, "/auth", { intent: "forgot", email: "anna@example.com" });
  const link = await newestLink("anna@example.com");
  const token = new URL(link, "http://shop.example").searchParams.get("token")!;
  await new Visitor().submit(reset, link, { token, password: PASSWORD, confirm: PASSWORD });
  expect(await new Visitor().submit(action, "/auth", signInFields("Anna"))).toMatchObject({ status: 302 });
});

test("guesses of strangers do not lock an owner out of a browser with which they signed in before", async () => {
  const anna = await newPerson("Anna");
  anna.cookies.delete(sessionCookieName());
  const guess = (who: Visitor) =>
    who.submit(action, "/auth", signInFields("anna@example.com", "a guess at it"));
  const guesses = await repeat(11, () => guess(new Visitor()));
  expectRefused(guesses[10]);
  // Another user's browser has a device cookie too, but counts as a stranger's.
  const bert = await newPerson("Bert");
  expectRefused(await guess(bert));
  expect(await anna.submit(action, "/auth", signInFields("Anna"))).toMatchObject({ status: 302 });
  // The sign-in does not reset the strangers' counter.
  expectRefused(await guess(new Visitor()));

  anna.cookies.delete(sessionCookieName());
  const own = await repeat(11, () => guess(elsewhere(anna)));
  expect(own.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(422));
  expectRefused(own[10]);
  await new Visitor().submit(action, "/auth", { intent: "forgot", email: "anna@example.com" });
  const link = await newestLink("anna@example.com");
  const token = new URL(link, "http://shop.example").searchParams.get("token")!;
  await new Visitor().submit(reset, link, { token, password: PASSWORD, confirm: PASSWORD });
  expect(await anna.submit(action, "/auth", signInFields("Anna"))).toMatchObject({ status: 302 });
});

test("guesses of strangers do not block one-time codes in a browser that the owner signed in with before", async () => {
  const anna = await newPerson("Anna");
  anna.cookies.delete(sessionCookieName());
  const to = "anna@example.com";
  const answers = await repeat(6, () => new Visitor().submit(codes, "/auth/code", { intent: "send", to }));
  expect(answers[5]?.status).toBe(429);
  const typed = { intent: "sign-in", to, code: "000000" };
  const tried = await repeat(11, () => new Visitor().submit(codes, "/auth/code", typed));
  expect(tried[10]?.status).toBe(429);
  expect((await anna.submit(codes, "/auth/code", { intent: "send", to })).status).toBe(200);
  const [code = ""] = (await newestMail(to))?.text.match(/\b\d{6}\b/) ?? [];
  expect(await anna.submit(codes, "/auth/code", { ...typed, code })).toMatchObject({ status: 302 });
});

test("correct sign-ins are not limited", async () => {
  await newPerson("Bert");
  const visitor = new Visitor();
  const outcomes = await repeat(12, () => visitor.submit(action, "/auth", signInFields("Bert")));
  expect(outcomes.map(({ status }) => status)).toEqual(Array(12).fill(302));
});

test("one email address can sign up five times an hour", async () => {
  const outcomes = await repeat(6, (time) =>
    new Visitor().submit(action, "/auth", signUpFields(`Carla${time}`, "carla@example.com")),
  );
  expect(outcomes.slice(0, 5).map(({ status }) => status)).toEqual(Array(5).fill(200));
  expectRefused(outcomes[5]);
  expect(await db().selectFrom("mails").select("id").execute()).toHaveLength(5);
});

test("sign-ups that fail do not count, neither for the address nor for the client", async () => {
  const visitor = new Visitor();
  const signUp = () => visitor.submit(action, "/auth", signUpFields("Carla", "carla@example.com"));
  await withoutTable("mails", async () => {
    for (let time = 1; time <= 35; time++)
      await expect(signUp()).rejects.toThrow('relation "mails" does not exist');
  });
  expect(await signUp()).toMatchObject({ status: 200 });
});

test("a visitor can sign up thirty times an hour, counting what is refused", async () => {
  await newPerson("Anna");
  const visitor = new Visitor();
  const outcomes = await repeat(31, (time) =>
    visitor.submit(action, "/auth", signUpFields("Anna", `other${time}@example.com`)),
  );
  expect(outcomes.slice(0, 30).map(({ status }) => status)).toEqual(Array(30).fill(422));
  expectRefused(outcomes[30]);
});

test("one email address can request five links an hour, with or without an account", async () => {
  await newPerson("Dora");
  for (const email of ["dora@example.com", "nobody@example.com"]) {
    const answers = await repeat(6, () => new Visitor().submit(action, "/auth", { intent: "forgot", email }));
    expectRefused(answers[5]);
    const again = await repeat(6, () =>
      new Visitor().submit(resend, "/auth/verify", { intent: "resend", identifier: email }),
    );
    expectRefused(again[5]);
  }
});
