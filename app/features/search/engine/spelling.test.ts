import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bestCorrection, editDistance, halvesOf } from "./spelling.ts";

describe("slips between two words", () => {
  test.each([
    ["babolat", "babolat", 0],
    ["babolt", "babolat", 1],
    ["yonexx", "yonex", 1],
    ["wlison", "wilson", 1],
    ["haed", "head", 1],
    ["babbollat", "babolat", 2],
    ["wilson", "yonex", 3],
    ["", "ab", 2],
  ])("%s and %s: %i", (one, other, slips) => {
    expect(editDistance(one, other, 2)).toBe(slips);
    expect(editDistance(other, one, 2)).toBe(slips);
  });

  test("are never more than the letters of the longer word, and none for the same word", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
        const slips = editDistance(one, other, 12);
        expect(slips).toBeLessThanOrEqual(Math.max(one.length, other.length));
        expect(slips === 0).toBe(one === other);
      }),
    );
  });
});

describe("the word that was meant", () => {
  const stock = [
    { term: "babolat", listings: 5_000 },
    { term: "babollat", listings: 1 },
    { term: "head", listings: 4_000 },
    { term: "herd", listings: 1 },
    { term: "pro", listings: 900 },
    { term: "pure", listings: 700 },
  ];

  test.each([
    ["babolt", "babolat"],
    // One edit from a seller's typo, two from the intended word.
    ["babolllat", "babolat"],
    ["haed", "head"],
    ["pur", "pure"],
    ["bro", null],
    ["xyzzyx", null],
    ["ab", null],
  ])("by %j is %j", (typed, meant) => {
    expect(bestCorrection(typed, stock)).toBe(meant);
  });
});

test("a word can be two, the most even halves first", () => {
  const halves = (word: string) => halvesOf(word).map((two) => two.join("|"));
  expect(halves("puredrive")).toContain("pure|drive");
  expect(halves("hyperg")).toContain("hyper|g");
  expect(halves("aero98")[0]).toBe("aer|o98");
  expect(halves("abc")).toEqual([]);
});
