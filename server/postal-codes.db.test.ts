import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { locate } from "#app/features/listings/places.server.ts";
import { listen } from "#app/platform/listen.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { loadPostalCodes } from "./postal-codes.ts";

let seller: Person;

async function racketIn(country: string, postalCode: string, latitude: number, longitude: number) {
  const { id } = await racketOf(seller);
  await database.db
    .updateTable("listings")
    .set({ country, postal_code: postalCode, latitude, longitude })
    .where("id", "=", id)
    .execute();
  return id;
}

async function placeOf(id: string) {
  const { rows } = await sql<{
    latitude: number;
    longitude: number;
    town: string | null;
    approximate: boolean;
    cell: string;
  }>`
    select latitude, longitude, town, approximate,
      (select lexeme from unnest(tsvector_to_array(search)) lexeme where lexeme like 'g3=%') as cell
    from listings where id = ${id}`.execute(database.db);
  return rows[0]!;
}

const another = () =>
  sql`comment on table postal_codes is 'postal-codes.csv of another day'`.execute(database.db);

const database = openDatabase(async () => {
  seller = await person("seller");
});

/** These tests depend on their order. */
describe("loading the postal codes", () => {
  let austin: string;
  let amsterdam: string;
  let nowhere: string;

  test("loads them once, even when two servers start at the same time, and keeps those of an operator", async () => {
    austin = await racketIn("US", "78704", 30, -97);
    amsterdam = await racketIn("NL", "1071DJ", 52, 4);
    nowhere = await racketIn("FR", "13999", 43, 5);
    const mine = { country: "US", code: "94103", place: "Mine", latitude: 37.7, longitude: -122.4 };
    await database.db.insertInto("postal_codes").values(mine).execute();
    const loaded = await Promise.all([loadPostalCodes(database.url), loadPostalCodes(database.url)]);
    expect(loaded.toSorted((a, b) => a - b)).toEqual([0, 70_612]);
    expect(await loadPostalCodes(database.url)).toBe(0);
    expect(await locate("US", "78704")).toMatchObject({ latitude: 30.2428, town: "Austin" });
    expect(await locate("US", "94103")).toMatchObject({ latitude: 37.7, town: "Mine" });
    expect(await locate("FR", "13999")).toMatchObject({ town: null, approximate: true });
    expect(await locate("NL", "0000AA")).toBeNull();
  });

  test("moves listings to their area, where searches find them", async () => {
    expect(await placeOf(amsterdam)).toMatchObject({
      latitude: 52.3553,
      longitude: 4.8788,
      town: "Amsterdam",
      approximate: false,
    });
    expect(await placeOf(nowhere)).toMatchObject({ town: null, approximate: true });
    expect(await placeOf(austin)).toMatchObject({
      latitude: 30.2428,
      longitude: -97.7658,
      cell: `g3=${Math.floor(30.2428 / 0.125)}:${Math.floor(-97.7658 / 0.125)}`,
    });
  });

  test("invalidates the cached pages of listings, which measured distances from the old positions", async () => {
    const payloads = new Set<string>();
    const listening = await listen({
      channel: "listings",
      onConnect: () => {},
      onNotify: (type) => void payloads.add(type),
    });
    await another();
    await loadPostalCodes(database.url);
    await expect.poll(() => [...payloads]).toEqual(["racket"]);
    await listening.close();
  });

  test("of another edition replaces the old ones, and moves the listings again; finer codes stay", async () => {
    const finer = { country: "NL", code: "1071DJ", place: "Museumplein", latitude: 52.358, longitude: 4.88 };
    await database.db.insertInto("postal_codes").values(finer).execute();
    await database.db.updateTable("postal_codes").set({ latitude: 0 }).where("code", "=", "97").execute();
    await database.db.updateTable("listings").set({ latitude: 1 }).where("id", "=", austin).execute();
    await loadPostalCodes(database.url);
    expect((await placeOf(austin)).latitude).toBe(1);
    await another();
    await loadPostalCodes(database.url);
    expect((await placeOf(austin)).latitude).toBe(30.2428);
    expect(await locate("NL", "9799ZZ")).toMatchObject({ latitude: 53.22 });
    expect(await locate("NL", "1071DJ")).toMatchObject({ latitude: 52.358, longitude: 4.88 });
    expect(await locate("US", "94103")).toMatchObject({ latitude: 37.7, town: "Mine" });
  });
});
