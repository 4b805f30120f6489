import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { askedGuide, MIN_SOLD, type Priced, priceRange, soldGuide } from "./price-guide.ts";

const price = fc.record({
  cents: fc.integer({ min: 1, max: 100_000 }),
  seller: fc.constantFrom("ann", "bob", "cleo", "dan", null),
});
const prices = fc.array(price, { maxLength: 30 });

const sellersOf = (some: readonly { seller: string | null }[]) => new Set(some.map(({ seller }) => seller));

describe("a range of prices", () => {
  test("exists exactly when there are five sales by three sellers", () => {
    fc.assert(
      fc.property(prices, (some) => {
        const isEnough = some.length >= 5 && sellersOf(some).size >= 3;
        expect(priceRange(some, MIN_SOLD) !== null).toBe(isEnough);
      }),
    );
  });

  test("never starts and ends at one price, and has round amounts", () => {
    fc.assert(
      fc.property(prices, (some) => {
        const range = priceRange(some, MIN_SOLD);
        if (!range) return;
        expect(range.lowCents).toBeLessThan(range.highCents);
        for (const cents of [range.lowCents, range.middleCents, range.highCents]) expect(cents % 100).toBe(0);
        expect(range.middleCents).toBeGreaterThanOrEqual(range.lowCents);
        expect(range.middleCents).toBeLessThanOrEqual(range.highCents);
      }),
    );
  });

  test("always includes prices of two sellers or more", () => {
    fc.assert(
      fc.property(prices, (some) => {
        const range = priceRange(some, MIN_SOLD);
        if (!range) return;
        const within = some.filter(({ cents }) => cents >= range.lowCents && cents <= range.highCents);
        for (const one of sellersOf(some))
          expect(within.filter(({ seller }) => seller !== one)).not.toEqual([]);
      }),
    );
  });

  test("contains the middle half of the prices, with the same weight for each seller", () => {
    fc.assert(
      fc.property(prices, (some) => {
        const range = priceRange(some, MIN_SOLD);
        if (!range) return;
        const shareOf = (those: typeof some) =>
          those.reduce(
            (sum, { seller }) => sum + 1 / some.filter((other) => other.seller === seller).length,
            0,
          ) / sellersOf(some).size;
        const below = some.filter(({ cents }) => cents < range.lowCents);
        const above = some.filter(({ cents }) => cents > range.highCents);
        expect(shareOf(below)).toBeLessThanOrEqual(0.25 + 1e-9);
        expect(shareOf(above)).toBeLessThanOrEqual(0.25 + 1e-9);
      }),
    );
  });

  test("does not depend on the order of the sales", () => {
    fc.assert(
      fc.property(prices, fc.infiniteStream(fc.nat()), (some, order) => {
        const shuffled = some
          .map((one) => ({ one, at: order.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
        expect(priceRange(shuffled, MIN_SOLD)).toEqual(priceRange(some, MIN_SOLD));
      }),
    );
  });

  test("is not dominated by one seller with many sales", () => {
    const many = Array.from({ length: 20 }, () => ({ cents: 50_000, seller: "ann" }));
    const range = priceRange(
      [...many, { cents: 9_000, seller: "bob" }, { cents: 9_800, seller: "cleo" }],
      MIN_SOLD,
    );
    expect(range).toEqual({ lowCents: 9_000, middleCents: 10_000, highCents: 50_000, prices: 22 });
  });
});

const MODEL = "v8";
const sold = (modelId: string, condition: string, ...euros: number[]): Priced[] =>
  euros.map((amount, n) => ({
    modelId,
    condition,
    cents: amount * 100,
    seller: ["ann", "bob", "cleo"][n % 3] ?? null,
  }));

describe("the price guide of a model, from sales,", () => {
  const own = sold(MODEL, "Good", 96, 104, 118, 127, 131);
  const otherCondition = sold(MODEL, "Like New", 140, 150, 160, 165, 170);
  const otherGeneration = sold("v7", "Good", 60, 70, 75, 80, 85);
  const of = (some: readonly Priced[], condition: string | null = "Good") =>
    soldGuide(some, MODEL, condition);

  test("is for the given condition when the model was sold often enough in this condition", () => {
    expect(of([...otherCondition, ...own, ...otherGeneration])).toEqual({
      from: "sales",
      allGenerations: false,
      condition: "Good",
      range: { lowCents: 10_000, middleCents: 12_000, highCents: 13_000, prices: 5 },
    });
  });

  test("is for all generations when the model's own generation was sold too rarely", () => {
    expect(of([...own.slice(1), ...otherGeneration, ...otherCondition])).toMatchObject({
      allGenerations: true,
      condition: "Good",
      range: { prices: 9 },
    });
  });

  test("is for any condition when all generations were sold too rarely in the given condition", () => {
    expect(of([...own.slice(3), ...otherCondition])).toMatchObject({
      allGenerations: false,
      condition: null,
      range: { prices: 7 },
    });
  });

  test("is for any condition when no condition is given", () => {
    expect(of([...own, ...otherCondition], null)).toMatchObject({ condition: null, range: { prices: 10 } });
  });

  test("is null for four sales, or for sales by two sellers", () => {
    expect(of(own.slice(1))).toBeNull();
    expect(of(own.filter(({ seller }) => seller !== "cleo").concat(own.slice(0, 2)))).toBeNull();
  });
});

test("a price guide from asking prices needs three sellers, in the given condition or in any", () => {
  const askingPrices = sold(MODEL, "Good", 120, 130, 145);
  expect(askedGuide(askingPrices, MODEL, "Good")).toMatchObject({ from: "asking prices", condition: "Good" });
  expect(askedGuide(askingPrices, MODEL, "Fair")).toMatchObject({ condition: null });
  expect(askedGuide(askingPrices.slice(1), MODEL, "Good")).toBeNull();
  expect(askedGuide(askingPrices, "v9", "Good")).toBeNull();
});
