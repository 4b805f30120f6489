import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { intentOf, priceIn, withoutParts } from "./intent.ts";
import { vocabulary } from "./vocabulary.server.ts";

const read = (q: string) => intentOf(q, vocabulary);
const parts = (q: string) => read(q).parts.map(({ typed, kind }) => [typed, kind]);

describe("a category", () => {
  test.each([
    ["bags", "bag"],
    ["tennis balls", "ball"],
    ["Tennisschläger", "racket"],
    ["tennistas", "bag"],
    ["raquette de tennis", "racket"],
    ["clothes", "clothes"],
    ["«cordage»", "string"],
    ["racket strings", "string"],
    ["sac pour raquettes", "bag"],
  ])("is named by %j", (q, type) => {
    expect(read(q).types).toEqual([type]);
  });
});

describe("a thing", () => {
  test.each([
    ["vibration dampener", ["accessory"]],
    ["racket grip", ["accessory"]],
    ["duffle bag", ["bag"]],
    ["tennis skirt", ["clothes"]],
    ["wristbands", ["clothes", "accessory"]],
    ["headbands accessories", ["accessory"]],
    ["natural gut", ["string"]],
  ])("limits %j to its types", (q, types) => {
    expect(read(q).types).toEqual(types);
  });

  test("is found with any ending, and at the end of a compound", () => {
    expect(parts("Kinderschläger")).toEqual([
      ["Kinderschläger", "audience"],
      ["", "category"],
    ]);
    expect(read("tennisrokje").types).toEqual(["clothes"]);
  });

  test("that the shop does not sell limits the search to an empty list of types", () => {
    expect(read("tennis shoes").types).toEqual([]);
  });
});

describe("the parts of a search", () => {
  test.each([
    ["kids racket under 100", ["audience", "category", "price"]],
    ["like new blade 98", ["value", "words", "words"]],
    ["New Balance polo", ["words", "thing"]],
    ["racket under 300 g", ["category", "measure"]],
    ["racket for my 8 year old", ["category", "filler", "filler", "audience"]],
    ["what kind of racket", ["filler", "filler", "category"]],
    ["racket over 50 and under 90", ["category", "price", "filler", "price"]],
    ["beginner racket for my daughter", ["filler", "category", "filler", "audience"]],
    ["balls today", ["category", "date"]],
    ["tennis", ["words"]],
    ["pd98", ["words"]],
    ["constructor toString __proto__", ["words", "words", "words"]],
  ])("of %j have the kinds %j", (q, kinds) => {
    expect(read(q).parts.map((part) => part.kind)).toEqual(kinds);
  });

  test("have one price range together", () => {
    expect(priceIn(read("racket over 50 and under 90").parts)).toEqual({ min: 5_000, max: 9_000 });
    expect(priceIn(read("racket").parts)).toBeNull();
  });

  test("can be removed one by one", () => {
    const q = "kids racket under 100";
    const [kids, , price] = read(q).parts;
    expect(
      withoutParts(
        q,
        [kids, price].flatMap((part) => part ?? []),
      ),
    ).toBe("racket");
  });
});

test("a nickname of a model is replaced by its full name", () => {
  expect(read("pd98").parts[0]?.expansion).toBe("pure drive 98");
  expect(read("constructor").parts[0]?.expansion).toBeNull();
});

test("any text is parsed without an error, into at most 24 parts", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: "binary" }), (q) => {
      expect(read(q).parts.length).toBeLessThanOrEqual(24);
    }),
  );
  expect(read("racket ' \" ( | & ! ".repeat(600)).parts.length).toBe(24);
});
