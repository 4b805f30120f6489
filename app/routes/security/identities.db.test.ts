import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { newestMail, newPerson } from "#tests/support/accounts.ts";
import { accountNotices, captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type AtProvider, ProviderBrowser } from "#tests/support/provider-browser.ts";
import type { Persona, Providers } from "#tests/support/providers.ts";
import { returnFromProvider, signInWith, testProviders } from "#tests/support/social-sign-in.ts";
import type { Fields, Visitor } from "#tests/support/visitor.ts";
import { refusal } from "#tests/support/visitor.ts";
import { action, loader } from "./identities.route.tsx";

const PAGE = "/profile/security/identities";

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

function meet(persona: Persona, login = "rafa") {
  providers.people.set(login, persona);
  return { login };
}

const OTHER: Persona = { email: "private@example.org", email_verified: true };

interface Page {
  identities: { id: string; way: string; name: string; removable: boolean; works: boolean }[];
  missing: { provider: string; name: string }[];
  added: string | null;
  notice: { text: string; providerText: string | null } | null;
}

async function page(visitor: Visitor, path = PAGE): Promise<Page> {
  return (await visitor.open(loader, path)).data as Page;
}

async function identitiesOf(visitor: Visitor): Promise<string[]> {
  return (await page(visitor)).identities.map(({ way }) => way);
}

function press(visitor: Visitor, fields: Fields) {
  return visitor.submit(action, PAGE, fields);
}

async function add(visitor: Visitor, provider: string, what: AtProvider) {
  const { location } = await press(visitor, { intent: "add", provider });
  return returnFromProvider(visitor, await new ProviderBrowser().answer(location ?? "", what));
}

async function idOf(visitor: Visitor, way: string): Promise<string> {
  return (await page(visitor)).identities.find((identity) => identity.way === way)?.id ?? "";
}

describe("access to a person's identities", () => {
  test("shows the owner each identity, and what can be added", async () => {
    const anna = await newPerson("Anna");
    const { identities, missing } = await page(anna);
    expect(identities).toMatchObject([{ way: "password", name: "Password", removable: false, works: true }]);
    expect(missing.map(({ name }) => name)).toEqual(["Facebook", "Google", "Apple", "Tennis Club"]);
  });

  test("does not allow anybody else to remove an identity", async () => {
    const { visitor: victim } = await signInWith("google", meet(OTHER));
    await add(victim, "apple", meet(OTHER));
    const thief = await newPerson("Thief");
    expect(await press(thief, { intent: "remove", id: await idOf(victim, "apple") })).toMatchObject({
      status: 404,
    });
    expect(await identitiesOf(victim)).toEqual(["google", "apple"]);
  });
});

describe("adding an identity", () => {
  test.each(["google", "facebook", "apple", "oidc"])(
    "of %s, with any email address, lets this identity open the same account from then on [A7.18 V6.8.1 V10.5.2]",
    async (provider) => {
      const anna = await newPerson("Anna");
      const back = await add(anna, provider, meet({ ...OTHER, email_verified: false }));
      expect(back.location).toBe(`${env().baseUrl}${PAGE}?added=${provider}`);
      expect((await page(anna, back.location ?? "")).added).toMatch(/ was added to your sign-in methods\.$/);
      expect(await identitiesOf(anna)).toEqual(["password", provider]);
      expect((await newestMail("anna@example.com"))?.subject).toBe("New sign-in method added");
      expect(await accountNotices("Anna")).toEqual(["way-added"]);
      const { visitor } = await signInWith(provider, { login: "rafa" });
      expect(await viewerOf(visitor.request("/"))).toMatchObject({
        username: "Anna",
        email: "anna@example.com",
      });
    },
  );

  test("that belongs to another account changes nothing", async () => {
    const { visitor: rafa } = await signInWith("google", meet(OTHER));
    const anna = await newPerson("Anna");
    const { location } = await add(anna, "google", { login: "rafa" });
    expect((await page(anna, location ?? "")).notice?.text).toBe(
      "This Google account is already connected to another account here.",
    );
    expect([await identitiesOf(anna), await identitiesOf(rafa)]).toEqual([["password"], ["google"]]);
  });

  test("that was cancelled shows the provider's message", async () => {
    const anna = await newPerson("Anna");
    const { location } = await add(anna, "apple", { error: "access_denied", description: "Not now." });
    expect((await page(anna, location ?? "")).notice).toEqual({
      text: "Signing in with Apple was cancelled. Nothing was changed.",
      providerText: "Apple says: “Not now.”",
    });
    expect(await identitiesOf(anna)).toEqual(["password"]);
  });

  test("in another person's browser adds nothing", async () => {
    const [anna, thief] = [await newPerson("Anna"), await newPerson("Thief")];
    const { location } = await press(thief, { intent: "add", provider: "google" });
    const way = await new ProviderBrowser().answer(location ?? "", meet(OTHER));
    await returnFromProvider(anna, way);
    expect([await identitiesOf(anna), await identitiesOf(thief)]).toEqual([["password"], ["password"]]);
  });

  test("fails when the session that began it has ended", async () => {
    const anna = await newPerson("Anna");
    const { location } = await press(anna, { intent: "add", provider: "google" });
    const way = await new ProviderBrowser().answer(location ?? "", meet(OTHER));
    await db().deleteFrom("sessions").execute();
    const back = await returnFromProvider(anna, way);
    expect(back.location).toContain("error=unable_to_link_account");
    expect(await db().selectFrom("accounts").select("provider_id").execute()).toEqual([
      { provider_id: "credential" },
    ]);
  });

  test("shows no success for an identity that was not added", async () => {
    const anna = await newPerson("Anna");
    expect((await page(anna, `${PAGE}?added=google`)).added).toBeNull();
  });
});

