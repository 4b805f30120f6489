import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { hashOf } from "#app/platform/signature.server.ts";
import { loader as returnToApp } from "#app/routes/accounts/return-to-app.route.ts";
import { action as twoFactor } from "#app/routes/accounts/two-factor.route.tsx";
import { newPerson, PASSWORD } from "#tests/support/accounts.ts";
import { type ApiAnswer, apiWith } from "#tests/support/api.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { ProviderBrowser } from "#tests/support/provider-browser.ts";
import type { Providers } from "#tests/support/providers.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { newEnrolled } from "#tests/support/second-factor.ts";
import { idTokenOf, returnFromProvider, testProviders } from "#tests/support/social-sign-in.ts";
import { totp } from "#tests/support/totp.ts";
import { Visitor } from "#tests/support/visitor.ts";

const APP = "com.example.app://signed-in";

let providers: Providers;

openDatabase(async (url) => {
  await captureNotices(url);
  providers = await testProviders();
  configure({ ...env(), apiRedirects: [APP] });
});
beforeEach(async () => {
  for (const table of ["users", "rate_limits", "auth_rate_limits", "mails"] as const)
    await db().deleteFrom(table).execute();
  providers.people.set("rafa", { email: "rafa@example.com", email_verified: true, name: "Rafa N" });
});

const nobody = apiWith(null);

function newVerifier() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: hashOf(verifier) };
}

function authorize(query: Record<string, string>) {
  return nobody("GET", `/auth/v1/authorize?${new URLSearchParams(query)}`);
}

function keep(visitor: Visitor, { headers }: ApiAnswer): void {
  for (const line of headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    visitor.cookies.set(name, value);
  }
}

/** Goes to a provider and back, as a browser that a program has opened. @returns where the shop leads afterwards */
async function throughProvider(visitor: Visitor, provider: string, challenge: string, redirect_to = APP) {
  const started = await authorize({
    provider,
    redirect_to,
    code_challenge: challenge,
    code_challenge_method: "s256",
  });
  expect(started.status).toBe(302);
  keep(visitor, started);
  const way = await new ProviderBrowser().answer(started.headers.get("location") ?? "", { login: "rafa" });
  return (await returnFromProvider(visitor, way)).location ?? "";
}

async function codeFrom(visitor: Visitor): Promise<string> {
  const { location } = await visitor.open(returnToApp, "/return-to-app");
  return new URL(location ?? "").searchParams.get("code") ?? "";
}

function exchange(auth_code: string, code_verifier: string) {
  return nobody("POST", "/auth/v1/token?grant_type=pkce", { body: { auth_code, code_verifier } });
}

