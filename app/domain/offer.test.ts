import fc from "fast-check";
import { expect, test } from "vitest";
import { offerBounds } from "./offer.ts";

test("an offer must be at least a percentage of the asking price of all pieces, and at most this asking price", () => {
  expect(offerBounds({ priceCents: 12_950, pieces: 1, percent: 50 })).toEqual({
    least: 6_475,
    most: 12_950,
  });
  expect(offerBounds({ priceCents: 101, pieces: 3, percent: 50 })).toEqual({ least: 152, most: 303 });
  const inputs = fc.record({
    priceCents: fc.integer({ min: 1, max: 10_000_000 }),
    pieces: fc.integer({ min: 1, max: 100 }),
    percent: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(inputs, (one) => {
      const { least, most } = offerBounds(one);
      expect(least).toBeGreaterThanOrEqual(1);
      expect(least).toBeLessThanOrEqual(most);
      expect(least * 100).toBeGreaterThanOrEqual(most * one.percent);
    }),
  );
});
