import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { openDatabase } from "#tests/support/database.ts";
import {
  contextOf,
  EVERYTHING,
  expected,
  insert,
  manyRackets,
  PLACES,
  readStock,
  type SearchCase,
  shop,
} from "#tests/support/plain-search.ts";
import { searchCase } from "#tests/support/random-searches.ts";
import { findPage } from "./find.server.ts";
import { COUNT_LIMIT } from "./match-tables.server.ts";

/** Creates more listings at one position than a search sorts. */
openDatabase(async () => {
  await manyRackets();
  await insert(4 * COUNT_LIMIT, 5, 0);
  await readStock();
});

async function found(one: SearchCase) {
  const { rows, ...counts } = await findPage(racket, { search: one.search, context: contextOf(one) });
  return { ids: rows.map((row) => row.id), ...counts };
}

const centre = fc.oneof(
  fc.constantFrom(...PLACES),
  fc.record({
    latitude: fc.integer({ min: -90_000, max: 90_000 }).map((thousandths) => thousandths / 1000),
    longitude: fc.integer({ min: -180_000, max: 180_000 }).map((thousandths) => thousandths / 1000),
  }),
);

describe("sorting by distance", () => {
  test("compares rounded kilometres, then dates, and puts listings without coordinates last", async () => {
    const nearest = fc
      .tuple(searchCase, centre, fc.boolean(), fc.constantFrom(1, 2, 30, 100))
      .map(([one, from, isLimited, page]): SearchCase => {
        const maxDistance = isLimited ? one.search.maxDistance : null;
        return { ...one, centre: from, search: { ...one.search, sort: "nearest", maxDistance, page } };
      });
    await fc.assert(
      fc.asyncProperty(nearest, async (one) => {
        expect(await found(one)).toEqual(expected(one));
      }),
      { numRuns: 40 },
    );
  });

  test("is exact with thousands of listings at one position, near or far", async () => {
    const [amsterdam] = PLACES;
    const inAmsterdam = shop.stock.filter((row) => row.latitude === amsterdam?.latitude);
    expect(inAmsterdam.length).toBeGreaterThan(4 * COUNT_LIMIT);
    for (const from of [amsterdam, { latitude: 48.8, longitude: 2.3 }, { latitude: -40, longitude: 175 }]) {
      for (const page of [1, 20, 100]) {
        const one: SearchCase = {
          search: { ...EVERYTHING, sort: "nearest", page },
          centre: from ?? null,
          meaning: null,
          own: false,
        };
        expect(await found(one)).toEqual(expected(one));
      }
    }
  });

  test("is ignored in a search without a postal code", () => {
    const sortOf = (query: string) => parseSearch(racket, new URLSearchParams(query)).sort;
    expect(sortOf("sort=nearest")).toBe("relevance");
    expect(sortOf("sort=nearest&country=NL&postalCode=1012")).toBe("nearest");
    expect(sortOf("sort=nearest&country=NL&postalCode=no")).toBe("relevance");
  });
});
