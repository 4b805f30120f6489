import { hashPassword } from "better-auth/crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { configure, env } from "#app/platform/env.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { action as auth } from "#app/routes/accounts/auth.route.tsx";
import { action as challenge } from "#app/routes/accounts/two-factor.route.tsx";
import { loader as queue } from "#app/routes/moderation/queue.route.tsx";
import { signInFields } from "#tests/support/accounts.ts";
import { openDatabase } from "#tests/support/database.ts";
import { totp } from "#tests/support/totp.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { loadPostalCodes } from "../postal-codes.ts";
import { replacePublishedPassword } from "./accounts.ts";
import { people, staff } from "./data.ts";
import { loadDemoStock } from "./load.ts";

const PUBLISHED = "second-serve";
const RANDOM = /^[\w-]{16}$/;

const database = openDatabase(loadPostalCodes);

async function signsIn(
  password: string | null | undefined,
  { username = "sanne", visitor = new Visitor() } = {},
): Promise<boolean> {
  await visitor.submit(auth, "/auth", signInFields(username, password ?? ""));
  return (await viewerOf(visitor.request("/"))) !== null;
}

async function passwords() {
  return new Set((await loadDemoStock()).map(({ password }) => password));
}

const roles = () => database.db.selectFrom("staff").select("role").orderBy("role").execute();

describe("in a public shop", () => {
  test("the demo accounts have a password that only this start knows, and there is no staff [V6.3.2]", async () => {
    configure({ ...env(), baseUrl: "https://shop.example" });
    const accounts = await loadDemoStock();
    expect(accounts).toHaveLength(people().length);
    expect(await roles()).toEqual([]);
    const [password, ...others] = new Set(accounts.map((account) => account.password));
    expect([password, others]).toEqual([expect.stringMatching(RANDOM), []]);
    expect(await signsIn(PUBLISHED)).toBe(false);
    expect(await signsIn(password)).toBe(true);
    expect(await replacePublishedPassword()).toEqual([]);
  });

  test("the password is printed only by the start that creates the accounts", async () => {
    expect([...(await passwords())]).toEqual([null]);
  });

  test("accounts with the published password get another one, sessions end, and staff lose their roles, even with changed email addresses and usernames", async () => {
    await database.db.deleteFrom("listings").execute();
    await database.db.deleteFrom("users").execute();
    configure({ ...env(), baseUrl: "http://127.0.0.1:3000" });
    expect([...(await passwords())]).toEqual([PUBLISHED]);
    const visitor = new Visitor();
    expect(await signsIn(PUBLISHED, { visitor })).toBe(true);
    await sql`update users set email = 'own-' || email, name = name || '_own'`.execute(database.db);
    await sql`update profiles set email = 'own-' || email, username = username || '_own'`.execute(
      database.db,
    );

    configure({ ...env(), baseUrl: "https://shop.example" });
    const replaced = await replacePublishedPassword();
    expect(replaced).toHaveLength(people().length + staff().length);
    expect(replaced[0]?.password).toMatch(RANDOM);
    expect(await viewerOf(visitor.request("/"))).toBe(null);
    const username = "sanne_own";
    expect(await signsIn(PUBLISHED, { username })).toBe(false);
    expect(await signsIn(replaced[0]?.password, { username })).toBe(true);
    expect(await roles()).toEqual([]);
    expect(await database.db.selectFrom("two_factors").select("id").execute()).toEqual([]);
    expect(await replacePublishedPassword()).toEqual([]);
  });
});

describe("demo staff", () => {
  async function openQueue(by: "app" | "backup", code: string) {
    const visitor = new Visitor();
    await visitor.submit(auth, "/auth", signInFields("vera_desk", PUBLISHED));
    expect(await viewerOf(visitor.request("/"))).toBe(null);
    await visitor.submit(challenge, `/auth/two-factor${by === "backup" ? "?by=backup" : ""}`, { code });
    return (await viewerOf(visitor.request("/"))) && (await visitor.open(queue, "/moderation")).status;
  }

  test("signs in with the printed second factor on this machine, and loses its role in a public shop", async () => {
    await database.db.deleteFrom("listings").execute();
    await database.db.deleteFrom("users").execute();
    configure({ ...env(), baseUrl: "http://127.0.0.1:3000" });
    const printed = (await loadDemoStock()).find(({ username }) => username === "vera_desk");
    const [, first = "", key = ""] =
      /second factor: (\S+) to .* key (\w+)$/.exec(printed?.secondFactor ?? "") ?? [];
    expect(await openQueue("app", totp(key))).toBe(200);
    expect(await openQueue("backup", first)).toBe(200);
    expect(await openQueue("backup", first)).toBe(null);

    // Even people with a password of their own lose the published second factor.
    const own = await hashPassword("a password of their own");
    await database.db.updateTable("accounts").set({ password: own }).execute();
    configure({ ...env(), baseUrl: "https://shop.example" });
    expect(await replacePublishedPassword()).toEqual([]);
    expect(await roles()).toEqual([]);
    const factors = await database.db.selectFrom("two_factors").select("id").execute();
    expect(factors).toEqual([]);
  });
});