describe("removing an identity", () => {
  test("that is not the last removes it, says so, and sends a mail [A7.18]", async () => {
    const anna = await newPerson("Anna");
    await add(anna, "google", meet(OTHER));
    const outcome = await press(anna, { intent: "remove", id: await idOf(anna, "google") });
    expect(outcome).toMatchObject({ status: 302, location: PAGE });
    expect(takeFlash(anna.request("/")).flash?.title).toBe("Google was removed from your sign-in methods.");
    expect(await identitiesOf(anna)).toEqual(["password"]);
    expect((await newestMail("anna@example.com"))?.subject).toBe("Sign-in method removed");
    expect(await accountNotices("Anna")).toEqual(["way-added", "way-removed"]);
    const { visitor } = await signInWith("google", { login: "rafa" });
    expect(await viewerOf(visitor.request("/"))).toMatchObject({ email: "private@example.org" });
  });

  test("that is the last is refused", async () => {
    const { visitor } = await signInWith("google", meet(OTHER));
    expect((await page(visitor)).identities).toMatchObject([{ way: "google", removable: false }]);
    expect(await press(visitor, { intent: "remove", id: await idOf(visitor, "google") })).toMatchObject(
      refusal(409, /^This is your only sign-in method\./),
    );
    expect(await identitiesOf(visitor)).toEqual(["google"]);
  });

  test("in two tabs at the same time leaves one identity [A7.18]", async () => {
    const { visitor } = await signInWith("google", meet(OTHER));
    await add(visitor, "apple", meet(OTHER));
    const ids = (await page(visitor)).identities.map(({ id }) => id);
    const outcomes = await Promise.all(ids.map((id) => press(visitor, { intent: "remove", id })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect(await identitiesOf(visitor)).toHaveLength(1);
  });

  test("is refused when the only other identity is of a provider that is no longer set up", async () => {
    const { visitor } = await signInWith("google", meet(OTHER));
    await add(visitor, "apple", meet(OTHER));
    const before = env();
    configure({ ...before, providers: { ...before.providers, apple: undefined } });
    try {
      expect((await page(visitor)).identities).toMatchObject([
        { way: "google", works: true, removable: false },
        { way: "apple", works: false, removable: true },
      ]);
      expect(await press(visitor, { intent: "remove", id: await idOf(visitor, "google") })).toMatchObject({
        status: 409,
      });
      expect(await press(visitor, { intent: "add", provider: "apple" })).toMatchObject({ status: 404 });
    } finally {
      configure(before);
    }
  });

  test.each<[string, Fields, number]>([
    ["no intent", {}, 400],
    ["an unknown intent", { intent: "toString" }, 400],
    ["no id", { intent: "remove" }, 422],
    ["an invalid id", { intent: "remove", id: "\0<b>🎾\u202E" }, 404],
    ["a file as id", { intent: "remove", id: new File(["x"], "x") }, 422],
    ["an unknown provider", { intent: "add", provider: "constructor" }, 422],
    ["no provider", { intent: "add" }, 422],
  ])("refuses %s with an error message", async (_, fields, status) => {
    const anna = await newPerson("Anna");
    const outcome = await press(anna, fields);
    expect(outcome).toMatchObject({ status, data: { message: expect.stringMatching(/\.$/) } });
    expect(await identitiesOf(anna)).toEqual(["password"]);
  });

  test("is refused for the password", async () => {
    const anna = await newPerson("Anna");
    await add(anna, "google", meet(OTHER));
    expect(await press(anna, { intent: "remove", id: await idOf(anna, "password") })).toMatchObject({
      status: 404,
    });
    expect(await identitiesOf(anna)).toEqual(["password", "google"]);
  });
});
