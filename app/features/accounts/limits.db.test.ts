import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { newestLink, newPerson, PASSWORD, signInFields, signUpFields } from "#tests/support/accounts.ts";
import { testDatabase } from "#tests/support/database.ts";
import { heldNotices } from "#tests/support/held-notices.ts";
import { type Outcome, Visitor } from "#tests/support/visitor.ts";
import { action } from "./auth.route.tsx";
import { action as reset } from "./reset.route.tsx";
import { action as resend } from "./verify.route.tsx";

beforeAll(async () => {
  const { url } = await testDatabase();
  await heldNotices(url);
});
beforeEach(async () => {
  for (const table of ["users", "mails", "rate_limits"] as const) await db().deleteFrom(table).execute();
});

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

test("one visitor guesses ten passwords a minute, whoever they are of", async () => {
  const visitor = new Visitor();
  const outcomes = await repeat(11, (time) =>
    visitor.submit(action, "/auth", signInFields(`person${time}@example.com`, "a guess at it")),
  );
  expect(outcomes.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(400));
  expectRefused(outcomes[10]);
});

test("one account is guessed at ten times a quarter of an hour, from wherever; its owner gets in by a new password", async () => {
  await newPerson("Anna");
  const guesses = await repeat(11, (time) =>
    new Visitor().submit(
      action,
      "/auth",
      signInFields(time % 2 ? "ANNA" : "anna@example.com", "a guess at it"),
    ),
  );
  expect(guesses.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(400));
  expectRefused(guesses[10]);
  expectRefused(await new Visitor().submit(action, "/auth", signInFields("Anna")));

  await new Visitor().submit(action, "/auth", { intent: "forgot", email: "anna@example.com" });
  const link = await newestLink("anna@example.com");
  const token = new URL(link, "http://shop.example").searchParams.get("token")!;
  await new Visitor().submit(reset, link, { token, password: PASSWORD, confirm: PASSWORD });
  expect(await new Visitor().submit(action, "/auth", signInFields("Anna"))).toMatchObject({ status: 302 });
});

test("signing in rightly is never too often", async () => {
  await newPerson("Bert");
  const visitor = new Visitor();
  const outcomes = await repeat(12, () => visitor.submit(action, "/auth", signInFields("Bert")));
  expect(outcomes.map(({ status }) => status)).toEqual(Array(12).fill(302));
});

test("an address is signed up with five times an hour", async () => {
  const outcomes = await repeat(6, (time) =>
    new Visitor().submit(action, "/auth", signUpFields(`Carla${time}`, "carla@example.com")),
  );
  expect(outcomes.slice(0, 5).map(({ status }) => status)).toEqual(Array(5).fill(200));
  expectRefused(outcomes[5]);
  expect(await db().selectFrom("mails").select("id").execute()).toHaveLength(5);
});

test("a mailbox is filled by nobody: five links an hour, known address or not", async () => {
  await newPerson("Dora");
  for (const email of ["dora@example.com", "nobody@example.com"]) {
    const asked = await repeat(6, () => new Visitor().submit(action, "/auth", { intent: "forgot", email }));
    expectRefused(asked[5]);
    const again = await repeat(6, () => new Visitor().submit(resend, "/auth/verify", { identifier: email }));
    expectRefused(again[5]);
  }
});
