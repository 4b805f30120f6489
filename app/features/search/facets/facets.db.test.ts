import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { openDatabase } from "#tests/support/database.ts";
import {
  contextOf,
  EVERYTHING,
  hasValue,
  isNarrowed,
  manyRackets,
  matches,
  type Row,
  type SearchCase,
  shop,
} from "#tests/support/plain-search.ts";
import { searchCase } from "#tests/support/random-searches.ts";
import { COUNT_LIMIT } from "../find/match-tables.server.ts";
import { facetCounts } from "./facets.server.ts";

openDatabase(manyRackets);

describe("the counts beside the options of a filter", () => {
  const FIELDS = racket.filters.flatMap((filter) =>
    filter.by === "brand" ? ["brand"] : filter.by === "choice" ? [filter.field] : [],
  );

  function optionsOf(field: string): readonly string[] {
    const kind = (racket as CategoryDefinition).fields[field];
    return kind && "options" in kind
      ? kind.options.map((option) => option.value)
      : ["Wilson", "Head", "O'Neill \\ Söhne"];
  }

  /** The listings of the search without a field's own filter, and whether there are more than are counted. */
  function leftWithout(one: SearchCase, field: string) {
    const { [field]: _, ...choices } = one.search.choices;
    const search = { ...one.search, choices, brands: field === "brand" ? [] : one.search.brands };
    const other = { ...one, search };
    const left = shop.stock.filter(
      (row) => !(one.own && row.user_id === shop.sellers[0]) && matches(row, other),
    );
    return { left, capped: isNarrowed(other) && left.length > COUNT_LIMIT };
  }

  const has = (row: Row, field: string, value: string) =>
    field === "brand" ? row.brand === value : hasValue(row, field, [value]);

  const facets = (one: SearchCase) => facetCounts(racket, one.search, contextOf(one));

  test("are exact with other filters, or a lower bound when more listings match than are counted", async () => {
    await fc.assert(
      fc.asyncProperty(searchCase, async (one) => {
        const found = await facets(one);
        expect([...found.keys()].sort()).toEqual([...FIELDS].sort());
        const whole = leftWithout(one, "");
        for (const field of FIELDS) {
          const isChosen = field === "brand" ? one.search.brands.length > 0 : one.search.choices[field];
          const { left, capped } = isChosen ? leftWithout(one, field) : whole;
          for (const value of optionsOf(field)) {
            const { n, capped: atLeast } = found.get(field)?.get(value) ?? { n: 0, capped };
            const all = left.filter((row) => has(row, field, value)).length;
            expect(atLeast).toBe(capped);
            if (capped) expect(n).toBeLessThanOrEqual(all);
            else expect([field, value, n]).toEqual([field, value, all]);
          }
        }
      }),
      { numRuns: 80 },
    );
  });

  test("are exact without filters, and for the field with the only chosen value", async () => {
    const plain: SearchCase = { search: EVERYTHING, centre: null, meaning: null, own: false };
    const search = { ...EVERYTHING, choices: { condition: ["Good"] } };
    const good = shop.stock.filter((row) => row.attributes.condition === "Good").length;
    expect(good).toBeGreaterThan(COUNT_LIMIT);
    expect((await facets(plain)).get("condition")?.get("Good")).toEqual({ n: good, capped: false });
    const chosen = await facets({ ...plain, search });
    expect(chosen.get("condition")?.get("Good")).toEqual({ n: good, capped: false });
    expect(chosen.get("brand")?.get("Wilson")).toMatchObject({ capped: true });
  });

  test("cover only a sample of COUNT_LIMIT + 1 listings when more listings match", async () => {
    const search = { ...EVERYTHING, choices: { category: ["senior"] } };
    const found = await facets({ search, centre: null, meaning: null, own: false });
    const all = [...(found.get("condition")?.values() ?? [])].reduce((sum, { n }) => sum + n, 0);
    expect(all).toBe(COUNT_LIMIT + 1);
  });
});
