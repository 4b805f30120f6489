import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { db } from "#app/platform/db.server.ts";
import { apiWith, keyOf } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { findRow, updateRows } from "#tests/support/rows.ts";
import { apiDoor } from "./door.server.ts";
import { operation } from "./operation.server.ts";
import { KEY_PREFIX, newSecret } from "./secret.server.ts";

openDatabase();

const whose = z.object({ username: z.string().nullable() });
const OPERATIONS = [
  operation({
    method: "GET",
    path: "/me",
    id: "readMe",
    summary: "Says whose key it is.",
    access: "profile:read",
    answer: whose,
    run: async ({ viewer: { username } }) => ({ username }),
  }),
  operation({
    method: "PUT",
    path: "/me",
    id: "writeMe",
    summary: "Says whose key it is.",
    access: "profile:write",
    answer: whose,
    run: async ({ viewer: { username } }) => ({ username }),
  }),
  operation({
    method: "DELETE",
    path: "/me",
    id: "deleteMe",
    summary: "Needs a session.",
    access: "session",
    answer: null,
    run: async () => undefined,
  }),
  operation({
    method: "GET",
    path: "/anyone",
    id: "readAnyone",
    summary: "Says who calls, if anyone.",
    access: "anyone",
    answer: whose,
    run: async ({ viewer }) => ({ username: viewer?.username ?? null }),
  }),
];
const door = apiDoor({ base: "/api/v1", operations: OPERATIONS });
const clientWith = (secret: string | null) => apiWith(secret, door);

const refusedBy = (status: number, reason: string) => ({ status, body: { status, reason } });
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

describe("a key", () => {
  test("calls as its person, and does what its scopes say; writing includes reading", async () => {
    const who = await person();
    const { username } = who.viewer;
    const reading = clientWith(await keyOf(who, { scopes: ["profile:read"] }));
    expect(await reading("GET", "/me")).toMatchObject({ status: 200, body: { username } });
    expect(await reading("PUT", "/me")).toMatchObject(refusedBy(403, "scope_missing"));
    expect((await reading("PUT", "/me")).body.detail).toContain("profile:write");
    const writing = clientWith(await keyOf(who, { scopes: ["profile:write"] }));
    expect((await writing("GET", "/me")).status).toBe(200);
    expect((await writing("PUT", "/me")).status).toBe(200);
    const other = clientWith(await keyOf(who, { scopes: ["favorites:write", "deals:read"] }));
    expect(await other("GET", "/me")).toMatchObject(refusedBy(403, "scope_missing"));
    expect(await other("GET", "/anyone")).toMatchObject({ status: 200, body: { username } });
  });

  test("with every scope does nothing that needs a session", async () => {
    const all = clientWith(await keyOf(await person()));
    expect(await all("DELETE", "/me")).toMatchObject(refusedBy(403, "session_needed"));
  });

  test("is needed where a person is; anyone may do the rest", async () => {
    const anyone = clientWith(null);
    const answer = await anyone("GET", "/me");
    expect(answer).toMatchObject(refusedBy(401, "key_missing"));
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(await anyone("GET", "/anyone")).toMatchObject({ status: 200, body: { username: null } });
  });

  test("ends when it expires or is revoked, and while its person is suspended", async () => {
    const who = await person();
    const { id } = who.viewer;
    const expired = clientWith(await keyOf(who, { expires_at: secondsAgo(1) }));
    expect(await expired("GET", "/anyone")).toMatchObject(refusedBy(401, "key_invalid"));
    const key = clientWith(await keyOf(who, { expires_at: secondsAgo(-60) }));
    const status = async () => (await key("GET", "/me")).status;
    expect(await status()).toBe(200);
    await updateRows("profiles", { id }, { suspended_until: secondsAgo(-60) });
    expect(await key("GET", "/me")).toMatchObject(refusedBy(401, "key_invalid"));
    await updateRows("profiles", { id }, { suspended_until: sql<Date>`'infinity'::timestamptz` });
    expect(await status()).toBe(401);
    await updateRows("profiles", { id }, { suspended_until: secondsAgo(1) });
    expect(await status()).toBe(200);
    await db().deleteFrom("api_keys").where("user_id", "=", id).execute();
    expect(await status()).toBe(401);
  });

  test("that is wrong is refused in the same way, also where anyone may call", async () => {
    const good = await keyOf(await person());
    const other = good.at(-1) === "0" ? "1" : "0";
    const wrong = [
      "",
      "Bearer",
      "Bearer x",
      `Basic ${good}`,
      good,
      `Bearer ${good} ${good}`,
      `Bearer ${good.slice(0, -1)}${other}`,
      `Bearer ${KEY_PREFIX}${"x".repeat(46)}`,
      `Bearer ${newSecret(KEY_PREFIX).secret}`,
      `Bearer ${good.replace(KEY_PREFIX, "key_")}`,
      `Bearer ${"x".repeat(5_000)}`,
      `Bearer ${good}'--`,
    ];
    for (const authorization of wrong) {
      const answer = await clientWith(null)("GET", "/anyone", { headers: { authorization } });
      expect({ authorization, ...answer }).toMatchObject(refusedBy(401, "key_invalid"));
      expect(answer.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
    }
    const authorization = `BEARER ${good}`;
    expect((await clientWith(null)("GET", "/me", { headers: { authorization } })).status).toBe(200);
  });

  test("is the only thing that counts: a cookie signs nobody in", async () => {
    const { cookie } = await person();
    const anyone = clientWith(null);
    expect(await anyone("GET", "/me", { headers: { cookie } })).toMatchObject(refusedBy(401, "key_missing"));
    expect((await anyone("GET", "/anyone", { headers: { cookie } })).body).toEqual({ username: null });
  });
});

describe("the last use of a key", () => {
  const lastUse = (id: string) => findRow("api_keys", { user_id: id }, ["used_at", "used_from"]);

  test("is written with the address, at most once a minute", async () => {
    const who = await person();
    const { id } = who.viewer;
    const key = clientWith(await keyOf(who));
    const from = (address: string) => key("GET", "/me", { headers: { "x-client-ip": address } });
    expect(await lastUse(id)).toEqual({ used_at: null, used_from: null });
    await from("203.0.113.9");
    const first = await lastUse(id);
    expect(first).toEqual({ used_at: expect.any(Date), used_from: "203.0.113.9" });
    await from("203.0.113.10");
    expect(await lastUse(id)).toEqual(first);
    await updateRows("api_keys", { user_id: id }, { used_at: secondsAgo(61) });
    await from("2001:db8:1:2:3::4");
    expect((await lastUse(id)).used_from).toBe("2001:db8:1:2::/64");
  });

  test("does not wait while the key is locked, nor for another request that writes it", async () => {
    const who = await person();
    const key = clientWith(await keyOf(who));
    await db()
      .transaction()
      .execute(async (trx) => {
        await trx.selectFrom("api_keys").selectAll().forUpdate().execute();
        expect((await key("GET", "/me")).status).toBe(200);
      });
    expect((await lastUse(who.viewer.id)).used_at).toBeNull();
    const answers = await Promise.all(Array.from({ length: 8 }, () => key("GET", "/me")));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await lastUse(who.viewer.id)).used_at).not.toBeNull();
  });
});

