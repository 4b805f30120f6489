import { describe, expect, test } from "vitest";
import { clothes } from "../clothes.ts";
import type { CategoryDefinition } from "../definition.ts";
import { racket } from "../racket.ts";
import { string } from "../string.ts";
import { relaxationsOf } from "./relax.ts";
import { criteriaOf, parseSearch, searchParams } from "./search.ts";

const read = (definition: CategoryDefinition, query: string) =>
  parseSearch(definition, new URLSearchParams(query));

describe("relaxing a search", () => {
  test("gives for each filter, in order, the search without that filter and all its values", () => {
    const search = read(racket, "q=blade&brand=Wilson&brand=Head&condition=Good&minPrice=50&page=3");
    const ways = relaxationsOf(racket, search);
    expect(ways.map(({ criteria }) => criteria.map(({ value }) => value))).toEqual([
      ["blade"],
      ["price"],
      ["Wilson", "Head"],
      ["Good"],
    ]);
    expect(ways.map(({ without }) => searchParams(without).toString())).toEqual([
      "brand=Wilson&brand=Head&condition=Good&minPrice=50",
      "q=blade&brand=Wilson&brand=Head&condition=Good",
      "q=blade&condition=Good&minPrice=50",
      "q=blade&brand=Wilson&brand=Head&minPrice=50",
    ]);
  });

  test("gives an empty search for the only filter, and no search when there is no filter", () => {
    const [only] = relaxationsOf(racket, read(racket, "brand=Wilson"));
    expect(only && searchParams(only.without).toString()).toBe("");
    expect(relaxationsOf(racket, read(racket, "sort=price_asc&page=2"))).toEqual([]);
  });
});

describe("a filter that preselects the visitor's saved sizes", () => {
  test('has "any" in the URL when the visitor chose no size', () => {
    const search = read(clothes, "size=any");
    expect(search.choices).toEqual({ size: [] });
    expect(searchParams(search).toString()).toBe("size=any");
    expect(criteriaOf(clothes, search)).toEqual([]);
    expect(read(clothes, "size=any&size=M").choices).toEqual({ size: ["M"] });
    expect(read(clothes, "").choices).toEqual({});
    expect(read(racket, "condition=any").choices).toEqual({});
  });

  test('has "any" in the URL after its last size is removed', () => {
    const [size] = criteriaOf(clothes, read(clothes, "size=M"));
    expect(size && searchParams(size.without).toString()).toBe("size=any");
  });
});

describe("a distance filter", () => {
  test.each([
    ["country=NL&postalCode=1012AB", 50],
    ["country=NL&postalCode=1012AB&maxDistance=1", 1],
    ["country=NL&postalCode=1012AB&maxDistance=100", 100],
    ["country=NL&postalCode=1012AB&maxDistance=101", 101],
    ["country=NL&postalCode=1012AB&maxDistance=0", 0],
    ["maxDistance=30", 30],
    ["", null],
  ])("that is a slider reads '%s' as %s km", (query, km) => {
    expect(read(string, query).maxDistance).toBe(km);
  });

  test("that is a text input accepts any distance, and has no default", () => {
    expect(read(racket, "country=NL&postalCode=1012AB").maxDistance).toBeNull();
    expect(read(racket, "country=NL&postalCode=1012AB&maxDistance=700").maxDistance).toBe(700);
  });
});
