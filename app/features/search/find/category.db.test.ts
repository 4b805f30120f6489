import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { racket } from "#app/domain/categories/racket.ts";
import { compactCounts } from "#app/features/listings/jobs.server.ts";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import {
  contextOf,
  DAY_MS,
  EVERYTHING,
  expected,
  insert,
  isNarrowed,
  manyRackets,
  matches,
  NOW,
  readStock,
  type SearchCase,
  shop,
} from "#tests/support/plain-search.ts";
import { searchCase } from "#tests/support/random-searches.ts";
import { insertRows } from "#tests/support/rows.ts";
import { brandsInStock } from "../facets/facets.server.ts";
import { findPage } from "./find.server.ts";
import { COUNT_LIMIT } from "./match-tables.server.ts";

openDatabase(manyRackets);

async function pageOf(asked: SearchCase) {
  const { rows, ...counts } = await findPage(racket, { search: asked.search, context: contextOf(asked) });
  return { ids: rows.map((row) => row.id), ...counts };
}

describe("a search of a category", () => {
  test("finds the same listings, and the same counts, as a scan of every listing", async () => {
    await fc.assert(
      fc.asyncProperty(searchCase, async (asked) => {
        expect(await pageOf(asked)).toEqual(expected(asked));
      }),
      { numRuns: 250 },
    );
  });

  test("is tested with words that match more than COUNT_LIMIT listings, words that match fewer, and words that match none", () => {
    const counts = ["racket", "blade", "98.5 ecran clean pro", "zz"].map(
      (q) =>
        shop.stock.filter((row) =>
          matches(row, { search: { ...EVERYTHING, q }, centre: null, meaning: null, own: false }),
        ).length,
    );
    expect(Math.max(...counts)).toBeGreaterThan(COUNT_LIMIT);
    expect(counts.some((count) => count > 0 && count < COUNT_LIMIT)).toBe(true);
    expect(Math.min(...counts)).toBe(0);
  });

  test("has every brand in stock once among its filter options", async () => {
    const brands = new Set(shop.stock.map((row) => row.brand).filter((brand) => brand !== null));
    expect(new Set(await brandsInStock("racket"))).toEqual(brands);
    expect(await brandsInStock("racket")).toHaveLength(brands.size);
  });
});

describe("a search of a category that has ten thousand listings within a few days", () => {
  /** Lets the daily counts say so; the sum of all days stays. */
  const counted = (day: string, n: number) =>
    insertRows(
      "listing_counts",
      [
        { day, difference: n },
        { day: "2020-01-01", difference: -n },
      ].map((row) => ({ type: "racket", ...row })),
    );

  test.each([
    { day: "2026-03-08", earlier: 0 },
    { day: "2026-02-27", earlier: 6 },
  ])("looks at these days first, and finds the same: since $day", async ({ day, earlier }) => {
    const moved = sql<Date>`created_at - ${earlier} * interval '1 day'`;
    await db().updateTable("listings").set({ created_at: moved }).execute();
    // Some are placed days before they were listed, not almost all as those of two sellers would be.
    await db().updateTable("listings").set({ shelf_place: sql<number>`shelf_place % 4` }).execute();
    await readStock();
    await counted(day, 10_000);
    const asking = searchCase
      .map((asked) => ({ ...asked, now: new Date(NOW.getTime() - earlier * DAY_MS) }))
      .filter(isNarrowed);
    await fc.assert(
      fc.asyncProperty(asking, async (asked) => {
        expect(await pageOf(asked)).toEqual(expected(asked));
      }),
      { numRuns: 120 },
    );
    await counted(day, -10_000);
  });
});

