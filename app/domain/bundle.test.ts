import { expect, test } from "vitest";
import { bundleIn, bundlePrice } from "./bundle.ts";

test.each([
  [1, 10_000],
  [2, 9_000],
  [5, 9_000],
])("%i pieces for 10,000 cents, with ten percent off from two pieces on, cost %i cents", (pieces, cents) => {
  expect(bundlePrice(10_000, pieces, { items: 2, percent: 10 })).toBe(cents);
  expect(bundlePrice(10_000, pieces, null)).toBe(10_000);
});

test("the price of a bundle is rounded up at half a cent", () => {
  expect(bundlePrice(9_995, 3, { items: 3, percent: 10 })).toBe(8_996);
});

test("a profile whose two bundle columns are null has no discount", () => {
  expect(bundleIn({ bundle_items: 2, bundle_percent: 10 })).toEqual({ items: 2, percent: 10 });
  expect(bundleIn({ bundle_items: null, bundle_percent: null })).toBeNull();
});
