import fc from "fast-check";
import { expect, test } from "vitest";
import { COUNTED, seriesOf } from "./daily-counts.ts";

test("in a series, a day without a count is zero, the last day is today, and other days are ignored", () => {
  const rows = [
    { kind: "people", day: "2026-03-01", count: 2 },
    { kind: "people", day: "2026-02-27", count: 3 },
    { kind: "people", day: "2026-01-01", count: 9 },
    { kind: "deals", day: "2026-02-28", count: 1 },
  ] as const;
  const series = seriesOf(rows, "2026-03-01", 3);
  expect(series.map(({ kind }) => kind)).toEqual([...COUNTED]);
  expect(series[0]).toEqual({ kind: "people", total: 5, counts: [3, 0, 2] });
  expect(series.find(({ kind }) => kind === "deals")?.counts).toEqual([0, 1, 0]);
});

test("a series has as many counts as days, and its total is their sum", () => {
  const row = fc.record({
    kind: fc.constantFrom(...COUNTED),
    day: fc.constantFrom("2026-11-23", "2026-11-24", "2026-11-25"),
    count: fc.nat(),
  });
  const oncePerDay = fc.uniqueArray(row, { selector: ({ kind, day }) => `${kind} ${day}` });
  fc.assert(
    fc.property(oncePerDay, fc.integer({ min: 1, max: 60 }), (rows, days) => {
      for (const { counts, total } of seriesOf(rows, "2026-11-25", days)) {
        expect(counts).toHaveLength(days);
        expect(total).toBe(counts.reduce((sum, count) => sum + count, 0));
      }
    }),
  );
});
