import { describe, expect, test } from "vitest";
import { clothes } from "../clothes.ts";
import { kindOf } from "../fields/registry.ts";
import { type RangeOfField, sliderLimits } from "../filters/range.ts";
import type { Filter } from "../filters/registry.ts";
import { racket } from "../racket.ts";
import { CATEGORIES } from "../registry.ts";
import { parseSearch } from "./search.ts";

const rackets = (query: string) => parseSearch(racket, new URLSearchParams(query));

describe("the weight filter of rackets", () => {
  const weight = (racket.filters as readonly Filter[]).find(
    (filter) => filter.by === "range" && filter.field === "weight",
  ) as RangeOfField;
  const limits = (query: string) => sliderLimits(weight, racket.fields.weight, rackets(query).choices);

  test.each([
    ["", 250, 400],
    ["category=senior", 250, 400],
    ["category=junior", 200, 280],
    ["category=junior&category=senior", 250, 400],
  ])('with the query "%s" goes from %i to %i g', (query, min, max) => {
    expect(limits(query)).toMatchObject({ min, max });
  });

  test("leaves what a URL says as it is, at its ends and beyond them too", () => {
    const read = (query: string) => rackets(query).ranges.weight;
    expect(read("category=junior&minWeight=210&maxWeight=240")).toEqual({ min: 210, max: 240 });
    expect(read("minWeight=250&maxWeight=400")).toEqual({ min: 250, max: 400 });
    expect(read("minWeight=230")).toEqual({ min: 230, max: null });
    expect(read("maxWeight=5000")).toEqual({ min: null, max: 5000 });
    expect(read("minWeight=&maxWeight=")).toBeUndefined();
  });
});

test.each(CATEGORIES)(
  "of $plural, a price limit at the end of the filter or beyond it applies",
  (definition) => {
    for (const euros of [200, 300, 400, 1000, 5000, 100_000, 5_000_000]) {
      const read = (names: string) =>
        parseSearch(definition, new URLSearchParams(names.replace("?", String(euros)))).price;
      expect(read("maxPrice=?")).toEqual({ min: null, max: euros * 100 });
      expect(read("minPrice=?")).toEqual({ min: euros * 100, max: null });
    }
    const read = (query: string) => parseSearch(definition, new URLSearchParams(query)).price;
    expect(read("minPrice=0&maxPrice=0")).toEqual({ min: null, max: 0 });
    expect(read("minPrice=99999999999&maxPrice=99999999999")).toEqual({ min: null, max: null });
  },
);

test.each(CATEGORIES)("of $plural, a distance beyond the slider applies", (definition) => {
  const read = (query: string) =>
    parseSearch(definition, new URLSearchParams(`country=NL&postalCode=1012&${query}`)).maxDistance;
  expect(read("maxDistance=150")).toBe(150);
  expect(read("maxDistance=0")).toBe(0);
});

const numberFields = CATEGORIES.flatMap(({ type, fields }) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === "number" ? [{ name: `${type} ${name}`, field }] : [],
  ),
);

test.each(numberFields)("a range of $name whose ends are equal contains exactly one value", ({ field }) => {
  const steps = Math.round((field.max - field.min) / field.step);
  for (let at = 0; at <= steps; at += 1) {
    const value = Number((field.min + at * field.step).toFixed(6));
    expect(kindOf(field).within(field, { min: value, max: value }, 1)).toEqual([String(value)]);
  }
});

test("a URL with the former name of a type of clothes selects the type by its new name", () => {
  const { choices } = parseSearch(clothes, new URLSearchParams("type=Cap&type=Socks"));
  expect(choices).toEqual({ type: ["Socks", "Cap/Hat"] });
});
