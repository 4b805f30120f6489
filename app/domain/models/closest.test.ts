import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shippedCatalogue } from "#tests/support/models.ts";
import { racketModels } from "../categories/models.ts";
import { racket } from "../categories/racket.ts";
import {
  closestModels,
  type Difference,
  differencesBetween,
  distanceBetween,
  specsOfListing,
} from "./closest.ts";
import type { Specs } from "./model.ts";

const catalogue = shippedCatalogue("racket");
const { closeness } = racketModels;
const { aspects } = closeness;

const maybe = (min: number, max: number) => fc.option(fc.integer({ min, max }), { nil: undefined });
const someSpecs = fc
  .record({
    level: fc.constantFrom("adult", "junior"),
    headsize: maybe(85, 115),
    length: fc.constantFrom(27, 27.5, undefined),
    weight: maybe(240, 340),
    strung_weight: maybe(255, 356),
    balance: maybe(300, 340),
    strung_balance: maybe(305, 345),
    swingweight: maybe(270, 350),
    stiffness: maybe(52, 76),
    string_pattern: fc.constantFrom("16x19", "18x20", undefined),
  })
  .map((specs): Specs => JSON.parse(JSON.stringify(specs)));

const BLADE: Specs = {
  level: "adult",
  headsize: 98,
  length: 27,
  weight: 305,
  balance: 320,
  swingweight: 324,
  stiffness: 62,
  string_pattern: "16x19",
};

describe("the distance between two rackets", () => {
  test("is the same in both directions, and nothing is closer to a racket than itself", () => {
    expect(distanceBetween(closeness, BLADE, BLADE)).toBe(0);
    fc.assert(
      fc.property(someSpecs, someSpecs, (one, other) => {
        const distance = distanceBetween(closeness, one, other);
        expect(distanceBetween(closeness, other, one)).toBe(distance);
        const itself = distanceBetween(closeness, one, one);
        if (distance !== null && itself !== null) expect(distance).toBeGreaterThanOrEqual(itself);
      }),
    );
  });

  test("grows with each difference", () => {
    const aspect = fc.constantFrom("headsize", "weight", "balance", "swingweight", "stiffness");
    const change = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(aspect, change, change, fc.boolean(), (name, small, more, isLess) => {
        const sign = isLess ? -1 : 1;
        const changed = (by: number) => ({ ...BLADE, [name]: Number(BLADE[name]) + sign * by });
        const near = distanceBetween(closeness, BLADE, changed(small)) ?? Number.NaN;
        const far = distanceBetween(closeness, BLADE, changed(small + more)) ?? Number.NaN;
        expect(far).toBeGreaterThan(near);
      }),
    );
  });

  test("compares the strung weights where an unstrung weight is unknown", () => {
    const { weight: _, ...unknown } = BLADE;
    const one = { ...BLADE, strung_weight: 322 };
    expect(distanceBetween(closeness, one, { ...unknown, strung_weight: 322 })).toBe(0);
    expect(distanceBetween(closeness, BLADE, { ...unknown, strung_weight: 322 })).toBe(1);
  });

  test("is unknown between an adult's and a junior's racket, and when too few figures are known", () => {
    expect(distanceBetween(closeness, BLADE, { ...BLADE, level: "junior" })).toBeNull();
    expect(distanceBetween(closeness, BLADE, { level: "adult", headsize: 98, weight: 305 })).toBeNull();
  });
});

describe("the differences between two rackets", () => {
  test("have an amount, a degree or both values for each aspect that a player feels", () => {
    const other = {
      ...BLADE,
      headsize: 100,
      weight: 299,
      balance: 316,
      stiffness: 66,
      string_pattern: "18x20",
    };
    expect(differencesBetween(closeness, BLADE, other)).toEqual([
      { aspect: "headsize", figure: "headsize", kind: "amount", more: true, by: 2 },
      { aspect: "weight", figure: "weight", kind: "amount", more: false, by: 6 },
      { aspect: "balance", figure: "balance", kind: "degree", more: false, degree: 1 },
      { aspect: "stiffness", figure: "stiffness", kind: "degree", more: true, degree: 2 },
      { aspect: "string_pattern", figure: "string_pattern", kind: "change", from: "16x19", to: "18x20" },
    ]);
  });

  test("are reversed in the other direction, and do not exist between a racket and itself", () => {
    const opposite = (one: Difference): Difference =>
      one.kind === "change" ? { ...one, from: one.to, to: one.from } : { ...one, more: !one.more };
    fc.assert(
      fc.property(someSpecs, someSpecs, (one, other) => {
        expect(differencesBetween(closeness, other, one)).toEqual(
          differencesBetween(closeness, one, other).map(opposite),
        );
        expect(differencesBetween(closeness, one, one)).toEqual([]);
      }),
    );
  });

  test("do not exist at distance zero, and name only aspects of the definition", () => {
    fc.assert(
      fc.property(someSpecs, someSpecs, (one, other) => {
        const distance = distanceBetween(closeness, one, other);
        if (distance === 0) expect(differencesBetween(closeness, one, other)).toEqual([]);
        for (const { aspect } of differencesBetween(closeness, one, other))
          expect(aspects).toHaveProperty(aspect);
      }),
    );
  });
});

describe("the closest models", () => {
  const anyModel = fc.constantFrom(...catalogue.entries.map(({ model }) => model));

  test("are sorted by distance, unique and of the same level, and no other model is closer", () => {
    fc.assert(
      fc.property(anyModel, fc.integer({ min: 1, max: 12 }), ({ specs }, limit) => {
        const found = closestModels(catalogue, closeness, specs, limit);
        const distances = found.map((model) => distanceBetween(closeness, specs, model.specs) ?? Number.NaN);
        expect(distances).toEqual(distances.toSorted((a, b) => a - b));
        expect(new Set(found).size).toBe(found.length);
        expect(found.every((model) => model.specs.level === specs.level)).toBe(true);
        const farthest = distances.at(-1);
        if (found.length < limit || farthest === undefined) return;
        const closer = catalogue.entries.filter(({ model }) => {
          const distance = distanceBetween(closeness, specs, model.specs);
          return distance !== null && distance < farthest;
        });
        expect(closer.length).toBeLessThan(limit);
      }),
      { numRuns: 50 },
    );
  });

  test("include only models that the caller selects", () => {
    const found = closestModels(catalogue, closeness, BLADE, 5, ({ brand }) => brand === "Yonex");
    expect(found).toHaveLength(5);
    expect(found.every(({ brand }) => brand === "Yonex")).toBe(true);
  });
});

test("the figures of a listing are the seller's values, and otherwise the model's", () => {
  const model = catalogue.bySlug.get("wilson-blade-98-16x19-v8-2021") ?? null;
  const attributes = { weight: 309, category: "senior", string_pattern: "Other", gripsize: "3" };
  const specs = specsOfListing(racket, model, attributes);
  expect(specs).toMatchObject({ weight: 309, level: "adult", headsize: 98, string_pattern: "16x19" });
  expect(specsOfListing(racket, null, attributes)).toEqual({ weight: 309, level: "adult" });
});
