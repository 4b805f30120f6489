import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { overwriteGetLocale } from "#app/paraglide/runtime.js";
import { newPerson } from "#tests/support/accounts.ts";
import { openDatabase } from "#tests/support/database.ts";
import { withEnv } from "#tests/support/env.ts";
import { findRow, findRows, updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { auth } from "./auth.server.ts";
import { SESSION_SECONDS, sessionCookieName } from "./auth-cookies.server.ts";
import { db } from "./db.server.ts";
import { env } from "./env.server.ts";
import { requireViewer, sendRenewedSession, viewerOf } from "./session.server.ts";

let anna: Visitor;

openDatabase(async () => {
  anna = await newPerson("Anna");
});

function withCookie(value: string): Request {
  return new Request("http://shop.example/", { headers: { cookie: `${sessionCookieName()}=${value}` } });
}

async function redirectOf(request: Request): Promise<string | null> {
  const thrown = await requireViewer(request).catch((error: unknown) => error);
  return thrown instanceof Response ? thrown.headers.get("location") : null;
}

describe("the viewer of a request", () => {
  test("is the one that Better Auth returns, for any cookie [A7.2 V7.2.1]", async () => {
    const value = anna.cookies.get(sessionCookieName())!;
    const [token, signature] = decodeURIComponent(value).split(".") as [string, string];
    const cookies = [
      value,
      "",
      "x",
      ".",
      "%",
      "%00.%00",
      token,
      `${token}.`,
      encodeURIComponent(`${token}x.${signature}`),
      encodeURIComponent(`x${token}.${signature}`),
      encodeURIComponent(`${token}.${signature.replace(/^./, (first) => (first === "A" ? "B" : "A"))}`),
      encodeURIComponent(`${token}.${"A".repeat(43)}=`),
    ];
    for (const cookie of cookies) {
      const request = withCookie(cookie);
      const theirs = await auth().api.getSession({ headers: request.headers });
      expect({ cookie, id: (await viewerOf(request))?.id }).toEqual({ cookie, id: theirs?.user.id });
    }
    expect(await viewerOf(withCookie(value))).toMatchObject({ username: "Anna", email: "anna@example.com" });
  });

  test("is read once per request [A7.21]", async () => {
    const request = anna.request("/");
    expect(viewerOf(request)).toBe(viewerOf(request));
  });

  test("is nobody once the session has ended [V7.3.1]", async () => {
    const bert = await newPerson("Bert");
    const end = sql<Date>`now() - interval '1 second'`;
    await updateRows("sessions", { user_id: (await viewerOf(bert.request("/")))!.id }, { expires_at: end });
    expect(await viewerOf(bert.request("/"))).toBeNull();
  });

  test("has a session that is extended by use, in the database and in the browser [A4.2]", async () => {
    const carla = await newPerson("Carla");
    const renewed = (request: Request, init: Record<string, string> = {}) => {
      const headers = new Headers(init);
      sendRenewedSession(request, headers);
      return headers.getSetCookie();
    };
    const fresh = carla.request("/");
    const { id } = (await viewerOf(fresh))!;
    expect(renewed(fresh)).toEqual([]);
    const sessions = db().updateTable("sessions").where("user_id", "=", id);
    await sessions.set({ expires_at: sql<Date>`now() + interval '3 days'` }).execute();
    const request = carla.request("/");
    await viewerOf(request);
    const [name, value] = [sessionCookieName(), carla.cookies.get(sessionCookieName())];
    expect(renewed(request)).toEqual([
      `${name}=${value}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Lax`,
    ]);
    expect(renewed(request, { "set-cookie": `${name}=; Max-Age=0` })).toEqual([`${name}=; Max-Age=0`]);
    expect(renewed(request, { "cache-control": "public, max-age=60" })).toEqual([]);
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days from sessions where user_id = ${id}
    `.execute(db());
    expect(rows).toEqual([{ days: SESSION_SECONDS / 86_400 }]);
  });

  test("is noted as active when the session is used, at most every five minutes", async () => {
    const eve = await newPerson("Eve");
    const { id } = (await viewerOf(eve.request("/")))!;
    const active = async () => {
      const { used_at } = await findRow("sessions", { user_id: id }, ["used_at"]);
      const { seen_at } = await findRow("users", { id }, ["seen_at"]);
      return [used_at, seen_at].map((at) => Number(at));
    };
    const usedAgo = async (minutes: number) => {
      const at = new Date(Date.now() - minutes * 60_000);
      await updateRows("sessions", { user_id: id }, { used_at: at });
      await updateRows("users", { id }, { seen_at: at });
      return [Number(at), Number(at)];
    };
    const recently = await usedAgo(4);
    await viewerOf(eve.request("/"));
    expect(await active()).toEqual(recently);
    const [before = 0] = await usedAgo(6);
    await Promise.all([viewerOf(eve.request("/")), viewerOf(eve.request("/sell"))]);
    for (const at of await active()) expect(at - before).toBeGreaterThan(5 * 60_000);
  });

  test("has a secure cookie with another name over https", async () => {
    await withEnv({ baseUrl: "https://shop.example" }, async () => {
      expect(sessionCookieName()).toBe("__Host-second-serve.session_token");
      expect(await viewerOf(withCookie(anna.cookies.get("second-serve.session_token")!))).toMatchObject({
        username: "Anna",
      });
    });
  });
});

describe("a page for people who are signed in", () => {
  test.each([
    ["/sell", "/auth?next=%2Fsell"],
    ["/", "/auth"],
    ["/rackets?brand=Wilson", "/auth?next=%2Frackets%3Fbrand%3DWilson"],
    ["/nl/my-listings", "/auth?next=%2Fmy-listings"],
    ["/en-us", "/auth"],
    ["/my-listings.data?_routes=features%2Fx", "/auth?next=%2Fmy-listings"],
    ["/_.data", "/auth"],
    ["/nlove", "/auth?next=%2Fnlove"],
  ])("redirects a signed-out visitor from %s to %s", async (path, location) => {
    expect(await redirectOf(new Visitor().request(path))).toBe(location);
  });

  test("leads a visitor who submitted a form back to the page of the form after signing in", async () => {
    const post = (referer: string) =>
      new Visitor().request("/favorites/toggle", { method: "POST", headers: { referer } });
    expect(await redirectOf(post(`${env().baseUrl}/de/rackets/1?x=1`))).toBe(
      "/auth?next=%2Frackets%2F1%3Fx%3D1",
    );
    expect(await redirectOf(post("https://evil.example/sell"))).toBe("/auth");
  });

  test("lets signed-in people in", async () => {
    expect(await requireViewer(anna.request("/sell"))).toMatchObject({ username: "Anna" });
  });
});

describe("a missing profile", () => {
  async function withoutProfile(name: string): Promise<Visitor> {
    const visitor = await newPerson(name);
    await db().deleteFrom("profiles").where("username", "=", name).execute();
    return visitor;
  }

  test("is created on first load from the part of the email address before @ [A4.5 A7.26]", async () => {
    const dora = await withoutProfile("Dora");
    expect(await viewerOf(dora.request("/"))).toMatchObject({ username: "dora" });
    const profile = await findRows("profiles", { username: "dora" }, ["email"]);
    expect(profile).toEqual([{ email: "dora@example.com" }]);
  });

  test("gets a number when the name is taken", async () => {
    const emil = await withoutProfile("Emil");
    await newPerson("EMIL", "other@example.com");
    await newPerson("emil2", "another@example.com");
    expect(await viewerOf(emil.request("/"))).toMatchObject({ username: "emil3" });
  });

  test("has the language of the page on which it is created", async () => {
    const greet = await withoutProfile("Greet");
    overwriteGetLocale(() => "nl");
    try {
      await viewerOf(greet.request("/"));
    } finally {
      overwriteGetLocale(() => "en-GB");
    }
    const stored = await db()
      .selectFrom("profiles")
      .innerJoin("user_preferences", "user_id", "id")
      .select("language")
      .where("username", "=", "greet")
      .executeTakeFirst();
    expect(stored).toEqual({ language: "nl" });
  });

  test("is created once by many concurrent requests [A4.5]", async () => {
    const fay = await withoutProfile("Fay");
    const names = await Promise.all(Array.from({ length: 8 }, () => viewerOf(fay.request("/"))));
    expect(new Set(names.map((viewer) => viewer?.username))).toEqual(new Set(["fay"]));
  });

  test("gets different names for two people whose email addresses give the same name", async () => {
    const people = [await withoutProfile("Gus"), await newPerson("Gustav", "gus@example.org")];
    await db().deleteFrom("profiles").where("username", "=", "Gustav").execute();
    const names = await Promise.all(people.map((one) => viewerOf(one.request("/"))));
    expect(names.map((viewer) => viewer?.username).sort()).toEqual(["gus", "gus2"]);
  });
});
