import fc from "fast-check";
import { expect, test } from "vitest";
import { racket } from "#app/domain/categories/racket.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { Sort } from "#app/domain/search.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { EVERYTHING, parseEverything } from "./everything.ts";
import { findPage } from "./find.server.ts";

const AMSTERDAM = { latitude: 52.37, longitude: 4.9 };
const MANY = 130;
const CONTEXT = {
  meaning: null,
  viewerId: null,
  pageSize: 10,
  now: new Date(),
  wordConditions: [],
  types: null,
  country: null,
  sellerId: null,
};

openDatabase(async () => {
  const seller = await person("seller");
  for (let n = 0; n < MANY; n += 1) await listingOf(seller, "racket");
  await updateRows("listings", {}, AMSTERDAM);
});

test("a search of all categories pages through the nearest listings to the last page", async () => {
  const seen = new Set<string>();
  for (let page = 1; page <= MANY / 10; page += 1) {
    const params = new URLSearchParams({ postalCode: "1012", sort: "nearest", page: String(page) });
    const context = { ...CONTEXT, centre: { ...AMSTERDAM, approximate: false } };
    const { rows, total } = await findPage(EVERYTHING, { search: parseEverything(params), context });
    expect(total).toBe(MANY);
    expect(rows, `page ${page}`).toHaveLength(10);
    for (const { id } of rows) seen.add(id);
  }
  expect(seen.size).toBe(MANY);
});

test("listings are sorted by the distances on their cards, where 1.4 km is 1 km and 1.6 km is 2 km", async () => {
  const seller = await person("seller");
  const oslo = { latitude: 59.9, longitude: 10.7 };
  for (const km of [1.4, 1.6]) {
    const { id } = await listingOf(seller, "racket", { name: `${km}` });
    await updateRows("listings", { id }, { ...oslo, latitude: oslo.latitude + km / 111.195 });
  }
  const search = parseEverything(new URLSearchParams({ postalCode: "1012", sort: "nearest" }));
  const context = { ...CONTEXT, centre: { ...oslo, approximate: false }, pageSize: 2 };
  const { rows } = await findPage(EVERYTHING, { search, context });
  expect(rows.map(({ name }) => name)).toEqual(["1.4", "1.6"]);
  expect((await findPage(racket, { search, context })).rows.map(({ name }) => name)).toEqual(["1.4", "1.6"]);
});

/** The older, dearer or farther listing comes later; of two alike, the one with the higher id, but not by price. */
const COMPARE: Readonly<Record<Sort, (a: CardRow, b: CardRow) => number>> = {
  relevance: (a, b) => shelved(b) - shelved(a) || (a.id < b.id ? 1 : -1),
  newest: (a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1),
  price_asc: (a, b) => a.price_cents - b.price_cents || (a.id < b.id ? -1 : 1),
  price_desc: (a, b) => b.price_cents - a.price_cents || (a.id < b.id ? 1 : -1),
  nearest: (a, b) =>
    Math.round(a.distance_km ?? 1e9) - Math.round(b.distance_km ?? 1e9) || COMPARE.newest(a, b),
};
const shelved = (row: CardRow & { shelf_place?: number }) =>
  row.created_at.getTime() - (row.shelf_place ?? 0) * DAY_MS;
const DAY_MS = 86_400_000;

test("a search of all categories has the listings of each, in one order and each once", async () => {
  await db().deleteFrom("listings").execute();
  const sellers = [await person("seller"), await person("seller")] as const;
  const listed = fc.record({
    category: fc.constantFrom(...CATEGORIES),
    seller: fc.constantFrom(...sellers),
    cents: fc.constantFrom(1_000, 2_000, 9_000),
    hoursOld: fc.integer({ min: 0, max: 200 }),
    north: fc.constantFrom(0, 0.01, 0.2, 3, null),
  });
  for (const { category, seller, cents, hoursOld, north } of fc.sample(listed, { numRuns: 45, seed: 1 })) {
    const listedAt = new Date(CONTEXT.now.getTime() - hoursOld * 3_600_000);
    const { id } = await listingOf(seller, category.type, { name: "Blade", cents, listedAt });
    const place = north === null ? null : { ...AMSTERDAM, latitude: AMSTERDAM.latitude + north };
    if (place) await updateRows("listings", { id }, place);
  }
  const context = { ...CONTEXT, centre: { ...AMSTERDAM, approximate: false } };
  for (const query of ["", "maxPrice=50&maxDistance=50&country=NL&postalCode=1012"])
    for (const sort of ["relevance", "newest", "price_asc", "price_desc", "nearest"] as const) {
      const search = { ...parseEverything(new URLSearchParams(query)), sort };
      const ofEach = await Promise.all(
        CATEGORIES.map((category) =>
          findPage({ ...category, ownListings: "shown" }, { search, context: { ...context, pageSize: 100 } }),
        ),
      );
      const expected = ofEach.flatMap(({ rows }) => rows).sort(COMPARE[sort]);
      const pages = [];
      for (let page = 1; page <= Math.ceil(expected.length / 10); page++)
        pages.push(await findPage(EVERYTHING, { search: { ...search, page }, context }));
      expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(expected.map(({ id }) => id));
      for (const { total, types } of pages) {
        expect(total).toBe(expected.length);
        expect(types).toEqual(ofEach.flatMap((each) => each.types));
      }
    }
});
