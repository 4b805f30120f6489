import { describe, expect, test } from "vitest";
import { bestCorrection, halvesOf } from "./spelling.ts";

describe("the correction of a mistyped word", () => {
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
    // It is one edit away from a seller's typo ("babollat"), and two from the intended word.
    ["babolllat", "babolat"],
    ["haed", "head"],
    ["pur", "pure"],
    ["bro", null],
    ["xyzzyx", null],
    ["ab", null],
  ])("of %j is %j", (typed, expected) => {
    expect(bestCorrection(typed, stock)).toBe(expected);
  });
});

test("a word is split into two, the most even halves first", () => {
  const halves = (word: string) => halvesOf(word).map((two) => two.join("|"));
  expect(halves("puredrive")).toContain("pure|drive");
  expect(halves("hyperg")).toContain("hyper|g");
  expect(halves("aero98")[0]).toBe("aer|o98");
  expect(halves("abc")).toEqual([]);
});
