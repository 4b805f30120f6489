import { describe, expect, test } from "vitest";
import { bestCorrection, correctedCompound, halvesOf, withCorrection } from "./spelling.ts";

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

const NAMES = new Map([
  ["schlager", "schläger"],
  ["tennisracket", "tennisracket"],
  ["ballen", "ballen"],
  ["tas", "tas"],
]);

test.each([
  ["tenisballen", "tennisballen"],
  ["tenisschlager", "tennisschläger"],
  ["kinderschlagr", "kinderschläger"],
  ["kindertennisraket", "kindertennisracket"],
  // Short halves are spelled right.
  ["tennistaz", null],
  ["tennisplein", null],
])("the compound of which %j is a misspelling is %j", (typed, expected) => {
  expect(correctedCompound(typed, ["tennis", "kinder"], NAMES)).toBe(expected);
});

test.each([
  ["raket babolat", "raket", "racket", "racket babolat"],
  // The same letters stand in another word before it.
  ["tasjesraket tasje", "tasje", "tas", "tasjesraket tas"],
  ["élanraket lanraket", "lanraket", "lanracket", "élanraket lanracket"],
  ["wind  braker, rood", "wind braker", "windbreaker", "windbreaker, rood"],
  ["wind\tbraker", "wind braker", "windbreaker", "windbreaker"],
  ["(raket)", "raket", "racket", "(racket)"],
  ["tennisraket98", "tennisraket", "tennisracket", "tennisracket98"],
  ["a.c $& ac", "a.c", "$&", "$& $& ac"],
  ["tennisraketten", "raket", "racket", "tennisraketten"],
])("in %j, %j is corrected to %j: %j", (text, typed, right, corrected) => {
  expect(withCorrection(text, typed, right)).toBe(corrected);
});