describe("GET /authorize", () => {
  test.each(["google", "apple", "oidc"])(
    "leads to %s and back to the program, which gets the session by its verifier [A7.9 A7.12 A7.17]",
    async (provider) => {
      const { verifier, challenge } = newVerifier();
      const visitor = new Visitor();
      expect(await throughProvider(visitor, provider, challenge)).toBe(`${env().baseUrl}/return-to-app`);
      const back = await visitor.open(returnToApp, "/return-to-app");
      expect(back.location).toMatch(/^com\.example\.app:\/\/signed-in\?code=[\w-]{43}$/);
      const code = new URL(back.location ?? "").searchParams.get("code") ?? "";
      expect(await viewerOf(visitor.request("/"))).toBeNull();
      const { status, body } = await exchange(code, verifier);
      expect([status, body.user?.user_metadata]).toEqual([200, { username: "rafa" }]);
      expect((await apiWith(body.access_token)("GET", "/auth/v1/user")).status).toBe(200);
      expect(await findRows("sessions", {}, ["ip_address"])).toEqual([{ ip_address: "127.0.0.1" }]);
      // A code that comes again was copied, so its session ends.
      expect(await exchange(code, verifier)).toMatchObject({ status: 401, body: { reason: "code_invalid" } });
      expect((await apiWith(body.access_token)("GET", "/auth/v1/user")).status).toBe(401);
    },
  );

  test("refuses what would weaken the exchange, and addresses of others", async () => {
    const good = {
      provider: "google",
      redirect_to: APP,
      code_challenge: newVerifier().challenge,
      code_challenge_method: "s256",
    };
    const { code_challenge: _, ...withoutChallenge } = good;
    const { code_challenge_method: __, ...withoutMethod } = good;
    const wrong: [Record<string, string>, string][] = [
      [{ ...good, code_challenge_method: "plain" }, "code_challenge_method"],
      [withoutMethod, "code_challenge_method"],
      [withoutChallenge, "code_challenge"],
      [{ ...good, code_challenge: "short" }, "code_challenge"],
      [{ ...good, redirect_to: "https://evil.example/" }, "redirect_to"],
      [{ ...good, redirect_to: `${APP}.evil` }, "redirect_to"],
      [{ ...good, redirect_to: `${env().baseUrl}.evil.example/` }, "redirect_to"],
      [{ ...good, redirect_to: "javascript:alert(1)" }, "redirect_to"],
      [{ ...good, provider: "github" }, "provider"],
      [{ ...good, response_type: "token" }, "response_type"],
    ];
    for (const [query, field] of wrong) {
      const { status, body, headers } = await authorize(query);
      expect([status, body.errors[0].field, headers.get("location")]).toEqual([422, `query.${field}`, null]);
    }
    const ownPage = await authorize({ ...good, redirect_to: `${env().baseUrl}/app` });
    expect(ownPage.status).toBe(302);
  });

  test("a code works for its verifier only, in a minute; a wrong one ends its session", async () => {
    const visitor = new Visitor();
    const { verifier, challenge } = newVerifier();
    await throughProvider(visitor, "google", challenge);
    const code = await codeFrom(visitor);
    expect(await exchange(code, newVerifier().verifier)).toMatchObject({
      status: 401,
      body: { reason: "code_invalid" },
    });
    expect((await exchange(code, verifier)).status).toBe(401);
    expect(await findRows("sessions", {}, ["id"])).toEqual([]);
    await throughProvider(visitor, "google", challenge);
    const late = await codeFrom(visitor);
    await updateRows("verifications", {}, { expires_at: new Date() });
    expect((await exchange(late, verifier)).status).toBe(401);
    // The challenge is public: it must not pass for the verifier.
    await throughProvider(visitor, "google", challenge);
    expect((await exchange(await codeFrom(visitor), challenge)).status).toBe(401);
  });

  test("hands over no session that was there before, and none in another browser", async () => {
    const anna = await newPerson("Anna");
    const query = {
      redirect_to: APP,
      code_challenge: newVerifier().challenge,
      code_challenge_method: "s256",
    };
    const strayed = await anna.open(returnToApp, "/return-to-app");
    expect(strayed.location).toBe("/");
    keep(anna, await authorize({ provider: "google", ...query }));
    const { location } = await anna.open(returnToApp, "/return-to-app");
    expect(location).toBe(`${APP}?error=access_denied`);
    expect(await viewerOf(anna.request("/"))).toMatchObject({ username: "Anna" });
    anna.cookies.set("app-sign-in", `${Buffer.from("{}").toString("base64url")}.forged`);
    expect((await anna.open(returnToApp, "/return-to-app")).location).toBe("/");
  });

  test("passes the second factor of an account that has one [A7.19]", async () => {
    const rafa = await newEnrolled("Rafa");
    const visitor = new Visitor();
    const { verifier, challenge } = newVerifier();
    const detour = `${env().baseUrl}/auth/two-factor?next=%2Freturn-to-app`;
    expect(await throughProvider(visitor, "google", challenge)).toBe(detour);
    expect((await visitor.open(returnToApp, "/return-to-app")).location).toBe(`${APP}?error=access_denied`);
    expect(await throughProvider(visitor, "google", challenge)).toBe(detour);
    await db().deleteFrom("rate_limits").execute();
    const answered = await visitor.submit(twoFactor, "/auth/two-factor?next=%2Freturn-to-app", {
      code: totp(rafa.uri),
    });
    expect(answered.location).toBe("/return-to-app");
    expect((await exchange(await codeFrom(visitor), verifier)).status).toBe(200);
  });

  test("lets no suspended person in", async () => {
    const { verifier, challenge } = newVerifier();
    const visitor = new Visitor();
    await throughProvider(visitor, "google", challenge);
    await exchange(await codeFrom(visitor), verifier);
    await updateRows("profiles", {}, { suspended_until: "infinity" });
    expect(await throughProvider(visitor, "google", challenge)).toContain("/auth?error=account_suspended");
  });
});

