import { describe, expect, test } from "vitest";
import { farSide, isAboutAsFar, isFarBelow, isOverpriced } from "./far-price.ts";
import type { PriceGuide } from "./price-guide.ts";

const guide = (condition: string | null): PriceGuide => ({
  from: "sales",
  allGenerations: false,
  condition,
  range: { lowCents: 9_000, middleCents: 11_000, highCents: 13_000, prices: 7 },
});

describe("a price", () => {
  test.each([
    ["Good", "Good"],
    ["Like New", null],
    ["Fair", "Fair"],
    [null, null],
  ])("under half of the price guide is far below it: condition %s, guide for %s", (condition, of) => {
    expect(isFarBelow({ cents: 4_499, condition }, guide(of))).toBe(true);
    expect(farSide({ cents: 4_499, condition }, guide(of))).toBe("low");
  });

  test.each([
    ["of half of the guide", 4_500, "Good", "Good"],
    ["of a bargain", 7_000, "Good", "Good"],
    ["of a worn item, where others are not worn", 1_500, "Poor", null],
  ])("%s is not far below the guide", (_, cents, condition, of) => {
    expect(isFarBelow({ cents, condition }, guide(of))).toBe(false);
    expect(farSide({ cents, condition }, guide(of))).toBeNull();
  });

  test("is not far from a guide that does not exist", () => {
    expect(isFarBelow({ cents: 1, condition: "Good" }, null)).toBe(false);
    expect(farSide({ cents: 1, condition: "Good" }, null)).toBeNull();
  });

  test.each([
    ["over twice the guide", 26_001, "Good", "Good", "high"],
    ["of twice the guide", 26_000, "Good", "Good", null],
    ["of a new item, where others are used", 39_000, "New", null, null],
    ["of a new item, among new ones", 39_000, "New", "New", "high"],
    ["in cents", 1_290_000, "New", null, "high"],
    ["of a worn item for a sixth of what others cost", 1_499, "Poor", null, "low"],
    ["of a worn item with a misplaced comma", 899, "Poor", null, "low"],
  ])("%s may be a mistake: %i cents, %s, guide for %s", (_, cents, condition, of, side) => {
    expect(farSide({ cents, condition }, guide(of))).toBe(side);
  });

  test("is too high for buyers from 15 % above the guide on", () => {
    const { range } = guide(null);
    expect([14_950, 14_951].map((cents) => isOverpriced(cents, range))).toEqual([false, true]);
  });
});

test.each([
  [2_000, 4_000, true],
  [1_999, 4_000, false],
  [4_400, 1_000, true],
  [60_000, 30_000, true],
  [60_001, 30_000, false],
  [30_000, 4_000, false],
  [10_000, 4_000, false],
])("who agreed to a far price has agreed to one about as far: %d after %d: %s", (cents, former, agreed) => {
  expect(isAboutAsFar({ cents, condition: "Good" }, former, guide("Good"))).toBe(agreed);
  expect(isAboutAsFar({ cents, condition: "Good" }, former, null)).toBe(false);
});
