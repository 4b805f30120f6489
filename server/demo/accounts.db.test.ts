import { beforeAll, describe, expect, test } from "vitest";
import { configure, env } from "#app/platform/env.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { action as auth } from "#app/routes/accounts/auth.route.tsx";
import { signInFields } from "#tests/support/accounts.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { loadPostalRegions } from "../postal-regions.ts";
import { replacePublishedPassword } from "./accounts.ts";
import { people } from "./data.ts";
import { loadDemoStock } from "./load.ts";

const PUBLISHED = "second-serve";
const RANDOM = /^[\w-]{16}$/;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await loadPostalRegions(database.url);
});

async function signsIn(password: string | null | undefined, visitor = new Visitor()): Promise<boolean> {
  await visitor.submit(auth, "/auth", signInFields("sanne", password ?? ""));
  return (await viewerOf(visitor.request("/"))) !== null;
}

async function passwords() {
  return new Set((await loadDemoStock()).map(({ password }) => password));
}

describe("in a public shop", () => {
  test("the demo accounts have a password that only this start knows", async () => {
    configure({ ...env(), baseUrl: "https://shop.example" });
    const [password, ...others] = await passwords();
    expect([password, others]).toEqual([expect.stringMatching(RANDOM), []]);
    expect(await signsIn(PUBLISHED)).toBe(false);
    expect(await signsIn(password)).toBe(true);
    expect(await replacePublishedPassword()).toEqual([]);
  });

  test("the password is printed once", async () => {
    expect([...(await passwords())]).toEqual([null]);
  });

  test("a database with the published password gets another one, and its sessions end", async () => {
    await database.db.deleteFrom("listings").execute();
    await database.db.deleteFrom("users").execute();
    configure({ ...env(), baseUrl: "http://127.0.0.1:3000" });
    expect([...(await passwords())]).toEqual([PUBLISHED]);
    const visitor = new Visitor();
    expect(await signsIn(PUBLISHED, visitor)).toBe(true);

    configure({ ...env(), baseUrl: "https://shop.example" });
    const replaced = await replacePublishedPassword();
    expect(replaced).toHaveLength(people().length);
    expect(replaced[0]?.password).toMatch(RANDOM);
    expect(await viewerOf(visitor.request("/"))).toBe(null);
    expect(await signsIn(PUBLISHED)).toBe(false);
    expect(await signsIn(replaced[0]?.password)).toBe(true);
    expect(await replacePublishedPassword()).toEqual([]);
  });
});
