import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { locate } from "#app/features/listings/places.server.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { loadPostalRegions } from "./postal-regions.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

const rows = () =>
  database.db
    .selectFrom("postal_codes")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();

describe("loading the postal regions", () => {
  test("by two servers at the same time loads them once, and later starts load nothing", async () => {
    const loaded = await Promise.all([loadPostalRegions(database.url), loadPostalRegions(database.url)]);
    const { count } = await rows();
    expect(loaded.toSorted((a, b) => a - b)).toEqual([0, count]);
    expect(await loadPostalRegions(database.url)).toBe(0);
    expect(await locate("NL", "1071DJ")).toMatchObject({ latitude: 52.37, longitude: 4.9 });
    expect(await locate("NL", "0000AA")).toBeNull();
  });

  test("of another edition replaces the old one, and finer codes stay", async () => {
    const { db } = database;
    const mine = { country: "NL", code: "1071DJ", place: "Museumplein", latitude: 52.358, longitude: 4.88 };
    await db.insertInto("postal_codes").values(mine).execute();
    await db.updateTable("postal_codes").set({ latitude: 0 }).where("code", "=", "97").execute();
    await sql`comment on table postal_codes is 'postal-regions.csv of another day'`.execute(db);
    expect(await loadPostalRegions(database.url)).toBeGreaterThan(1_000);
    expect(await locate("NL", "9712CP")).toMatchObject({ latitude: 53.22, longitude: 6.57 });
    expect(await locate("NL", "1071DJ")).toMatchObject({ latitude: 52.358, longitude: 4.88 });
  });
});
