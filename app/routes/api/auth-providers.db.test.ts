import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { hashOf } from "#app/platform/signature.server.ts";
import { loader as returnToApp } from "#app/routes/accounts/return-to-app.route.ts";
import { action as twoFactor } from "#app/routes/accounts/two-factor.route.tsx";
import { newestMail, newPerson, PASSWORD } from "#tests/support/accounts.ts";
import { type ApiAnswer, apiWith } from "#tests/support/api.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type AtProvider, ProviderBrowser } from "#tests/support/provider-browser.ts";
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
    "leads to %s and back to the program, which gets the session by its verifier [A7.9 A7.12 A7.17 V10.4.2]",
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

  test("refuses what would weaken the exchange, and addresses of others [V10.4.1 V10.4.6]", async () => {
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
      [{ ...good, redirect_to: `${env().baseUrl}/profile` }, "redirect_to"],
      [{ ...good, redirect_to: "javascript:alert(1)" }, "redirect_to"],
      [{ ...good, provider: "github" }, "provider"],
      [{ ...good, response_type: "token" }, "response_type"],
    ];
    for (const [query, field] of wrong) {
      const { status, body, headers } = await authorize(query);
      expect([status, body.errors[0].field, headers.get("location")]).toEqual([422, `query.${field}`, null]);
    }
  });

  test("a code works for its verifier only, in a minute; a wrong one ends its session [V10.4.3]", async () => {
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

describe("GET /user/identities/authorize", () => {
  async function signedIn(username: string) {
    await newPerson(username);
    const { body } = await nobody("POST", "/auth/v1/token?grant_type=password", {
      body: { email: username, password: PASSWORD },
    });
    return apiWith(body.access_token);
  }

  async function addressFor(api: ReturnType<typeof apiWith>, challenge: string): Promise<URL> {
    const flow = { redirect_to: APP, code_challenge: challenge, code_challenge_method: "s256" };
    const query = new URLSearchParams({ provider: "google", ...flow });
    const { status, body, headers } = await api("GET", `/auth/v1/user/identities/authorize?${query}`);
    expect([status, headers.getSetCookie()]).toEqual([200, []]);
    return new URL(body.url);
  }

  /** Opens the address in a browser, goes to the provider and back. @returns where the shop leads afterwards */
  async function follow(visitor: Visitor, { pathname, search }: URL, login: AtProvider = { login: "rafa" }) {
    const started = await nobody("GET", pathname + search);
    expect(started.status).toBe(302);
    keep(visitor, started);
    const way = await new ProviderBrowser().answer(started.headers.get("location") ?? "", login);
    const back = new URL((await returnFromProvider(visitor, way)).location ?? "");
    expect(back.pathname).toBe("/return-to-app");
    const { location } = await visitor.open(returnToApp, back.pathname + back.search);
    expect([...visitor.cookies].filter(([, value]) => value !== "")).toEqual([]);
    return new URL(location ?? "").searchParams;
  }

  async function waysOf(api: ReturnType<typeof apiWith>): Promise<string[]> {
    const { identities } = (await api("GET", "/auth/v1/user")).body;
    return identities.map(({ provider }: { provider: string }) => provider);
  }

  test("leads to a provider and back with a code, which links the account; the browser gets no session [A7.18]", async () => {
    const api = await signedIn("Anna");
    const { verifier, challenge } = newVerifier();
    const back = await follow(new Visitor(), await addressFor(api, challenge));
    expect(await waysOf(api)).toEqual(["email"]);
    const { status, body } = await exchange(back.get("code") ?? "", verifier);
    expect([status, body.user?.user_metadata]).toEqual([200, { username: "Anna" }]);
    expect(await waysOf(apiWith(body.access_token))).toEqual(["email", "google"]);
    expect((await newestMail("anna@example.com"))?.text).toContain("Google");
    // An account that is linked already is linked again, as by the page.
    const next = newVerifier();
    const again = await follow(new Visitor(), await addressFor(api, next.challenge));
    expect((await exchange(again.get("code") ?? "", next.verifier)).status).toBe(200);
    expect(await waysOf(api)).toEqual(["email", "google"]);
  });

  test("links nothing without the verifier: who follows another person's address keeps their account apart", async () => {
    const api = await signedIn("Anna");
    const { challenge } = newVerifier();
    const back = await follow(new Visitor(), await addressFor(api, challenge));
    expect(await exchange(back.get("code") ?? "", newVerifier().verifier)).toMatchObject({ status: 401 });
    expect(await findRows("accounts", { provider_id: "google" }, ["id"])).toEqual([]);
  });

  test("leads back with an error for a cancelled visit, an account of another person, and a dead address", async () => {
    const api = await signedIn("Anna");
    const cancelled = await follow(new Visitor(), await addressFor(api, newVerifier().challenge), {
      error: "access_denied",
      description: "No",
    });
    expect(cancelled.get("error")).toBe("access_denied");
    const bea = await signedIn("Bea");
    const { verifier, challenge } = newVerifier();
    const linked = await follow(new Visitor(), await addressFor(bea, challenge));
    await exchange(linked.get("code") ?? "", verifier);
    const taken = await follow(new Visitor(), await addressFor(api, newVerifier().challenge));
    expect(taken.get("error")).toBe("account_already_linked_to_different_user");
    const dead = async (change: (address: URL) => void) => {
      const address = await addressFor(api, newVerifier().challenge);
      change(address);
      const { status, headers } = await nobody("GET", address.pathname + address.search);
      return [status, headers.get("location")];
    };
    const refused = [302, `${APP}?error=access_denied`];
    expect(await dead(({ searchParams }) => searchParams.set("ticket", "a.b.c"))).toEqual(refused);
    expect(
      await dead(({ searchParams }) => searchParams.set("code_challenge", newVerifier().challenge)),
    ).toEqual(refused);
    const twice = await addressFor(api, newVerifier().challenge);
    await nobody("GET", twice.pathname + twice.search);
    expect((await nobody("GET", twice.pathname + twice.search)).headers.get("location")).toBe(refused[1]);
    const late = await addressFor(api, newVerifier().challenge);
    await api("POST", "/auth/v1/logout");
    expect((await nobody("GET", late.pathname + late.search)).headers.get("location")).toBe(refused[1]);
  });

  test("two people who link one account at once: one gets it", async () => {
    const people = [await signedIn("Anna"), await signedIn("Bea")];
    const sent = await Promise.all(
      people.map(async (api) => {
        const { verifier, challenge } = newVerifier();
        const back = await follow(new Visitor(), await addressFor(api, challenge));
        return { code: back.get("code") ?? "", verifier };
      }),
    );
    const answers = await Promise.all(sent.map(({ code, verifier }) => exchange(code, verifier)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.reason).toBe("identity_taken");
    expect(await findRows("accounts", { provider_id: "google" }, ["id"])).toHaveLength(1);
  });
});
