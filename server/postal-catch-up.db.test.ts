import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { locate } from "#app/features/listings/places.server.ts";
import { listen } from "#app/platform/listen.server.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { catchUpPostalCodes } from "./postal-catch-up.ts";
import { loadPostalRegions } from "./postal-regions.ts";

let database: TestDatabase;
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

/** Regions are not counted. */
const countAreas = async () => {
  const { rows } = await sql<{ us: number; nl: number; others: number }>`
    select count(*) filter (where country = 'US' and length(code) = 5)::int as us,
      count(*) filter (where country = 'NL' and length(code) = 4)::int as nl,
      count(*) filter (where country in ('AT', 'BE') or country in ('DE', 'FR') and length(code) = 5
        or country = 'GB' and code ~ '[0-9]')::int as others
    from postal_codes`.execute(database.db);
  return rows[0]!;
};

beforeAll(async () => {
  database = await testDatabase();
  seller = await person("seller");
  await loadPostalRegions(database.url);
});

/** These tests depend on their order. */
describe("catching up on postal codes", () => {
  let austin: string;
  let amsterdam: string;
  let arles: string;
  let nowhere: string;

  test("has not run yet, so a code is located at its region", async () => {
    const region = await locate("US", "78704");
    expect(region).toEqual(await locate("US", "787"));
    austin = await racketIn("US", "78704", region!.latitude, region!.longitude);
    const { latitude, longitude } = (await locate("NL", "1071"))!;
    expect(await locate("NL", "1071")).toMatchObject({ approximate: true, town: null });
    amsterdam = await racketIn("NL", "1071DJ", latitude, longitude);
    // In the middle of its region, some 70 km from Arles.
    const marseille = (await locate("FR", "13200"))!;
    arles = await racketIn("FR", "13200", marseille.latitude, marseille.longitude);
    nowhere = await racketIn("FR", "13999", marseille.latitude, marseille.longitude);
  });

  test("can be repeated after it was interrupted", async () => {
    const before = await countAreas();
    const cut = new AbortController();
    const work = catchUpPostalCodes(database.url, cut.signal);
    cut.abort();
    await expect(work).rejects.toThrow();
    expect(await countAreas()).toEqual(before);
  });

  test("loads postal areas and ZIP codes, even when two servers start at the same time", async () => {
    const mine = { country: "US", code: "94103", place: "Mine", latitude: 37.7, longitude: -122.4 };
    await database.db.insertInto("postal_codes").values(mine).execute();
    await Promise.all([catchUpPostalCodes(database.url), catchUpPostalCodes(database.url)]);
    const { us, nl, others } = await countAreas();
    expect(us).toBeGreaterThan(41_000);
    expect(nl).toBe(4_085);
    // Three regions overseas are complete codes too.
    expect(others).toBeGreaterThanOrEqual(27_310 - 4_085);
    expect(await locate("US", "78704")).toMatchObject({ latitude: 30.2428, town: "Austin" });
    expect(await locate("US", "94103")).toMatchObject({ latitude: 37.7, town: "Mine" });
  });

  test("moves listings to their area, where searches find them", async () => {
    expect(await placeOf(amsterdam)).toMatchObject({
      latitude: 52.3553,
      longitude: 4.8788,
      town: "Amsterdam",
      approximate: false,
    });
    expect(await placeOf(arles)).toMatchObject({ latitude: 43.6768, longitude: 4.6303, town: "Arles" });
    expect(await placeOf(nowhere)).toMatchObject({ town: null, approximate: true });
    expect(await placeOf(austin)).toMatchObject({
      latitude: 30.2428,
      longitude: -97.7658,
      cell: `g3=${Math.floor(30.2428 / 0.125)}:${Math.floor(-97.7658 / 0.125)}`,
    });
  });

  test("invalidates the cached pages of listings, which measured distances from the regions", async () => {
    const payloads = new Set<string>();
    const listening = await listen({
      channel: "listings",
      onConnect: () => {},
      onNotify: (type) => void payloads.add(type),
    });
    await sql`comment on table postal_codes is 'postal-regions.csv of yesterday'`.execute(database.db);
    await catchUpPostalCodes(database.url);
    await expect.poll(() => [...payloads]).toEqual(["racket"]);
    await listening.close();
  });

  test("is repeated only when the files change", async () => {
    await database.db.updateTable("listings").set({ latitude: 1 }).where("id", "=", austin).execute();
    await catchUpPostalCodes(database.url);
    expect((await placeOf(austin)).latitude).toBe(1);
    // A new edition of the regions, which the start of a server loads.
    await sql`comment on table postal_codes is 'postal-regions.csv of another day'`.execute(database.db);
    await loadPostalRegions(database.url);
    await catchUpPostalCodes(database.url);
    expect((await placeOf(austin)).latitude).toBe(30.2428);
    expect(await locate("US", "94103")).toMatchObject({ latitude: 37.7, town: "Mine" });
  });
});
