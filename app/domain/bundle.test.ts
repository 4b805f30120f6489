import { expect, test } from "vitest";
import { bundleIn, bundlePrice } from "./bundle.ts";

test.each([
  [1, 10_000],
  [2, 9_000],
  [5, 9_000],
])("of %i pieces, ten percent for two or more make %i cents of 10,000", (pieces, cents) => {
  expect(bundlePrice(10_000, pieces, { items: 2, percent: 10 })).toBe(cents);
  expect(bundlePrice(10_000, pieces, null)).toBe(10_000);
});

test("half a cent is rounded to a whole one", () => {
  expect(bundlePrice(9_995, 3, { items: 3, percent: 10 })).toBe(8_996);
});

test("a profile has both numbers or none", () => {
  expect(bundleIn({ bundle_items: 2, bundle_percent: 10 })).toEqual({ items: 2, percent: 10 });
  expect(bundleIn({ bundle_items: null, bundle_percent: null })).toBeNull();
});
