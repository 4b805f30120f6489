import { describe, expect, test } from "vitest";
import { clothes } from "../clothes.ts";
import type { Filter } from "../definition.ts";
import { racket } from "../racket.ts";
import { parseSearch, rangeLimits } from "./search.ts";

const rackets = (query: string) => parseSearch(racket, new URLSearchParams(query));

describe("the weight of a racket", () => {
  const weight = (racket.filters as readonly Filter[]).find(
    (filter) => filter.by === "range" && filter.field === "weight",
  ) as Extract<Filter, { by: "range" }>;
  const limits = (query: string) => rangeLimits(racket, weight, rackets(query).choices);

  test.each([
    ["", 250, 400],
    ["category=senior", 250, 400],
    ["category=junior", 200, 280],
    ["category=junior&category=senior", 250, 400],
  ])("%s can be chosen from %i to %i g", (query, min, max) => {
    expect(limits(query)).toMatchObject({ min, max });
  });

  test("of juniors is filtered below 250 g, and not by the ends of their slider", () => {
    expect(rackets("category=junior&minWeight=210&maxWeight=240").ranges).toEqual({
      weight: { min: 210, max: 240 },
    });
    expect(rackets("category=junior&minWeight=230").ranges).toEqual({ weight: { min: 230, max: null } });
    expect(rackets("category=junior&minWeight=200&maxWeight=280").ranges).toEqual({});
    expect(rackets("minWeight=230").ranges).toEqual({});
  });
});

test("a value of clothes that has another name by now is found in old addresses", () => {
  const { choices } = parseSearch(clothes, new URLSearchParams("type=Cap&type=Socks"));
  expect(choices).toEqual({ type: ["Socks", "Cap/Hat"] });
});
