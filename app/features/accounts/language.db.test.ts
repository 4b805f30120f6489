import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type Locale, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { onSignIn } from "#app/platform/auth-devices.server.ts";
import { db } from "#app/platform/db.server.ts";
import { currentLocale, inRequest } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { action as auth } from "#app/routes/accounts/auth.route.tsx";
import { action as code } from "#app/routes/accounts/code.route.tsx";
import { action as idToken } from "#app/routes/accounts/id-token.route.ts";
import { action as challenge } from "#app/routes/accounts/two-factor.route.tsx";
import { action as choose } from "#app/routes/shell/language.route.ts";
import { action as chooseRegion } from "#app/routes/shell/region.route.tsx";
import { newestMail, newPerson, signInFields, signUpFields } from "#tests/support/accounts.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { ProviderBrowser } from "#tests/support/provider-browser.ts";
import type { Providers } from "#tests/support/providers.ts";
import { updateRows } from "#tests/support/rows.ts";
import { newEnrolled } from "#tests/support/second-factor.ts";
import { goToProvider, idTokenOf, returnFromProvider, testProviders } from "#tests/support/social-sign-in.ts";
import { totp } from "#tests/support/totp.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { recordSignIn } from "./devices.server.ts";

let providers: Providers;

openDatabase(async (url) => {
  await captureNotices(url);
  providers = await testProviders();
  overwriteGetLocale(currentLocale);
  onSignIn(recordSignIn);
});
afterAll(() => onSignIn(undefined));
beforeEach(async () => {
  for (const table of ["users", "rate_limits", "auth_rate_limits", "mails", "verifications"] as const)
    await db().deleteFrom(table).execute();
});

const NONCE = "a nonce of the app";

const on = <Result>(locale: Locale, run: () => Promise<Result>) => inRequest({ id: "", locale }, run);

async function languageOf(username: string) {
  const stored = await db()
    .selectFrom("profiles")
    .innerJoin("user_preferences", "user_id", "id")
    .select("language")
    .where("username", "=", username)
    .executeTakeFirst();
  return stored?.language;
}

describe("the language of a person's mails", () => {
  test.each<Locale>(["en-GB", "nl"])("is that of the page on which they signed up: %s", async (locale) => {
    const fields = signUpFields("Anna", "anna@example.com");
    await on(locale, () => new Visitor().submit(auth, "/auth?mode=signup", fields));
    expect(await languageOf("Anna")).toBe(locale);
  });

  const WAYS: Record<string, () => Promise<unknown>> = {
    "a password": () => new Visitor().submit(auth, "/auth", signInFields("Anna")),
    "a mailed code": async () => {
      const [visitor, to] = [new Visitor(), "anna@example.com"];
      await visitor.submit(code, "/auth/code", { intent: "send", to });
      const sent = (await newestMail(to))?.text.match(/\b\d{6}\b/)?.[0] ?? "";
      await visitor.submit(code, "/auth/code", { intent: "sign-in", to, code: sent });
    },
    "an ID token": async () => {
      const token = await idTokenOf("google", "anna", NONCE);
      const body = JSON.stringify({ provider: "google", token, nonce: NONCE });
      const headers = { "content-type": "application/json" };
      const visitor = new Visitor();
      await visitor.run(idToken, visitor.request("/auth/id-token", { method: "POST", body, headers }));
    },
  };

  test.each(Object.keys(WAYS))(
    "follows the page on which they sign in by %s, unless they chose one",
    async (way) => {
      providers.people.set("anna", { email: "anna@example.com", email_verified: true });
      await newPerson("Anna");
      expect(await languageOf("Anna")).toBe("en-GB");
      await on("nl", async () => WAYS[way]?.());
      expect(await languageOf("Anna")).toBe("nl");
      await updateRows("user_preferences", {}, { language: "de", language_chosen: true });
      await on("fr", async () => WAYS[way]?.());
      expect(await languageOf("Anna")).toBe("de");
    },
  );

  test("follows the page from which they go to a provider, which returns to one URL for all languages", async () => {
    providers.people.set("anna", { email: "anna@example.com", email_verified: true, name: "Anna" });
    // Only the page before and the page after are in a language.
    const { visitor } = await signInInTwoSteps("nl");
    await on("nl", () => viewerOf(visitor.request("/nl/")));
    expect(await languageOf("anna")).toBe("nl");
    await signInInTwoSteps("fr");
    expect(await languageOf("anna")).toBe("fr");
  });

  test("follows the page of the second factor", async () => {
    const { uri } = await newEnrolled("Anna");
    const visitor = new Visitor();
    await on("nl", () => visitor.submit(auth, "/auth", signInFields("Anna")));
    expect(await languageOf("Anna")).toBe("en-GB");
    await on("nl", () => visitor.submit(challenge, "/auth/two-factor", { code: totp(uri, 1) }));
    expect(await languageOf("Anna")).toBe("nl");
  });
});

/** Presses a provider's button in a language; the callback's URL has none. */
async function signInInTwoSteps(locale: Locale) {
  const visitor = new Visitor();
  const url = await on(locale, () => goToProvider(visitor, "google"));
  await returnFromProvider(visitor, await new ProviderBrowser().answer(url, { login: "anna" }));
  return { visitor };
}

describe("a language that is chosen", () => {
  const region = { country: "NL", language: "de", currency: "EUR", next: "/" };

  test("in the dialog is the language of mails from then on", async () => {
    const anna = await newPerson("Anna");
    await anna.submit(chooseRegion, "/preferences/region", region);
    expect(await languageOf("Anna")).toBe("de");
    await on("nl", () => new Visitor().submit(auth, "/auth", signInFields("Anna")));
    expect(await languageOf("Anna")).toBe("de");
  });

  test("by a link is stored for its owner, and for nobody else", async () => {
    const [anna] = [await newPerson("Anna"), await newPerson("Bert")];
    expect(await anna.submit(choose, "/preferences/language", { language: "fr" })).toMatchObject({
      status: 200,
    });
    await on("nl", () => new Visitor().submit(auth, "/auth", signInFields("Anna")));
    expect([await languageOf("Anna"), await languageOf("Bert")]).toEqual(["fr", "en-GB"]);
  });

  test("is refused from visitors, and if the shop does not have it", async () => {
    expect((await new Visitor().submit(choose, "/preferences/language", { language: "fr" })).status).toBe(
      401,
    );
    const anna = await newPerson("Anna");
    for (const language of ["es", "", "FR"])
      expect((await anna.submit(choose, "/preferences/language", { language })).status).toBe(422);
    expect(await languageOf("Anna")).toBe("en-GB");
  });
});