test("POST /sso answers the address at which an organisation's person signs in [A7.12]", async () => {
  const { verifier, challenge } = newVerifier();
  const sent = { redirect_to: APP, code_challenge: challenge, code_challenge_method: "s256" };
  const { status, body } = await nobody("POST", "/auth/v1/sso", { body: { provider_id: "oidc", ...sent } });
  expect(status).toBe(200);
  const url = new URL(body.url);
  expect(url.origin + url.pathname).toBe(`${env().baseUrl}/auth/v1/authorize`);
  const visitor = new Visitor();
  const started = await nobody("GET", url.pathname + url.search);
  keep(visitor, started);
  const way = await new ProviderBrowser().answer(started.headers.get("location") ?? "", { login: "rafa" });
  await returnFromProvider(visitor, way);
  expect((await exchange(await codeFrom(visitor), verifier)).status).toBe(200);
  const elsewhere = { provider_id: "oidc", ...sent, redirect_to: "https://evil.example" };
  expect((await nobody("POST", "/auth/v1/sso", { body: elsewhere })).status).toBe(422);
});

describe("POST /token with an ID token", () => {
  const NONCE = "a nonce of the app";
  const send = async (body: object) => nobody("POST", "/auth/v1/token?grant_type=id_token", { body });

  test("signs in the person of a provider, once [A7.9]", async () => {
    const body = { provider: "google", id_token: await idTokenOf("google", "rafa", NONCE), nonce: NONCE };
    expect(await send({ ...body, nonce: "another nonce" })).toMatchObject({
      status: 401,
      body: { reason: "token_invalid" },
    });
    const answer = await send(body);
    expect(answer).toMatchObject({ status: 200, body: { user: { user_metadata: { username: "rafa" } } } });
    expect(answer.body.user.identities).toMatchObject([{ provider: "google" }]);
    expect(await send(body)).toMatchObject({ status: 401, body: { reason: "token_invalid" } });
    expect((await send({ ...body, provider: "github" })).status).toBe(422);
  });

  test("asks for the second factor first", async () => {
    await newEnrolled("Rafa");
    const before = await findRows("sessions", {}, ["id"]);
    const body = { provider: "google", id_token: await idTokenOf("google", "rafa", NONCE), nonce: NONCE };
    expect(await send(body)).toMatchObject({ status: 401, body: { reason: "second_factor" } });
    expect(await findRows("sessions", {}, ["id"])).toEqual(before);
  });
});

test("GET /user/identities/authorize leads to a provider, whose account is then linked [A7.18]", async () => {
  await newPerson("Anna");
  const { body } = await nobody("POST", "/auth/v1/token?grant_type=password", {
    body: { email: "Anna", password: PASSWORD },
  });
  const api = apiWith(body.access_token);
  const started = await api("GET", "/auth/v1/user/identities/authorize?provider=google");
  expect(started.status).toBe(200);
  const way = await new ProviderBrowser().answer(started.body.url, { login: "rafa" });
  const stranger = new Visitor();
  await returnFromProvider(stranger, way).catch(() => null);
  expect((await api("GET", "/auth/v1/user")).body.identities).toHaveLength(1);
  const visitor = new Visitor();
  keep(visitor, started);
  expect(visitor.cookies.has(sessionCookieName())).toBe(true);
  const again = await new ProviderBrowser().answer(started.body.url, { login: "rafa" });
  const { location } = await returnFromProvider(visitor, again);
  expect(location).toBe(`${env().baseUrl}/profile/security/identities?added=google`);
  const { identities } = (await api("GET", "/auth/v1/user")).body;
  expect(identities.map(({ provider }: { provider: string }) => provider)).toEqual(["email", "google"]);
});
