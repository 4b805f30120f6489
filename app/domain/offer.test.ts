import fc from "fast-check";
import { expect, test } from "vitest";
import { offerBounds, offerSuggestions } from "./offer.ts";

const inputs = fc.record({
  priceCents: fc.integer({ min: 1, max: 10_000_000 }),
  pieces: fc.integer({ min: 1, max: 100 }),
  percent: fc.integer({ min: 1, max: 100 }),
});

test("an offer must be at least a percentage of the asking price of all pieces, and at most this asking price", () => {
  expect(offerBounds({ priceCents: 12_950, pieces: 1, percent: 50 })).toEqual({
    least: 6_475,
    most: 12_950,
  });
  expect(offerBounds({ priceCents: 101, pieces: 3, percent: 50 })).toEqual({ least: 152, most: 303 });
  fc.assert(
    fc.property(inputs, (one) => {
      const { least, most } = offerBounds(one);
      expect(least).toBeGreaterThanOrEqual(1);
      expect(least).toBeLessThanOrEqual(most);
      expect(least * 100).toBeGreaterThanOrEqual(most * one.percent);
    }),
  );
});

test.each([
  [12_950, 1, 50, [12_300, 11_700, 11_000]],
  [60_000, 1, 50, [57_000, 54_000, 51_000]],
  [999, 1, 50, [950, 900, 850]],
  [12_950, 2, 50, [24_600, 23_300, 22_000]],
  [10_000, 1, 88, [9_500, 9_000]],
  [10_000, 1, 100, []],
  [1, 1, 1, []],
])(
  "of %i cents for %i pieces, from %i percent, round amounts are suggested",
  (priceCents, pieces, percent, cents) => {
    expect(offerSuggestions({ priceCents, pieces, percent }).map((one) => one.cents)).toEqual(cents);
  },
);

test("suggested amounts can be offered, differ, and are about 5, 10 and 15 percent lower", () => {
  fc.assert(
    fc.property(inputs, (terms) => {
      const { least, most } = offerBounds(terms);
      const suggested = offerSuggestions(terms);
      expect(new Set(suggested.map(({ cents }) => cents)).size).toBe(suggested.length);
      for (const { off, cents } of suggested) {
        expect(cents).toBeGreaterThanOrEqual(least);
        expect(cents).toBeLessThan(most);
        expect(Math.abs(most * (1 - off / 100) - cents)).toBeLessThanOrEqual(
          Math.max(0.5, most / 200) + 1e-6,
        );
      }
    }),
  );
});
