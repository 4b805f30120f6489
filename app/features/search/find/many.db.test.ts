import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import {
  contextOf,
  EVERYTHING,
  expected,
  firstOnShelf,
  insert,
  manyRackets,
  matches,
  PLACES,
  readStock,
  type SearchCase,
  shop,
} from "#tests/support/plain-search.ts";
import { searchCase } from "#tests/support/random-searches.ts";
import { countByType } from "./counts.server.ts";
import { EVERYTHING as ALL } from "./everything.ts";
import { findFirst, findPage } from "./find.server.ts";
import { COUNT_LIMIT } from "./match-tables.server.ts";

/** Creates more listings at one position than a search sorts. */
openDatabase(async () => {
  await manyRackets();
  await insert(4 * COUNT_LIMIT, 5, 0);
  await readStock();
});

async function pageOf(asked: SearchCase) {
  const { rows, ...counts } = await findPage(racket, { search: asked.search, context: contextOf(asked) });
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
      .map(([asked, from, isLimited, page]): SearchCase => {
        const maxDistance = isLimited ? asked.search.maxDistance : null;
        return { ...asked, centre: from, search: { ...asked.search, sort: "nearest", maxDistance, page } };
      });
    await fc.assert(
      fc.asyncProperty(nearest, async (asked) => {
        expect(await pageOf(asked)).toEqual(expected(asked));
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
        const asked: SearchCase = {
          search: { ...EVERYTHING, sort: "nearest", page },
          centre: from ?? null,
          meaning: null,
          own: false,
        };
        expect(await pageOf(asked)).toEqual(expected(asked));
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

describe("of many matches, only a part is read", () => {
  /** At least as many as a pool has. */
  const CONNECTIONS = 20;

  /** How many rows of the table or index of rackets `run` reads. */
  async function rowsRead(relation: "rackets" | "rackets_price_cents_id_idx", run: () => Promise<unknown>) {
    const sum = async () => {
      // On every connection: each counts for itself.
      const flush = sql<object>`select pg_stat_force_next_flush()`;
      const all = Array.from({ length: CONNECTIONS }, () => [flush.execute(db()), prepared(flush)]);
      await Promise.all(all.flat());
      const { rows } = await sql<{ n: number }>`
        select seq_tup_read + idx_tup_fetch as n from pg_stat_user_tables where relname = ${relation}
        union all
        select idx_tup_read as n from pg_stat_user_indexes where indexrelname = ${relation}`.execute(db());
      return rows[0]?.n ?? Number.NaN;
    };
    const before = await sum();
    await run();
    return (await sum()) - before;
  }

  const caseOf = (query: Partial<SearchCase["search"]>): SearchCase => ({
    search: { ...EVERYTHING, ...query },
    centre: null,
    meaning: null,
    own: false,
  });

  test.each([
    { sort: "price_asc", price: { min: 2_500, max: null } },
    { sort: "price_desc", price: { min: null, max: 42_500 } },
    { sort: "price_asc", price: { min: 1_500, max: 44_500 } },
  ] as const)("by price, none beyond the limit, also for the last page: %j", async (query) => {
    const choices = { condition: ["New", "Like New", "Good"] };
    for (const page of [1, 20, 100]) {
      const asked = caseOf({ ...query, choices, page });
      expect(shop.stock.filter((row) => matches(row, asked)).length).toBeGreaterThan(4 * COUNT_LIMIT);
      const read = rowsRead("rackets_price_cents_id_idx", async () =>
        expect(await pageOf(asked)).toEqual(expected(asked)),
      );
      expect(await read).toBe(10 * page);
    }
  });

  test("for the ranked matches of a common word in all categories: the first 1,000", async () => {
    const asked = caseOf({ q: "blade", sort: "relevance" });
    const titled = { ...asked, meaning: { words: "blade" } };
    const first = shop.stock
      .filter((row) => matches(row, asked))
      .sort(firstOnShelf)
      .slice(0, COUNT_LIMIT);
    const ranked = first.filter((row) => matches(row, titled));
    for (const page of [1, Math.floor(ranked.length / 10)]) {
      const search = { ...asked.search, page };
      const { rows, types } = await findPage(ALL, { search, context: contextOf(asked) });
      expect(rows.map(({ id }) => id)).toEqual(ranked.slice(10 * page - 10, 10 * page).map(({ id }) => id));
      expect(types[0]).toEqual({ type: "racket", total: COUNT_LIMIT, capped: true });
    }
  });

  test("for suggestions, which show no counts, and for the counts of whole categories", async () => {
    const questionOf = (asked: SearchCase) => ({ search: asked.search, context: contextOf(asked) });
    const common = questionOf(caseOf({ q: "blade" }));
    const all = questionOf(caseOf({}));
    expect(await rowsRead("rackets", () => findFirst(common, 3))).toBeLessThan(300);
    expect(await rowsRead("rackets", () => countByType(all))).toBe(0);
  });
});
