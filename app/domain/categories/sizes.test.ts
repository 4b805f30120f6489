import { describe, expect, test } from "vitest";
import { CATEGORIES } from "./registry.ts";
import { browserKey, hasSizes, knownSizes, NO_SIZES, PREFERENCES, SIZE_GROUPS, sizesOf } from "./sizes.ts";

const names = (key: string) =>
  SIZE_GROUPS.find((group) => group.key === key)?.choices.map(({ name }) => name) ?? [];

describe("the lists of sizes are those of the specification:", () => {
  test("racket grips, senior [A9.22]", () =>
    expect(names("grips")).toEqual(["4", "4 1/8", "4 1/4", "4 3/8", "4 1/2", "4 5/8"]));
  test("racket grips, junior [A9.23]", () => expect(names("junior_grips")).toEqual(["4", "4 1/8", "4 1/4"]));
  test("clothes, tops [A9.24]", () => expect(names("tops")).toEqual(["XS", "S", "M", "L", "XL", "XXL"]));
  test("clothes, men's pants: 28 to 40 in steps of 2 [A9.25]", () =>
    expect(names("mens_pants")).toEqual(["28", "30", "32", "34", "36", "38", "40"]));
  test("clothes, women's bottoms [A9.26]", () =>
    expect(names("womens")).toEqual([
      "XXS (00)",
      "XS (0-2)",
      "S (4-6)",
      "M (8-10)",
      "L (12-14)",
      "XL (16-18)",
    ]));
  test("clothes, junior [A9.27]", () =>
    expect(names("junior")).toEqual(["4-6Y", "6-8Y", "8-10Y", "10-12Y", "12-14Y", "14-16Y"]));
  test("shoes: 36 to 47 in steps of 0.5 [A9.28]", () => {
    const shoes = names("shoes");
    expect([shoes.length, shoes[0], shoes[1], shoes.at(-1)]).toEqual([23, "36", "36.5", "47"]);
    expect(shoes.map(Number).every((size, step) => size === 36 + step / 2)).toBe(true);
  });
});

test("stored sizes are unique within a preference: a junior grip differs from the equal senior grip", () => {
  for (const preference of PREFERENCES) {
    const sizes = sizesOf(preference);
    expect(new Set(sizes).size).toBe(sizes.length);
  }
});

describe("a filter that preselects the visitor's saved sizes", () => {
  const begins = CATEGORIES.flatMap((definition) =>
    definition.filters.flatMap((filter) =>
      filter.by === "choice" && filter.preselected
        ? [{ definition, ...filter, preference: filter.preselected }]
        : [],
    ),
  );

  test("exists only for clothes, with the saved clothes sizes", () => {
    expect(begins.map(({ definition, field, preference }) => [definition.type, field, preference])).toEqual([
      ["clothes", "size", "clothes_sizes"],
    ]);
  });

  test.each(begins)(
    "offers exactly the sizes that a person can save: $preference",
    ({ definition, field, preference }) => {
      const options = definition.fields[field];
      const values = options && "options" in options ? options.options.map(({ value }) => value) : [];
      // A person cannot save "One size".
      const offered = values.filter((value) => value !== "One size");
      expect([...sizesOf(preference)].sort()).toEqual([...offered].sort());
    },
  );
});

test("only sizes of the lists are kept, in the order of the lists and without duplicates", () => {
  expect(knownSizes("clothes_sizes", ["XL", "M", "M", "huge", 7, null, "<b>"])).toEqual(["M", "XL"]);
});

test("racket sizes or clothes sizes suffice to end the size prompt, and shoe sizes do not", () => {
  expect(hasSizes(NO_SIZES)).toBe(false);
  expect(hasSizes({ ...NO_SIZES, shoe_sizes: ["36"] })).toBe(false);
  expect(hasSizes({ ...NO_SIZES, racket_sizes: ["4"] })).toBe(true);
  expect(hasSizes({ ...NO_SIZES, clothes_sizes: ["M"] })).toBe(true);
});

test("browsers store the sizes under the names of the specification", () => {
  expect(PREFERENCES.map(browserKey)).toEqual(["racketSizes", "clothesSizes", "shoeSizes"]);
});
