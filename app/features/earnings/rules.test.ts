import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEAL_STATES } from "#app/domain/deal.ts";
import {
  byMonth,
  byType,
  countedOf,
  earnedIn,
  intervalOf,
  linesFor,
  type MonthSum,
  monthOf,
  monthsIn,
  readRange,
  type Sale,
  yearsOf,
} from "./rules.ts";

const now = new Date("2026-11-22T22:00:00Z");
const sold = new Date("2026-01-31T23:59:59.999Z");
const confirmed = new Date("2026-02-01T00:00:00Z");
const received = new Date("2026-02-09T12:00:00Z");
const sale: Sale = {
  state: "agreed",
  elsewhere: false,
  buyer_id: "b",
  seller_confirmed_at: sold,
  buyer_confirmed_at: confirmed,
  received_at: null,
};
const notCounted = { agreedAt: null, receivedAt: null };

describe("a sale counts", () => {
  test.each([
    ["not at all while it is reserved", { ...sale, state: "open", seller_confirmed_at: null }, notCounted],
    ["not at all until the buyer confirms", { ...sale, state: "open", buyer_confirmed_at: null }, notCounted],
    ["as agreed from the later confirmation on", sale, { agreedAt: confirmed, receivedAt: null }],
    ["as agreed when it is sent", { ...sale, state: "sent" }, { agreedAt: confirmed, receivedAt: null }],
    [
      "as agreed and received when it is received",
      { ...sale, state: "received", received_at: received },
      { agreedAt: confirmed, receivedAt: received },
    ],
    ["not at all when the buyer has left before they got it", { ...sale, buyer_id: null }, notCounted],
    [
      "as agreed when the buyer has left with the item",
      { ...sale, state: "handed_over", buyer_id: null },
      { agreedAt: confirmed, receivedAt: null },
    ],
    ["not at all when it is cancelled", { ...sale, state: "cancelled" }, notCounted],
    [
      "as agreed and received at the same time if the buyer is outside the shop",
      { ...sale, state: "open", elsewhere: true, buyer_confirmed_at: null },
      { agreedAt: sold, receivedAt: sold },
    ],
    [
      "not at all while it is reserved for a buyer outside the shop",
      { ...sale, state: "open", elsewhere: true, seller_confirmed_at: null, buyer_confirmed_at: null },
      notCounted,
    ],
  ])("%s", (_, one, counted) => {
    expect(countedOf(one)).toEqual(counted);
  });
});

describe("a range of months", () => {
  test("is read from the URL; an invalid one means the last twelve months", () => {
    for (const range of ["2026", "2026-01", "2026-12", "all"]) expect(readRange(range)).toBe(range);
    for (const text of [null, "", "26", "0026", "2026-13", "2026-00", "2026-1", "ALL", "2026; drop"])
      expect(readRange(text)).toBe("");
  });

  test("is the twelve months up to the current month, a year, or a month", () => {
    expect(monthsIn("", now)).toHaveLength(12);
    expect([monthsIn("", now)[0], monthsIn("", now)[11]]).toEqual(["2025-12", "2026-11"]);
    expect([monthsIn("2024", now)[0], monthsIn("2024", now)[11]]).toEqual(["2024-01", "2024-12"]);
    expect(monthsIn("2024-02", now)).toEqual(["2024-02"]);
    expect(intervalOf("2024-02", now)).toEqual({
      from: new Date("2024-02-01T00:00:00Z"),
      to: new Date("2024-03-01T00:00:00Z"),
    });
    expect(intervalOf("2024", now)?.to).toEqual(new Date("2025-01-01T00:00:00Z"));
    expect(intervalOf("all", now)).toBeNull();
  });

  test("is offered for each year with a sale, and for this year", () => {
    const in2019: MonthSum = { month: "2019-03", type: "bag", what: "agreed", cents: 1, sales: 1 };
    expect(yearsOf([in2019], now)).toEqual(["2026", "2019"]);
  });
});

const moment = fc.date({
  min: new Date("2025-12-01T00:00:00Z"),
  max: new Date("2026-11-30T23:59:59.999Z"),
  noInvalidDate: true,
});
const maybe = fc.option(moment);
const anySale = fc.record({
  state: fc.constantFrom(...DEAL_STATES),
  elsewhere: fc.boolean(),
  seller_confirmed_at: maybe,
  buyer_id: fc.constantFrom("b", null),
  buyer_confirmed_at: maybe,
  received_at: maybe,
  type: fc.constantFrom("racket", "bag", "of another time"),
  cents: fc.nat(1_000_000_000),
});

/** What the query `monthSums` returns. */
function sumsOf(sales: readonly (Sale & { type: string; cents: number })[]): MonthSum[] {
  const sums = new Map<string, MonthSum>();
  for (const one of sales) {
    const { agreedAt, receivedAt } = countedOf(one);
    for (const [what, at] of [["agreed", agreedAt] as const, ["received", receivedAt] as const]) {
      if (!at) continue;
      const key = `${monthOf(at)} ${one.type} ${what}`;
      const known = sums.get(key) ?? { month: monthOf(at), type: one.type, what, cents: 0, sales: 0 };
      sums.set(key, { ...known, cents: known.cents + one.cents, sales: known.sales + 1 });
    }
  }
  return [...sums.values()];
}

test("months and categories both add up to the total, for any sales; and their shares add up to one [A2.7]", () => {
  fc.assert(
    fc.property(fc.array(anySale, { maxLength: 60 }), (sales) => {
      const sums = sumsOf(sales);
      const all = earnedIn(sums);
      const counted = sales.filter((one) => countedOf(one).agreedAt);
      expect(all.agreed).toEqual({
        cents: counted.reduce((total, { cents }) => total + cents, 0),
        sales: counted.length,
      });
      const types = byType(sums, ["racket", "bag"]);
      for (const parts of [byMonth(sums, monthsIn("", now)), types])
        for (const what of ["agreed", "received"] as const)
          for (const of of ["cents", "sales"] as const)
            expect(parts.reduce((total, { earned }) => total + earned[what][of], 0)).toBe(all[what][of]);
      const shares = types.reduce((total, { share }) => total + share, 0);
      expect(shares).toBeCloseTo(all.agreed.cents > 0 ? 1 : 0, 10);
    }),
  );
});

test("the grid lines of a chart are at most four, evenly spaced, and reach the highest value", () => {
  expect(linesFor(0)).toEqual([100]);
  expect(linesFor(12_000)).toEqual([5_000, 10_000, 15_000]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000_000_000_000 }), (most) => {
      const lines = linesFor(most);
      expect(lines.length).toBeLessThanOrEqual(4);
      expect(lines.at(-1)).toBeGreaterThanOrEqual(most);
      for (const [at, line] of lines.entries()) expect(line).toBe((lines[0] ?? 0) * (at + 1));
    }),
  );
});
