import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { recentListings, trendingListings } from "#app/features/home/trending.server.ts";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { samples } from "#tests/support/samples.ts";
import { updateDictionary } from "../dictionary/dictionary.server.ts";
import { searchListings } from "../search.server.ts";
import { EVERYTHING, parseEverything } from "./everything.ts";

// A shop uploads 3,000 rackets at noon, more than a search counts and skips. Twenty people list one each, half of them before it and half after it.

const NOON = new Date("2026-03-10T12:00:00Z");
const NOW = new Date("2026-03-10T23:00:00Z");
const FLOOD = 3_000;
const PEOPLE = 20;
const minutesAfterNoon = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

let shop: Person;

/** As an upload writes them: many rows in one statement, all with the same moment. */
async function flood(from: number, until: number): Promise<void> {
  await sql`
    insert into listings (type, user_id, name, brand, price_cents, attributes, created_at)
    select 'racket', ${shop.viewer.id}, 'Blade ' || n, 'Wilson', 9900, '{"category": "senior", "condition": "Good"}', ${NOON}
    from generate_series(${from}::int, ${until}::int) as n`.execute(db());
}

openDatabase(async () => {
  shop = await person("shop");
  for (let n = 0; n < PEOPLE; n++) {
    if (n === PEOPLE / 2) for (let row = 1; row <= FLOOD; row += 500) await flood(row, row + 499);
    await racketOf(await person("player"), { name: `Blade of ${n}`, listedAt: minutesAfterNoon(n - 10) });
  }
  // Accounts of today are not in Trending Products.
  await sql`update profiles set created_at = created_at - interval '1 year'`.execute(db());
  await sql`analyze listings`.execute(db());
  await updateDictionary();
});

async function sellers(definition: typeof racket | typeof EVERYTHING, query: string, pageSize: number) {
  const params = new URLSearchParams(query);
  const search = definition === EVERYTHING ? parseEverything(params) : parseSearch(definition, params);
  const context = { meaning: null, centre: null, viewerId: null, pageSize, now: NOW };
  const { rows, total } = await searchListings(definition, search, context);
  return { total, of: rows.map(({ user_id }) => user_id), names: rows.map(({ name }) => name) };
}

const share = (of: readonly string[]) => of.filter((id) => id === shop.viewer.id).length / of.length;

describe("a shop that lists thousands of rackets at once", () => {
  test.each([
    ["all rackets", racket, ""],
    ["a price", racket, "minPrice=50"],
    ["a fact", racket, "condition=Good"],
    ["words", racket, "q=blade"],
    ["all categories", EVERYTHING, ""],
    ["words in all categories", EVERYTHING, "q=blade"],
    ["the last week", racket, "dateFilter=week"],
  ])("has at most a quarter of a page of %s, while others have as new ones", async (_, definition, query) => {
    for (const size of [6, 10, 20]) {
      for (let page = 1; page * size <= PEOPLE; page++) {
        const { of } = await sellers(definition, `${query}&page=${page}`, size);
        expect(of).toHaveLength(size);
        expect(share(of)).toBeLessThanOrEqual(1 / 4);
      }
    }
  });

  test("has all the other places, each listing once, and pages far into the list are right", async () => {
    const { total } = await sellers(racket, "", 10);
    expect(total).toBe(FLOOD + PEOPLE);
    const far = await Promise.all([11, 12, 15, 16].map((page) => sellers(racket, `page=${page}`, 200)));
    const found = far.flatMap(({ names }) => names);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(3 * 200 + PEOPLE);
    expect(far.every(({ of }) => share(of) === 1)).toBe(true);
  });

  test("has them first where people ask for the newest", async () => {
    const { of, names } = await sellers(racket, "sort=newest", 20);
    expect(names.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, n) => `Blade of ${19 - n}`));
    expect(share(of.slice(10))).toBe(1);
  });

  test("has at most two places in each row of the home page", async () => {
    for (const row of [await recentListings(), await trendingListings(null)]) {
      expect(row).toHaveLength(12);
      expect(row.filter(({ user_id }) => user_id === shop.viewer.id).length).toBeLessThanOrEqual(2);
    }
  });

  test("steps back by a day for each further listing, and is in front again on the next day", async () => {
    const { rows } = await sql<{ least: number; most: number; different: number }>`
      select min(shelf_place) as least, max(shelf_place) as most, count(distinct shelf_place)::int as different
      from rackets where user_id = ${shop.viewer.id}`.execute(db());
    expect(rows).toEqual([{ least: 0, most: FLOOD - 1, different: FLOOD }]);
    const { id } = await racketOf(shop, { name: "Next day", listedAt: minutesAfterNoon(12 * 60) });
    const next = db().selectFrom("listings").select("shelf_place").where("id", "=", id);
    expect(await next.executeTakeFirst()).toEqual({ shelf_place: 0 });
  });
});

describe("a shop that lists rows of every category at once", () => {
  let everything: Person;

  beforeAll(async () => {
    await sql`delete from listings`.execute(db());
    everything = await person("everything");
    for (let n = 0; n < PEOPLE; n++) {
      if (n === PEOPLE / 2)
        await sql`
          insert into listings (type, user_id, name, brand, price_cents, attributes, created_at)
          select type, ${everything.viewer.id}, 'Blade ' || n, 'Wilson', 9900, attributes, ${NOON}
          from unnest(${samples.map(({ definition }) => definition.type)}::text[],
            ${samples.map(({ sample }) => JSON.stringify(sample.attributes))}::jsonb[]) as one (type, attributes),
            generate_series(1, 50) as n
          order by n, type`.execute(db());
      await racketOf(await person("player"), { name: `Blade of ${n}`, listedAt: minutesAfterNoon(n - 10) });
    }
    await updateDictionary();
  });

  test.each(["", "q=blade", "minPrice=50"])(
    "has at most a quarter of a page of all categories, while others have as new ones: %j",
    async (query) => {
      for (const size of [6, 10, 20])
        for (let page = 1; page * size <= PEOPLE; page++) {
          const { of } = await sellers(EVERYTHING, `${query}&page=${page}`, size);
          expect(of).toHaveLength(size);
          expect(of.filter((id) => id === everything.viewer.id).length / of.length).toBeLessThanOrEqual(
            1 / 4,
          );
        }
    },
  );

  test("has at most two places in the home page's row of new listings", async () => {
    const row = await recentListings();
    expect(row).toHaveLength(12);
    expect(row.filter(({ user_id }) => user_id === everything.viewer.id).length).toBeLessThanOrEqual(2);
  });
});
