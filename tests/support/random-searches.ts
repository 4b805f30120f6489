import fc from "fast-check";
import type { Meaning } from "#app/domain/categories/definition.ts";
import { DATE_FILTERS, type DateFilter, SORTS } from "#app/domain/search.ts";
import { NOW, PLACES, type SearchCase, words } from "./plain-search.ts";

const range = (min: number, max: number) =>
  fc
    .record({
      min: fc.option(fc.integer({ min, max })),
      max: fc.option(fc.integer({ min, max })),
    })
    .filter((ends) => ends.min !== null || ends.max !== null);

/** Generates `otherwise` three times in four, because a search with every filter would find nothing. */
const seldom = <Value>(value: fc.Arbitrary<Value>, otherwise: Value) =>
  fc.oneof({ arbitrary: fc.constant(otherwise), weight: 3 }, { arbitrary: value, weight: 1 });

/** Random searches, with and without coordinates, a subcategory and the viewer's own listings. */
export const searchCase: fc.Arbitrary<SearchCase> = fc.record({
  search: fc.record({
    q: seldom(
      fc.oneof(
        words(1, 2),
        fc.constantFrom("bl", "PRO st", "ecr", "wil", "98", "blade zz", "like", "!!", "prostaff", "v8"),
      ),
      "",
    ),
    date: seldom(fc.constantFrom(...(Object.keys(DATE_FILTERS) as DateFilter[])), "all"),
    sort: fc.constantFrom(...SORTS),
    page: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 120 })),
    brands: seldom(fc.subarray(["Wilson", "Head", "O'Neill \\ Söhne", "Nobody"], { minLength: 1 }), []),
    price: seldom(range(0, 45_000), { min: null, max: null }),
    choices: seldom(
      fc.record(
        {
          condition: fc.subarray(["New", "Like New", "Good", "Poor"], { minLength: 1 }),
          category: fc.constantFrom(["senior"], ["junior"]),
          transaction_options: fc.subarray(["chat", "bid"], { minLength: 1 }),
        },
        { requiredKeys: [] },
      ),
      {},
    ),
    ranges: seldom(
      fc.record(
        { headsize: range(75, 120), weight: range(240, 290), swingweight: range(150, 450) },
        { requiredKeys: [] },
      ),
      {},
    ),
    place: fc.constant(null),
    maxDistance: fc.constantFrom(0, 5, 35, 50, 500, 3_000, 20_000),
  }),
  centre: seldom(
    fc.oneof(
      fc.constantFrom(...PLACES),
      fc.record({
        latitude: fc.integer({ min: -90_000, max: 90_000 }).map((thousandths) => thousandths / 1000),
        longitude: fc.integer({ min: -180_000, max: 180_000 }).map((thousandths) => thousandths / 1000),
      }),
    ),
    null,
  ),
  meaning: seldom(
    fc.constantFrom<Meaning>(
      { words: "pro staff" },
      { words: "blade" },
      { field: "category", values: ["junior"] },
    ),
    null,
  ),
  own: fc.boolean(),
  // Other months are searched first in the second half of a month.
  now: fc.constantFrom(NOW, new Date("2026-03-20T12:00:00Z")),
});
