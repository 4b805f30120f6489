import { generateKeyPairSync } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { newestMail, newPerson } from "#tests/support/accounts.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { withEnv } from "#tests/support/env.ts";
import { type Providers, signedAnew } from "#tests/support/providers.ts";
import { newEnrolled } from "#tests/support/second-factor.ts";
import { idTokenOf, testProviders } from "#tests/support/social-sign-in.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./id-token.route.ts";
import { loader as session } from "./session.route.ts";
import { loader as challenge } from "./two-factor.route.tsx";

let providers: Providers;

openDatabase(async (url) => {
  await captureNotices(url);
  providers = await testProviders();
  providers.people.set("rafa", { email: "rafa@example.com", email_verified: true, name: "Rafa N" });
  providers.people.set("fake", { email: "rafa@example.com", email_verified: false });
});
beforeEach(async () => {
  for (const table of ["users", "rate_limits", "mails"] as const) await db().deleteFrom(table).execute();
});

const NONCE = "a nonce of the app";

async function send(body: unknown, visitor = new Visitor(), type = "application/json") {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const init = { method: "POST", body: text, headers: { "content-type": type } };
  const outcome = await visitor.run(action, visitor.request("/auth/id-token", init));
  return { ...outcome, answer: JSON.parse(String(outcome.data)) };
}

async function sessions(): Promise<number> {
  return (await db().selectFrom("sessions").select("id").execute()).length;
}

test("a token that came while its issuer was away is not used up [A7.9]", async () => {
  const before = env();
  const { oidc } = before.providers;
  if (!oidc) throw new Error("no issuer");
  const token = await idTokenOf("google", "rafa", NONCE);
  configure({
    ...before,
    providers: { ...before.providers, oidc: { ...oidc, issuer: "http://127.0.0.1:1" } },
  });
  try {
    for (const _ of [1, 2]) {
      expect(await send({ provider: "oidc", token, nonce: NONCE })).toMatchObject({
        status: 503,
        answer: { reason: "provider_away" },
      });
    }
  } finally {
    configure(before);
  }
  expect((await send({ provider: "google", token, nonce: "another nonce" })).status).toBe(401);
  expect((await send({ provider: "google", token, nonce: NONCE })).status).toBe(200);
  expect((await send({ provider: "google", token, nonce: NONCE })).status).toBe(401);
});

