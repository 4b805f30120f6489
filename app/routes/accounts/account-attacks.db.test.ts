// Attacks on other people's accounts. Each array of test cases lists the endpoints that are attacked in the same way. A
// new endpoint of sign-in or sign-up belongs in these arrays.

import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { auth as betterAuth } from "#app/platform/auth.server.ts";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import {
  newestLink,
  newestMail,
  newPerson,
  pressVerify,
  signInFields,
  signUpFields,
} from "#tests/support/accounts.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { updateRows } from "#tests/support/rows.ts";
import { type Outcome, Visitor } from "#tests/support/visitor.ts";
import { action as region, loader as regionPage } from "../shell/region.route.tsx";
import { action as auth, loader as authPage } from "./auth.route.tsx";
import { action as code, loader as codePage } from "./code.route.tsx";
import { loader as challengePage } from "./two-factor.route.tsx";
import { action as resend } from "./verify.route.tsx";

type Action = Parameters<Visitor["submit"]>[0];

openDatabase(captureNotices);
beforeEach(async () => {
  for (const table of ["users", "mails", "rate_limits", "verifications"] as const)
    await db().deleteFrom(table).execute();
});

const KNOWN = "anna@example.com";
const UNKNOWN = "nobody@example.com";

async function codeFor(email: string): Promise<string> {
  await new Visitor().submit(code, "/auth/code", { intent: "send", to: email });
  return (await newestMail(email))?.text.match(/\b\d{6}\b/)?.[0] ?? "";
}

/** What an attacker sees of a response, without the email address that they typed and the time when a code was sent. */
function visiblePart({ status, location, headers, data }: Outcome, email: string): string {
  const text = JSON.stringify({ status, location, cookies: headers.getSetCookie(), data });
  return text
    .replaceAll(email, "…")
    .replaceAll(encodeURIComponent(email), "…")
    .replaceAll(/"sentAt":\d{13}/g, '"sentAt":…')
    .replaceAll(/sign-up=[\w-]{43};/g, "sign-up=…;");
}

/** How often `run` hashed or compared a password, which takes most of a sign-in's time. */
async function hashings(run: () => Promise<unknown>): Promise<number> {
  const { password } = await betterAuth().$context;
  const { hash, verify: compare } = password;
  let count = 0;
  password.hash = (text) => {
    count++;
    return hash(text);
  };
  password.verify = (pair) => {
    count++;
    return compare(pair);
  };
  try {
    await run();
  } finally {
    Object.assign(password, { hash, verify: compare });
  }
  return count;
}

describe("whether an email address has an account", () => {
  const endpoints: [string, Action, (email: string) => Record<string, string>][] = [
    ["signing up", auth, (email) => signUpFields("Somebody", email)],
    ["signing in", auth, (email) => signInFields(email, "a guess at it")],
    ["a forgotten password", auth, (email) => ({ intent: "forgot", email })],
    ["a new verification link", resend, (email) => ({ intent: "resend", identifier: email })],
    ["a code", code, (email) => ({ intent: "send", to: email })],
    ["a new code", code, (email) => ({ intent: "resend", type: "sign-in", to: email })],
    [
      "a new verification link, at /auth/code",
      code,
      (email) => ({ intent: "resend", type: "verification", to: email }),
    ],
    ["a wrong code", code, (email) => ({ intent: "sign-in", to: email, code: "000000" })],
  ];

  test.each(endpoints)("is revealed by no answer: %s", async (_, action, fields) => {
    await newPerson("Anna", KNOWN);
    const answers = [];
    for (const email of [KNOWN, UNKNOWN]) {
      answers.push(visiblePart(await new Visitor().submit(action, "/auth", fields(email)), email));
    }
    expect(answers[1]).toBe(answers[0]);
  });

  test.each(endpoints)("is not revealed by the number of hashings: %s", async (name, action, fields) => {
    await newPerson("Anna", KNOWN);
    const works = [];
    for (const email of [KNOWN, UNKNOWN]) {
      works.push(await hashings(() => new Visitor().submit(action, "/auth", fields(email))));
    }
    const work = name.startsWith("signing") ? 1 : 0;
    expect(works).toEqual([work, work]);
  });
});

