import { describe, expect, test } from "vitest";
import { CATEGORIES } from "../registry.ts";
import { NO_SIZES, sizesOf } from "../sizes.ts";
import { fitting } from "./fitting.ts";
import { parseSearch } from "./search.ts";

describe("the searches for saved sizes", () => {
  test("find senior rackets by senior grips, junior rackets by junior grips, and clothes by size", () => {
    const sizes = {
      racket_sizes: ["4 3/8", "4 1/2", "Junior 4"],
      clothes_sizes: ["M", "XS (0-2)"],
      shoe_sizes: ["42"],
    };
    expect(fitting(sizes)).toEqual([
      { type: "racket", query: "gripsize=3&gripsize=4&category=senior" },
      { type: "racket", query: "gripsize=0&category=junior" },
      { type: "clothes", query: "size=M&size=XS+%280-2%29" },
    ]);
    expect(fitting(NO_SIZES)).toEqual([]);
  });

  test.each(["racket_sizes", "clothes_sizes"] as const)("find listings for each size of %s", (preference) => {
    for (const size of sizesOf(preference)) {
      const [one, ...more] = fitting({ ...NO_SIZES, [preference]: [size] });
      expect(more).toEqual([]);
      const definition = CATEGORIES.find(({ type }) => type === one?.type);
      const search = definition && parseSearch(definition, new URLSearchParams(one?.query));
      expect(Object.values(search?.choices ?? {}).flat(), size).not.toEqual([]);
      expect(search?.choices).toEqual(
        Object.fromEntries([...new URLSearchParams(one?.query)].map(([name, value]) => [name, [value]])),
      );
    }
  });
});
