import { describe, expect, test } from "vitest";
import { clothes } from "../clothes.ts";
import type { Filter } from "../definition.ts";
import { racket } from "../racket.ts";
import { CATEGORIES } from "../registry.ts";
import { parseSearch, rangeLimits, valuesWithin } from "./search.ts";

const rackets = (query: string) => parseSearch(racket, new URLSearchParams(query));

describe("the weight filter of rackets", () => {
  const weight = (racket.filters as readonly Filter[]).find(
    (filter) => filter.by === "range" && filter.field === "weight",
  ) as Extract<Filter, { by: "range" }>;
  const limits = (query: string) => rangeLimits(racket, weight, rackets(query).choices);

  test.each([
    ["", 250, 400],
    ["category=senior", 250, 400],
    ["category=junior", 200, 280],
    ["category=junior&category=senior", 250, 400],
  ])('with the query "%s" goes from %i to %i g', (query, min, max) => {
    expect(limits(query)).toMatchObject({ min, max });
  });

  test("filters junior rackets below 250 g, and does not filter when the slider is at its ends", () => {
    expect(rackets("category=junior&minWeight=210&maxWeight=240").ranges).toEqual({
      weight: { min: 210, max: 240 },
    });
    expect(rackets("category=junior&minWeight=230").ranges).toEqual({ weight: { min: 230, max: null } });
    expect(rackets("category=junior&minWeight=200&maxWeight=280").ranges).toEqual({});
    expect(rackets("minWeight=230").ranges).toEqual({});
  });
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
    expect(valuesWithin(field, { min: value, max: value })).toEqual([String(value)]);
  }
});

test("a URL with the former name of a type of clothes selects the type by its new name", () => {
  const { choices } = parseSearch(clothes, new URLSearchParams("type=Cap&type=Socks"));
  expect(choices).toEqual({ type: ["Socks", "Cap/Hat"] });
});