describe("POST /auth/id-token", () => {
  test.each(["google", "apple"] as const)(
    "signs in the person of an ID token of %s [A7.9]",
    async (provider) => {
      const visitor = new Visitor();
      const token = await idTokenOf(provider, "rafa", NONCE);
      const { status, answer } = await send({ provider, token, nonce: NONCE }, visitor);
      expect({ status, answer }).toEqual({ status: 200, answer: { viewer: { id: expect.any(String) } } });
      const { data } = await visitor.open(session, "/auth/session");
      expect(JSON.parse(String(data)).viewer).toEqual({ id: answer.viewer.id, username: "rafa" });
    },
  );

  test("opens the account with the same email address when both the provider and the shop have verified the address", async () => {
    await newPerson("Rafael", "rafa@example.com");
    const visitor = new Visitor();
    await send(
      { provider: "google", token: await idTokenOf("google", "rafa", NONCE), nonce: NONCE },
      visitor,
    );
    const { data } = await visitor.open(session, "/auth/session");
    expect(JSON.parse(String(data)).viewer).toMatchObject({ username: "Rafael" });
  });

  test("opens no session before the second factor of an account that has one [A7.19]", async () => {
    await newEnrolled("Rafa");
    const before = await sessions();
    const visitor = new Visitor();
    const token = await idTokenOf("google", "rafa", NONCE);
    const { status, answer } = await send({ provider: "google", token, nonce: NONCE }, visitor);
    expect([status, answer.reason]).toEqual([401, "second_factor"]);
    expect(await sessions()).toBe(before);
    expect((await visitor.open(challenge, "/auth/two-factor")).status).toBe(200);
    expect((await new Visitor().open(challenge, "/auth/two-factor")).status).toBe(302);
  });

  test("accepts each token once, even in two concurrent requests [A7.9 V10.5.1]", async () => {
    const sent = { provider: "google", token: await idTokenOf("google", "rafa", NONCE), nonce: NONCE };
    const outcomes = await Promise.all([send(sent), send(sent)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await send(sent)).status).toBe(401);
    expect(await sessions()).toBe(1);
  });

  test("accepts no used token again with its signature encoded differently", async () => {
    const token = await idTokenOf("google", "rafa", NONCE);
    expect((await send({ provider: "google", token, nonce: NONCE })).status).toBe(200);
    const bytes = Buffer.from(token.slice(token.lastIndexOf(".") + 1), "base64url");
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const same = [...letters]
      .map((last) => token.slice(0, -1) + last)
      .filter((other) => other !== token)
      .filter((other) => Buffer.from(other.slice(other.lastIndexOf(".") + 1), "base64url").equals(bytes));
    expect(same.length).toBeGreaterThan(0);
    for (const other of same)
      expect((await send({ provider: "google", token: other, nonce: NONCE })).status).toBe(401);
    expect(await sessions()).toBe(1);
  });

  test.each<[string, () => Promise<{ provider: string; token: string; nonce: string }>]>([
    [
      "with another nonce",
      async () => ({
        provider: "google",
        token: await idTokenOf("google", "rafa", NONCE),
        nonce: "another nonce",
      }),
    ],
    [
      "made for somebody else's app",
      async () => ({
        provider: "google",
        token: await idTokenOf("google", "rafa", NONCE, "somebody-elses-app"),
        nonce: NONCE,
      }),
    ],
    [
      "of another provider",
      async () => ({ provider: "apple", token: await idTokenOf("google", "rafa", NONCE), nonce: NONCE }),
    ],
    [
      "that was changed",
      async () => {
        const [head, , signature] = (await idTokenOf("google", "rafa", NONCE)).split(".");
        const claims = { sub: "rafa", email: "roger@example.com", email_verified: true, nonce: NONCE };
        const body = Buffer.from(JSON.stringify(claims)).toString("base64url");
        return { provider: "google", token: `${head}.${body}.${signature}`, nonce: NONCE };
      },
    ],
    [
      "that says it needs no signature",
      async () => {
        const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString("base64url");
        const claims = { iss: "https://accounts.google.com", aud: "our-id", sub: "rafa", nonce: NONCE };
        return { provider: "google", token: `${part({ alg: "none" })}.${part(claims)}.x`, nonce: NONCE };
      },
    ],
  ])(
    "refuses a token %s [A8.29 V6.8.2 V9.1.1 V9.1.2 V9.1.3 V9.2.3 V10.5.1 V10.5.4 V11.6.1]",
    async (_, forge) => {
      const visitor = new Visitor();
      const { status, answer } = await send(await forge(), visitor);
      expect({ status, answer }).toEqual({
        status: 401,
        answer: expect.objectContaining({ ok: false, reason: "token_invalid", message: expect.any(String) }),
      });
      expect(visitor.cookies.has(sessionCookieName())).toBe(false);
      expect(await db().selectFrom("users").select("id").execute()).toEqual([]);
    },
  );

  test("refuses a token whose time is over, and one that brings its own key [V9.1.3 V9.2.1]", async () => {
    const token = await idTokenOf("google", "rafa", NONCE);
    const now = Math.floor(Date.now() / 1000);
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const bad = [
      signedAnew(token, { claims: { iat: now - 120, exp: now - 60 } }),
      signedAnew(token, { head: { jwk: publicKey.export({ format: "jwk" }) }, key: privateKey }),
    ];
    for (const one of bad)
      expect((await send({ provider: "google", token: one, nonce: NONCE })).status).toBe(401);
    const good = signedAnew(token, { claims: { iat: now - 120, exp: now + 60 } });
    expect((await send({ provider: "google", token: good, nonce: NONCE })).status).toBe(200);
  });

  test.each(["google", "facebook"] as const)(
    "sends a mail instead of signing in when %s has not verified the email address",
    async (provider) => {
      await newPerson("Rafael", "rafa@example.com");
      const before = await sessions();
      const { status, answer } = await send({
        provider,
        token: await idTokenOf(provider, "fake", NONCE),
        nonce: NONCE,
      });
      expect([status, answer.reason]).toEqual([403, "provider_unverified"]);
      expect(await sessions()).toBe(before);
      expect((await newestMail("rafa@example.com"))?.text).toContain("Rafael");
    },
  );

  test.each<[string, unknown, number, string]>([
    ["nothing", "", 400, "form_broken"],
    ["text that is not JSON", "provider=google", 400, "form_broken"],
    ["null", null, 400, "form_broken"],
    ["a JSON array", [], 400, "form_broken"],
    ["no nonce", { provider: "google", token: "a.b.c" }, 400, "form_broken"],
    ["an unknown provider", { provider: "evil", token: "a.b.c", nonce: NONCE }, 400, "form_broken"],
    ["a text that is no token", { provider: "facebook", token: "opaque", nonce: NONCE }, 400, "form_broken"],
    ["a NUL", { provider: "google", token: "a.\0.c", nonce: NONCE }, 400, "form_broken"],
    [
      "an endless token",
      { provider: "google", token: `a.${"b".repeat(20_000)}.c`, nonce: NONCE },
      400,
      "form_broken",
    ],
    [
      "nonsense in the shape of a token",
      { provider: "google", token: "a.b.c", nonce: NONCE },
      401,
      "token_invalid",
    ],
  ])("answers %s without a 500", async (_, body, status, reason) => {
    const outcome = await send(body);
    expect([outcome.status, outcome.answer.reason]).toEqual([status, reason]);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])(
    "refuses the content type %s, which another site could make a browser send [V3.5.2]",
    async (type) => {
      expect(
        (await send({ provider: "google", token: "a.b.c", nonce: NONCE }, new Visitor(), type)).status,
      ).toBe(415);
    },
  );

  test("says when a provider is not set up", async () => {
    await withEnv({ providers: {} }, async () => {
      expect(await send({ provider: "google", token: "a.b.c", nonce: NONCE })).toMatchObject({
        status: 404,
        answer: {
          reason: "provider_missing",
          message: expect.stringMatching(/^You cannot sign in with Google here/),
        },
      });
    });
  });

  test("is limited to thirty attempts", async () => {
    const visitor = new Visitor();
    const tries = [];
    for (let n = 0; n < 31; n++) {
      tries.push((await send({ provider: "google", token: `a.b.${n}`, nonce: NONCE }, visitor)).status);
    }
    expect(tries).toEqual([...Array(30).fill(401), 429]);
  });

  test("cannot be opened with GET", async () => {
    const opened = await new Visitor().open(loader, "/auth/id-token");
    expect([opened.status, opened.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