describe("a session cookie that was planted before the sign-in", () => {
  const ways: [string, (victim: Visitor) => Promise<unknown>][] = [
    ["with a password", (victim) => victim.submit(auth, "/auth", signInFields(KNOWN))],
    [
      "with a code",
      async (victim) => {
        const typed = await codeFor(KNOWN);
        await victim.submit(code, "/auth/code", { intent: "sign-in", to: KNOWN, code: typed });
      },
    ],
  ];

  test.each(ways)("is replaced by the sign-in: %s [V7.2.2 V7.2.4]", async (_, signIn) => {
    await newPerson("Anna", KNOWN);
    const mallory = await newPerson("Mallory");
    const planted = mallory.cookies.get(sessionCookieName()) ?? "";
    const victim = new Visitor();
    victim.cookies.set(sessionCookieName(), planted);
    await signIn(victim);
    expect((await viewerOf(victim.request("/")))?.username).toBe("Anna");
    expect(victim.cookies.get(sessionCookieName())).not.toBe(planted);
    expect((await viewerOf(mallory.request("/")))?.username ?? "Mallory").toBe("Mallory");
  });

  test("is replaced by the sign-in when its token was made up [V7.2.1]", async () => {
    const visitor = new Visitor();
    visitor.cookies.set(sessionCookieName(), "made-up.c2lnbmF0dXJl");
    await newPerson("Anna", KNOWN);
    await visitor.submit(auth, "/auth", signInFields(KNOWN));
    expect(visitor.cookies.get(sessionCookieName())).not.toContain("made-up");
  });
});

describe("a link that leads to another site after signing in", () => {
  function expectHere({ status, location }: Outcome): void {
    expect(status).toBe(302);
    expect(new URL(location ?? "", env().baseUrl).origin).toBe(env().baseUrl);
  }

  test("is not followed [V3.7.2]", async () => {
    const next = "/\\evil.example";
    const anna = await newPerson("Anna", KNOWN);
    const search = `next=${encodeURIComponent(next)}`;
    expectHere(await anna.open(authPage, `/auth?${search}`));
    expectHere(await anna.open(codePage, `/auth/code?${search}`));
    expectHere(await anna.open(challengePage, `/auth/two-factor?${search}`));
    expectHere(await new Visitor().open(challengePage, `/auth/two-factor?${search}`));
    expectHere(await new Visitor().submit(auth, `/auth?${search}`, signInFields(KNOWN)));
    const typed = { intent: "sign-in", to: KNOWN, code: await codeFor(KNOWN) };
    expectHere(await new Visitor().submit(code, `/auth/code?${search}`, typed));

    await new Visitor().submit(auth, `/auth?${search}`, signUpFields("Bert", "bert@example.com"));
    const link = await newestLink("bert@example.com");
    expectHere(await pressVerify(new Visitor(), link));
    await new Visitor().submit(auth, "/auth", signUpFields("Cleo", "cleo@example.com"));
    expectHere(await pressVerify(new Visitor(), `${await newestLink("cleo@example.com")}&${search}`));

    const page = await new Visitor().open(regionPage, `/preferences/region?${search}`);
    const { next: target } = page.data as { next: string };
    expect(new URL(target, env().baseUrl).origin).toBe(env().baseUrl);
    const choices = { country: "NL", language: "nl", currency: "EUR", next };
    expectHere(await new Visitor().submit(region, "/preferences/region", choices));
  });
});

describe("the host header of a request", () => {
  const HEADERS = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-original-host": "evil.example",
    forwarded: "host=evil.example;proto=https",
    origin: "https://evil.example",
    referer: "https://evil.example/auth",
  };

  test.each<[string, Action, (email: string) => Record<string, string>]>([
    ["signing up", auth, (email) => signUpFields("Somebody", email)],
    ["a forgotten password", auth, (email) => ({ intent: "forgot", email })],
    ["a new verification link", resend, (email) => ({ intent: "resend", identifier: email })],
  ])("has no influence on the links of mails: %s", async (_, action, fields) => {
    const email = "waiting@example.com";
    await new Visitor().submit(auth, "/auth", signUpFields("Waiting", email));
    await db().deleteFrom("mails").execute();
    const body = new URLSearchParams(fields(email));
    const request = new Request("https://evil.example/auth", { method: "POST", body, headers: HEADERS });
    await new Visitor().run(action, request);
    const mail = await newestMail(email);
    const text = `${mail?.text} ${mail?.html}`;
    expect(text).toContain(`${env().baseUrl}/auth`);
    expect(text).not.toContain("evil.example");
  });
});

test("a session is invalid from its exact end time on", async () => {
  const anna = await newPerson("Anna", KNOWN);
  await updateRows("sessions", {}, { expires_at: sql<Date>`now()` });
  expect(await viewerOf(anna.request("/"))).toBeNull();
});
