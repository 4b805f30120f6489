import { describe, expect, test } from "vitest";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { newPerson, PASSWORD, signInFields, signUpFields } from "#tests/support/accounts.ts";
import { openDatabase } from "#tests/support/database.ts";
import { faults, Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./auth.route.tsx";
import { loader as callback } from "./auth-callback.route.tsx";
import { action as signOut, loader as signOutPage } from "./sign-out.route.tsx";

openDatabase(() => newPerson("Roger"));

function signIn(identifier: string, password = PASSWORD, visitor = new Visitor(), path = "/auth") {
  return visitor.submit(action, path, signInFields(identifier, password));
}

describe("signing in", () => {
  test.each(["roger@example.com", " ROGER@Example.com ", "Roger", "roger", "  rOGER "])(
    "works with %j [A4.1 A4.4 A4.24 A5.7 A7.3 A7.9]",
    async (identifier) => {
      const visitor = new Visitor();
      const outcome = await signIn(identifier, PASSWORD, visitor);
      expect(outcome).toMatchObject({ status: 302, location: "/" });
      expect(takeFlash(visitor.request("/")).flash).toEqual({
        id: expect.any(String),
        kind: "success",
        title: "Welcome back!",
        description: "Successfully signed in.",
      });
      expect(await viewerOf(visitor.request("/"))).toMatchObject({ username: "Roger" });
    },
  );

  test("with a username does not reveal the email address [A7.25]", async () => {
    const right = await signIn("Roger");
    const wrong = await signIn("Roger", "wrong password");
    expect(JSON.stringify([right, [...right.headers], wrong])).not.toContain("roger@example.com");
  });

  test("with the wrong password shows the fault at the field and keeps the input [A8.21]", async () => {
    const visitor = new Visitor();
    const outcome = await signIn("roger@example.com", "wrong password", visitor);
    expect(outcome).toMatchObject({
      status: 422,
      data: {
        result: {
          error: { password: ["Invalid email or password"] },
          initialValue: { identifier: "roger@example.com" },
        },
      },
    });
    expect(JSON.stringify(outcome.data)).not.toContain("wrong password");
    expect(visitor.cookies.size).toBe(0);
  });

  test("with an unknown email address is answered like a wrong password", async () => {
    const [nobody, wrong] = [
      await signIn("nobody@example.com"),
      await signIn("roger@example.com", "wrong password"),
    ];
    const error = (outcome: typeof nobody) => (outcome.data as { result: { error: unknown } }).result.error;
    expect([nobody.status, error(nobody)]).toEqual([wrong.status, error(wrong)]);
  });

  test("with an unknown username says that it is not found [A8.19]", async () => {
    expect(await signIn("Nobody")).toMatchObject(faults({ identifier: ["Username not found"] }));
  });

  test.each(["stefan@example.com", "Stefan"])(
    "before verification (%s) offers to mail the verification link again [A4.23]",
    async (identifier) => {
      const visitor = new Visitor();
      await visitor.submit(action, "/auth", signUpFields("Stefan", "stefan@example.com"));
      const outcome = await signIn(identifier, PASSWORD, visitor);
      expect(outcome).toMatchObject({
        status: 403,
        data: { intent: "sign-in", reason: "address_unverified", result: { initialValue: { identifier } } },
      });
      expect(visitor.cookies.has(sessionCookieName())).toBe(false);
    },
  );

  test.each([
    ["/auth?next=%2Fsell", "/sell"],
    ["/auth?next=%2Frackets%3Fbrand%3DWilson", "/rackets?brand=Wilson"],
    ["/auth?next=%2F%2Fevil.example", "/"],
    ["/auth?next=https%3A%2F%2Fevil.example", "/"],
    ["/auth?next=https%3A", "/"],
    ["/auth?next=%5C%5Cevil.example", "/"],
    ["/auth?next=%2F%09%2Fevil.example", "/"],
    ["/auth?next=%2Fsign-out", "/"],
  ])("from %s leads to %s [A2.52]", async (path, location) => {
    const visitor = new Visitor();
    expect(await signIn("Roger", PASSWORD, visitor, path)).toMatchObject({ status: 302, location });
    expect(await visitor.open(loader, path)).toMatchObject({ status: 302, location });
  });
});

describe("the sign-in page", () => {
  test.each([
    ["/auth", "signin"],
    ["/auth?mode=signup", "signup"],
    ["/auth?mode=forgot", "forgot"],
    ["/auth?mode=nonsense", "signin"],
  ])("at %s opens %s [A2.2 A2.3 M2.3]", async (path, mode) => {
    expect(await new Visitor().open(loader, path)).toMatchObject({ status: 200, data: { mode } });
  });

  test("shows providers that are not set up on the shop's own machine only", async () => {
    const buttons = async () => (await new Visitor().open(loader, "/auth")).data;
    const before = env();
    const google = { clientId: "x", clientSecret: "y" };
    const names = (providers: string[]) =>
      providers.map((provider) => ({ provider, name: expect.any(String) }));
    expect(await buttons()).toMatchObject({ setUp: [], notSetUp: names(["facebook", "google", "apple"]) });
    try {
      configure({ ...before, baseUrl: "https://shop.example", providers: { google } });
      expect(await buttons()).toMatchObject({ setUp: names(["google"]), notSetUp: [] });
      configure({ ...before, baseUrl: "https://shop.example", providers: {} });
      expect(await buttons()).toMatchObject({ setUp: [], notSetUp: [] });
    } finally {
      configure(before);
    }
  });

  test.each(["facebook", "google", "apple"])("says that %s is not set up [A2.51 A7.17]", async (provider) => {
    const outcome = await new Visitor().submit(action, "/auth", { intent: "social", provider });
    expect(outcome.status).toBe(404);
    expect(outcome.data).toMatchObject({
      message: expect.stringMatching(/^You cannot sign in with /),
    });
  });

  test("leads to a provider that is set up, with a cookie that binds the answer to this browser", async () => {
    const before = env();
    const google = { clientId: "our-id", clientSecret: "our-secret" };
    configure({ ...before, providers: { google } });
    try {
      const visitor = new Visitor();
      const outcome = await visitor.submit(action, "/auth?next=%2Fsell", {
        intent: "social",
        provider: "google",
      });
      const to = new URL(outcome.location ?? "");
      expect([to.origin, to.searchParams.get("client_id")]).toEqual([
        "https://accounts.google.com",
        "our-id",
      ]);
      expect(to.searchParams.get("redirect_uri")).toBe(`${before.baseUrl}/api/auth/callback/google`);
      expect([...visitor.cookies.keys()].join()).toMatch(/state/);

      const forged = "/api/auth/callback/google?code=x&state=made-up";
      const back = await visitor.open(callback, forged, { "*": "callback/google" });
      expect(back.location).toMatch(new RegExp(`^${before.baseUrl}/auth\\?.*error=`));
      const page = await visitor.open(loader, back.location ?? "");
      expect(page.data).toMatchObject({ notice: { text: "We could not sign you in. Please try again." } });
      expect(visitor.cookies.has(sessionCookieName())).toBe(false);
    } finally {
      configure(before);
    }
  });

  test.each([
    "callback/google",
    "callback/evil",
    "sign-in/email",
    "sign-up/email",
    "get-session",
    "verify-email",
    "ok",
  ])("keeps Better Auth's own /api/auth/%s closed", async (rest) => {
    expect(await new Visitor().open(callback, `/api/auth/${rest}`, { "*": rest })).toMatchObject({
      status: 404,
    });
  });
});

describe("signing out", () => {
  test("ends this session on the server, and no other [A4.4 A7.8 V7.4.1]", async () => {
    const [here, there] = [new Visitor(), new Visitor()];
    await signIn("Roger", PASSWORD, here);
    await signIn("Roger", PASSWORD, there);
    const stolen = here.request("/");
    const count = async () => (await db().selectFrom("sessions").select("id").execute()).length;
    const before = await count();
    expect(await here.submit(signOut, "/sign-out", {})).toMatchObject({ status: 302, location: "/" });
    expect([...here.cookies.keys()].filter((name) => name.includes("session_token"))).toEqual([]);
    expect(await count()).toBe(before - 1);
    expect(await viewerOf(stolen)).toBeNull();
    expect(await viewerOf(there.request("/"))).toMatchObject({ username: "Roger" });
  });

  test("makes the browser drop prefetched pages, but only if this session ends [V14.3.1]", async () => {
    const visitor = new Visitor();
    await signIn("Roger", PASSWORD, visitor);
    const elsewhere = await visitor.submit(signOut, "/sign-out", { scope: "others" });
    expect(elsewhere.headers.has("clear-site-data")).toBe(false);
    const ownSession = await visitor.submit(signOut, "/sign-out", {});
    expect(ownSession.headers.get("clear-site-data")).toBe('"prefetchCache", "prerenderCache"');
  });

  test("needs a submitted form: opening its URL changes nothing [V3.5.3]", async () => {
    const visitor = new Visitor();
    await signIn("Roger", PASSWORD, visitor);
    expect(await visitor.open(signOutPage, "/sign-out")).toMatchObject({ status: 302, location: "/" });
    expect(await viewerOf(visitor.request("/"))).not.toBeNull();
  });

  test("is possible for a visitor too", async () => {
    expect(await new Visitor().submit(signOut, "/sign-out", {})).toMatchObject({
      status: 302,
      location: "/",
    });
  });
});