const write = fc.oneof(
  fc.record({
    kind: fc.constant("insert" as const),
    seed: fc.integer(),
    count: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({ kind: fc.constant("delete" as const), part: fc.integer({ min: 1, max: 50 }) }),
  fc.record({
    kind: fc.constant("move" as const),
    part: fc.integer({ min: 1, max: 50 }),
    days: fc.integer({ min: -40, max: 40 }),
  }),
  fc.record({ kind: fc.constant("reprice" as const), part: fc.integer({ min: 1, max: 50 }) }),
  fc.record({
    kind: fc.constant("pieces" as const),
    part: fc.integer({ min: 1, max: 50 }),
    quantity: fc.integer({ min: 0, max: 2 }),
    reserved: fc.integer({ min: 0, max: 2 }),
  }),
  fc.record({ kind: fc.constant("compact" as const) }),
);

describe("the counts of listings by day and by fact (such as condition=Good)", () => {
  afterEach(readStock);

  async function run(one: typeof write extends fc.Arbitrary<infer Write> ? Write : never): Promise<void> {
    if (one.kind === "insert") return insert(one.count, one.seed);
    if (one.kind === "compact") return compactCounts();
    const part = sql<boolean>`abs(hashtext(id::text)) % 50 = ${one.part - 1}`;
    if (one.kind === "delete") {
      await db().deleteFrom("listings").where(part).execute();
      return;
    }
    if (one.kind === "pieces") {
      const reserved = Math.min(one.reserved, one.quantity);
      // A sold listing cannot become reserved.
      const isAllowed = sql<boolean>`(quantity > 0 or ${reserved < one.quantity})`;
      const pieces = { quantity: one.quantity, reserved };
      await db().updateTable("listings").set(pieces).where(part).where(isAllowed).execute();
      return;
    }
    const change =
      one.kind === "move"
        ? { created_at: sql<Date>`created_at + ${one.days * DAY_MS} * interval '1 millisecond'` }
        : { price_cents: sql<number>`price_cents + 1`, brand: "Head" };
    await db().updateTable("listings").set(change).where(part).execute();
  }

  test("stay exact after any writes, and pages far into a list start at the right row", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { maxLength: 4 }),
        fc.integer({ min: 101, max: 400 }),
        fc.boolean(),
        fc.constantFrom("newest" as const, "relevance" as const),
        async (writes, page, own, sort) => {
          for (const one of writes) await run(one);
          const { rows } = await sql<{ day: string }>`
          select coalesce(kept.day, real.day) as day
          from (select day, sum(difference) as n from listing_counts where type = 'racket' group by day) kept
          full join (select utc_day(created_at) as day, count(*) as n from listings where type = 'racket' and status = 'available' group by 1) real using (day)
          where coalesce(kept.n, 0) <> coalesce(real.n, 0)
        `.execute(db());
          expect(rows).toEqual([]);
          const shelves = await sql`
          select day from (
            select day, difference as n from shelf_counts where type = 'racket'
            union all
            select shelf_day(created_at, shelf_place), -1 from listings where type = 'racket' and status = 'available'
          ) changes group by day having sum(n) <> 0
        `.execute(db());
          expect(shelves.rows).toEqual([]);
          const facts = await sql`
          select fact from (
            select fact, difference as n from fact_counts where type = 'racket'
            union all
            select fact, -1 from listings, listing_facts(search) as fact where type = 'racket' and status = 'available'
          ) changes group by fact having sum(n) <> 0
        `.execute(db());
          expect(facts.rows).toEqual([]);
          await readStock();
          const deep: SearchCase = {
            search: { ...EVERYTHING, page, sort },
            centre: null,
            meaning: null,
            own,
          };
          expect(await pageOf(deep)).toEqual(expected(deep));
        },
      ),
      { numRuns: 25 },
    );
  });

  test("have one row for each day, and one for each fact, once they are compacted", async () => {
    await insert(5, 2);
    await insert(5, 2);
    await compactCounts();
    const { rows } = await sql`select 1 from listing_counts group by type, day having count(*) > 1`.execute(
      db(),
    );
    expect(rows).toEqual([]);
    const shelves = await sql`select 1 from shelf_counts group by type, day having count(*) > 1`.execute(
      db(),
    );
    expect(shelves.rows).toEqual([]);
    const facts = await sql`select 1 from fact_counts group by type, fact having count(*) > 1`.execute(db());
    expect(facts.rows).toEqual([]);
  });
});
