import { beforeEach, describe, expect, test } from "vitest";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
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
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { withEnv } from "#tests/support/env.ts";
import { ProviderBrowser } from "#tests/support/provider-browser.ts";
import type { Persona, Providers } from "#tests/support/providers.ts";
import { findRow } from "#tests/support/rows.ts";
import {
  goToProvider,
  returnFromProvider,
  signInWith,
  testProviders,
} from "#tests/support/social-sign-in.ts";
import { refusal, Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./auth.route.tsx";
import { action as code } from "./code.route.tsx";
import { action as reset } from "./reset.route.tsx";

let providers: Providers;

openDatabase(async (url) => {
  await captureNotices(url);
  providers = await testProviders();
});
beforeEach(async () => {
  for (const table of ["users", "rate_limits", "auth_rate_limits", "mails"] as const) {
    await db().deleteFrom(table).execute();
  }
});

const RAFA: Persona = { email: "rafa@example.com", email_verified: true, name: "Rafa N" };

function meet(persona: Persona, login = "rafa") {
  providers.people.set(login, persona);
  return { login };
}

async function who(visitor: Visitor) {
  const viewer = await viewerOf(visitor.request("/"));
  return viewer && { username: viewer.username, email: viewer.email };
}

async function accounts() {
  const rows = await db()
    .selectFrom("accounts")
    .innerJoin("users", "users.id", "accounts.user_id")
    .select(["users.email", "accounts.provider_id"])
    .orderBy("users.email")
    .orderBy("provider_id")
    .execute();
  return rows.map(({ email, provider_id: provider }) => `${email} ${provider}`);
}

/** The notice on the page to which a failed sign-in redirects. */
async function notice(visitor: Visitor, location: string | null) {
  const { data } = await visitor.open(loader, location ?? "");
  return (data as { notice: { text: string; providerText: string | null } | null }).notice;
}

describe("a new person", () => {
  test.each(["google", "apple", "oidc"])(
    "is signed in by %s and goes on to the page they wanted [A7.5 A7.9 A7.12 A7.17]",
    async (provider) => {
      const outcome = await signInWith(provider, meet(RAFA), new Visitor(), "/auth?next=%2Fsell");
      expect(outcome.location).toBe(`${env().baseUrl}/sell`);
      expect(await who(outcome.visitor)).toEqual({ username: "rafa", email: "rafa@example.com" });
      const again = await signInWith(provider, meet({ ...RAFA, email: "moved@example.com" }));
      expect(await who(again.visitor)).toEqual({ username: "rafa", email: "rafa@example.com" });
      expect(await accounts()).toEqual([`rafa@example.com ${provider}`]);
    },
  );

  test("gets a username that ends in a number when the name is taken", async () => {
    await newPerson("Rafa", "other@example.com");
    const { visitor } = await signInWith("google", meet(RAFA));
    expect(await who(visitor)).toEqual({ username: "rafa2", email: "rafa@example.com" });
  });

  test("from Facebook, which does not verify email addresses, must first follow a link in a mail", async () => {
    const { location, visitor } = await signInWith(
      "facebook",
      meet(RAFA),
      new Visitor(),
      "/auth?next=%2Fsell",
    );
    expect(await who(visitor)).toBeNull();
    expect((await notice(visitor, location))?.text).toMatch(
      /^Please check your email to verify your account\./,
    );
    const link = await newestLink("rafa@example.com");
    expect(link).toContain("next=%2Fsell");
    // The mail names the provider with which the link would let somebody sign in.
    expect((await newestMail("rafa@example.com"))?.text).toContain("signing in with Facebook");
    await pressVerify(visitor, link);
    expect(await who(visitor)).toEqual({ username: "rafa", email: "rafa@example.com" });
    expect(await who((await signInWith("facebook", meet(RAFA))).visitor)).toEqual({
      username: "rafa",
      email: "rafa@example.com",
    });
  });

  test.each<[string, Persona]>([
    ["no email address", { name: "Rafa" }],
    ["an incomplete email address", { ...RAFA, email: "rafa@" }],
    ["a NUL in the email address", { ...RAFA, email: "rafa\0@example.com" }],
    ["a very long email address", { ...RAFA, email: `${"r".repeat(400)}@example.com` }],
  ])("with %s is told that an email address is needed, and nothing is stored", async (_, persona) => {
    const { location, visitor } = await signInWith("google", meet(persona));
    expect((await notice(visitor, location))?.text).toMatch(/^Google did not share your email address/);
    expect(await accounts()).toEqual([]);
  });

  test.each(["\0Ra\nfa\u202E", "", "<b>Rafa</b>", "🎾".repeat(500)])(
    "may have the name %j at the provider",
    async (name) => {
      const { visitor } = await signInWith("google", meet({ ...RAFA, name }));
      expect(await who(visitor)).toEqual({ username: "rafa", email: "rafa@example.com" });
      const { name: stored } = await findRow("users", {});
      expect(stored).not.toMatch(/\p{C}/u);
      expect(stored.length).toBeLessThanOrEqual(200);
    },
  );

  test("is another one than the person with the same id at another provider [V6.8.1]", async () => {
    const google = await signInWith("google", meet(RAFA));
    const club = await signInWith("oidc", meet({ ...RAFA, email: "club@example.com" }));
    expect((await who(google.visitor))?.email).toBe(RAFA.email);
    expect((await who(club.visitor))?.email).toBe("club@example.com");
    expect(await accounts()).toEqual(["club@example.com oidc", "rafa@example.com google"]);
  });

  test("leaves no token of the provider in the database [V10.1.1]", async () => {
    await signInWith("google", meet(RAFA));
    await signInWith("google", meet(RAFA));
    expect(
      await db().selectFrom("accounts").select(["access_token", "refresh_token", "id_token"]).execute(),
    ).toEqual([{ access_token: null, refresh_token: null, id_token: null }]);
  });
});

describe("an account with the same email address", () => {
  test("is opened when the provider and the shop have both verified the address", async () => {
    await newPerson("Rafael", "rafa@example.com");
    const { visitor } = await signInWith("google", meet({ ...RAFA, email: "Rafa@Example.com" }));
    expect(await who(visitor)).toEqual({ username: "Rafael", email: "rafa@example.com" });
    expect(await accounts()).toEqual(["rafa@example.com credential", "rafa@example.com google"]);
  });

  test.each(["google", "apple", "facebook", "oidc"])(
    "is not opened when %s has not verified the address; the answer is the same as for a new person",
    async (provider) => {
      await newPerson("Rafael", "rafa@example.com");
      const claimed = await signInWith(provider, meet({ ...RAFA, email_verified: false }));
      const stranger = await signInWith(
        provider,
        meet({ ...RAFA, email: "new@example.com", email_verified: false }, "new"),
      );
      expect(await who(claimed.visitor)).toBeNull();
      expect(await accounts()).toEqual([`new@example.com ${provider}`, "rafa@example.com credential"]);
      expect(await notice(claimed.visitor, claimed.location)).toEqual(
        await notice(stranger.visitor, stranger.location),
      );
      expect((await newestMail("rafa@example.com"))?.text).toContain("Rafael");
    },
  );

  test("is not opened by an organisation's issuer", async () => {
    await newPerson("Rafael", "rafa@example.com");
    const { location, visitor } = await signInWith("oidc", meet(RAFA));
    expect((await notice(visitor, location))?.text).toMatch(
      /^There is already an account with this email address\./,
    );
    expect(await who(visitor)).toBeNull();
    expect(await accounts()).toEqual(["rafa@example.com credential"]);
  });

  test("is replaced when somebody else created it and never verified the address", async () => {
    await new Visitor().submit(action, "/auth", signUpFields("Squatter", "rafa@example.com"));
    const { visitor } = await signInWith("google", meet(RAFA));
    expect(await who(visitor)).toEqual({ username: "rafa", email: "rafa@example.com" });
    expect(await accounts()).toEqual(["rafa@example.com google"]);
    const squatter = new Visitor();
    await squatter.submit(action, "/auth", signInFields("rafa@example.com", PASSWORD));
    expect(await who(squatter)).toBeNull();
  });

  test("loses the identities that somebody else added before the address was verified", async () => {
    await signInWith("facebook", meet(RAFA, "squatter"));
    await new Visitor().submit(action, "/auth", { intent: "forgot", email: "rafa@example.com" });
    const token =
      new URLSearchParams((await newestLink("rafa@example.com")).split("?")[1]).get("token") ?? "";
    await new Visitor().submit(reset, "/auth/reset", { token, password: PASSWORD, confirm: PASSWORD });
    expect(await accounts()).toEqual(["rafa@example.com credential"]);
    expect(await who((await signInWith("facebook", meet(RAFA, "squatter"))).visitor)).toBeNull();
  });

  test("loses the identities that somebody else added, also when a mailed code verifies the address", async () => {
    await signInWith("facebook", meet(RAFA, "squatter"));
    const visitor = new Visitor();
    await visitor.submit(code, "/auth/code", { intent: "send", to: "rafa@example.com" });
    const [typed = ""] = (await newestMail("rafa@example.com"))?.text.match(/\b\d{6}\b/) ?? [];
    await visitor.submit(code, "/auth/code", { intent: "sign-in", to: "rafa@example.com", code: typed });
    expect(await who(visitor)).not.toBeNull();
    expect(await accounts()).toEqual([]);
  });

  test("can be created though somebody else began to sign up with the address at Facebook", async () => {
    await signInWith("facebook", meet(RAFA, "squatter"));
    await newPerson("Rafael", "rafa@example.com");
    expect(await accounts()).toEqual(["rafa@example.com credential"]);
  });
});

describe("a sign-in with a provider that fails", () => {
  test.each(["google", "apple", "facebook", "oidc"])(
    "at %s shows the provider's own message [A8.30]",
    async (provider) => {
      const no = { error: "access_denied", description: "The <b>person</b>\nsaid no." };
      const { location, visitor } = await signInWith(provider, no, new Visitor(), "/auth?next=%2Fsell");
      const to = new URL(location ?? "");
      expect([to.pathname, to.searchParams.get("next")]).toEqual(["/auth", "/sell"]);
      expect(await notice(visitor, location)).toEqual({
        text: expect.stringMatching(/^Signing in with .+ was cancelled\. Nothing was changed\.$/),
        providerText: expect.stringMatching(/says: “The <b>person<\/b> said no\.”$/),
      });
      expect(await who(visitor)).toBeNull();
    },
  );

  test("shows no message that somebody else wrote into the URL", async () => {
    const message = "Call 0900-1234 to unlock your account";
    const { location, visitor } = await signInWith("google", { error: "access_denied", description: "No." });
    const forged = new URL(location ?? "");
    forged.searchParams.set("error_description", message);
    expect((await notice(visitor, forged.href))?.providerText).toBeNull();
    const other = new URL(location ?? "");
    other.searchParams.set("provider", "apple");
    expect((await notice(visitor, other.href))?.providerText).toBeNull();
    expect(
      (await notice(visitor, `/auth?error=x&provider=google&error_description=${message}`))?.providerText,
    ).toBeNull();
    expect(await notice(visitor, "/auth?error=constructor&provider=google")).toEqual({
      text: "We could not sign you in with Google. Please try again.",
      providerText: null,
    });
  });

  test("because it began in another person's browser signs nobody in [V7.6.2 V10.1.2]", async () => {
    const [attacker, victim] = [new Visitor(), new Visitor()];
    const way = await new ProviderBrowser().answer(await goToProvider(attacker, "google"), meet(RAFA));
    const { location } = await returnFromProvider(victim, way);
    expect(await who(victim)).toBeNull();
    expect(victim.cookies.has(sessionCookieName())).toBe(false);
    expect((await notice(victim, location))?.text).toBe("We could not sign you in. Please try again.");
  });

  test("because its code was issued to another browser signs nobody in [A7.9 V10.1.2 V10.2.1]", async () => {
    const [attacker, victim] = [new Visitor(), new Visitor()];
    const theirs = await new ProviderBrowser().answer(await goToProvider(attacker, "google"), meet(RAFA));
    const ours = new URL(await goToProvider(victim, "google"));
    const mixed = new URL(theirs.url);
    mixed.searchParams.set("state", ours.searchParams.get("state") ?? "");
    const { location } = await returnFromProvider(victim, { url: mixed.href, form: null });
    expect(await who(victim)).toBeNull();
    expect((await notice(victim, location))?.text).toBe(
      "We could not sign you in with Google. Please try again.",
    );
  });

  test("because its code arrives at another provider's address signs nobody in [V10.2.2]", async () => {
    const visitor = new Visitor();
    const way = await new ProviderBrowser().answer(await goToProvider(visitor, "google"), meet(RAFA));
    const url = way.url.replace("/callback/google", "/callback/facebook");
    expect(url).not.toBe(way.url);
    const { location } = await returnFromProvider(visitor, { url, form: null });
    expect(await who(visitor)).toBeNull();
    expect((await notice(visitor, location))?.text).toBe(
      "We could not sign you in with Facebook. Please try again.",
    );
  });

  test("because the provider's answer is sent twice opens no second session", async () => {
    const visitor = new Visitor();
    const way = await new ProviderBrowser().answer(await goToProvider(visitor, "google"), meet(RAFA));
    const cookies = new Map(visitor.cookies);
    await returnFromProvider(visitor, way);
    const thief = new Visitor();
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    const again = await returnFromProvider(thief, way);
    expect(await who(thief)).toBeNull();
    expect(again.location).toMatch(/\/auth\?error=state_mismatch/);
    expect(await db().selectFrom("sessions").select("id").execute()).toHaveLength(1);
  });

  test("because the issuer is unavailable does not affect the other ways to sign in [V10.5.3 V16.5.2]", async () => {
    const before = env();
    const { oidc } = before.providers;
    if (!oidc) throw new Error("no issuer");
    for (const issuer of ["http://127.0.0.1:1", oidc.issuer.replace("127.0.0.1", "localhost")]) {
      configure({ ...before, providers: { ...before.providers, oidc: { ...oidc, issuer } } });
      try {
        const visitor = new Visitor();
        expect(await visitor.submit(action, "/auth", { intent: "social", provider: "oidc" })).toMatchObject(
          refusal(502, "We could not sign you in with Tennis Club. Please try again."),
        );
        const back = await returnFromProvider(visitor, {
          url: `${before.baseUrl}/api/auth/callback/oidc?code=x&state=y`,
          form: null,
        });
        expect((await notice(visitor, back.location))?.text).toMatch(
          /^We could not sign you in with Tennis Club\./,
        );
        expect(await who((await signInWith("google", meet(RAFA))).visitor)).not.toBeNull();
      } finally {
        configure(before);
      }
    }
    expect(
      await who((await signInWith("oidc", meet({ ...RAFA, email: "club@example.com" }))).visitor),
    ).not.toBeNull();
  });

  test("is refused after thirty attempts", async () => {
    const visitor = new Visitor();
    for (let n = 0; n < 30; n++) await goToProvider(visitor, "google");
    expect(await visitor.submit(action, "/auth", { intent: "social", provider: "google" })).toMatchObject({
      status: 429,
    });
  });
});

describe("the page after signing in with a provider", () => {
  test.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "/api/auth/callback/google",
    "/sign-out",
  ])("is never %j", async (next) => {
    const path = `/auth?next=${encodeURIComponent(next)}`;
    const { location } = await signInWith("google", meet(RAFA), new Visitor(), path);
    expect(location).toBe(`${env().baseUrl}/`);
  });
});

test("the button of an organisation is shown only when its issuer is set up [A7.12]", async () => {
  const buttons = async () => (await new Visitor().open(loader, "/auth")).data as { setUp: unknown[] };
  expect((await buttons()).setUp).toContainEqual({ provider: "oidc", name: "Tennis Club" });
  await withEnv({ providers: {} }, async () => {
    expect((await buttons()).setUp).toEqual([]);
    expect(await new Visitor().submit(action, "/auth", { intent: "social", provider: "oidc" })).toMatchObject(
      {
        data: { message: expect.stringMatching(/^You cannot sign in with /) },
      },
    );
  });
});