describe("pages of another origin", () => {
  const ORIGIN = "https://shop.example";
  const preflight = (origin: string) =>
    clientWith(null)("OPTIONS", "/me", {
      headers: { origin, "access-control-request-method": "PUT" },
    });

  test("may ask, if a key names their origin", async () => {
    await keyOf(await person(), { origins: [ORIGIN] });
    const { status, headers } = await preflight(ORIGIN);
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(headers.get("access-control-allow-methods")).toContain("PUT");
    expect(headers.get("access-control-allow-headers")).toContain("authorization");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("vary")).toContain("origin");
    for (const other of ["https://shop.example.evil.example", "http://shop.example", "null", "*", ""]) {
      const refused = await preflight(other);
      expect(refused.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("may read the answers to a key that names their origin, refusals too", async () => {
    const who = await person();
    const key = clientWith(await keyOf(who, { scopes: ["profile:read"], origins: [ORIGIN] }));
    const allowed = async (method: string, origin: string, client = key) =>
      (await client(method, "/me", { headers: { origin } })).headers.get("access-control-allow-origin");
    expect(await allowed("GET", ORIGIN)).toBe(ORIGIN);
    expect(await allowed("PUT", ORIGIN)).toBe(ORIGIN);
    expect(await allowed("GET", "https://evil.example")).toBeNull();
    expect(await allowed("GET", ORIGIN, clientWith(await keyOf(who)))).toBeNull();
    expect(await allowed("GET", ORIGIN, clientWith(null))).toBeNull();
    const { headers } = await key("GET", "/me", { headers: { origin: ORIGIN } });
    expect(headers.get("access-control-expose-headers")).toContain("ratelimit-remaining");
    expect(headers.get("vary")).toBe("authorization, accept-language, origin");
  });
});

describe("the limit of requests", () => {
  test("is in the headers of every answer, and counts each key by itself", async () => {
    const who = await person();
    const key = clientWith(await keyOf(who, { scopes: ["profile:read"] }));
    const left = ({ headers }: { headers: Headers }) => Number(headers.get("ratelimit-remaining"));
    const first = await key("GET", "/me");
    expect(first.headers.get("ratelimit-limit")).toBe("600");
    expect(left(first)).toBe(599);
    expect(Number(first.headers.get("ratelimit-reset"))).toBeGreaterThan(0);
    expect(left(await key("PUT", "/me"))).toBe(598);
    expect(left(await key("GET", "/nothing"))).toBe(597);
    expect(left(await clientWith(await keyOf(who))("GET", "/me"))).toBe(599);
  });

  test("counts wrong keys by address, and says when to try again", async () => {
    const headers = { "x-client-ip": "198.51.100.77", authorization: "Bearer ssk_guessed-guessed-guessed" };
    const guess = () => clientWith(null)("GET", "/me", { headers });
    for (let nth = 0; nth < 600; nth++) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect(refused).toMatchObject(refusedBy(429, "too_often"));
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("ratelimit-remaining")).toBe("0");
    // Nothing is looked up any more for this address: a key that is right is refused too. Others are not.
    const right = clientWith(await keyOf(await person()));
    const here = { headers: { "x-client-ip": headers["x-client-ip"] } };
    expect(await right("GET", "/me", here)).toMatchObject(refusedBy(429, "too_often"));
    expect((await right("GET", "/me")).status).toBe(200);
    expect((await clientWith(null)("GET", "/anyone", here)).status).toBe(200);
  });
});

test("a secret has a prefix and a checksum, and no two are alike", () => {
  const secrets = Array.from({ length: 50 }, () => newSecret(KEY_PREFIX));
  for (const { secret, hash, hint } of secrets) {
    expect(secret).toMatch(/^ssk_[0-9A-Za-z]{46}$/);
    expect(hash).not.toContain(secret.slice(4));
    expect(hint).toBe(`ssk_…${secret.slice(-4)}`);
  }
  expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(50);
});
