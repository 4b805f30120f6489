import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { budgetIn } from "./budget.ts";

describe("a budget in a question", () => {
  test.each([
    ["beginner racket under 100", null, 100],
    ["racket under €100 please", null, 100],
    ["a Wilson up to 150 euro", null, 150],
    ["racket max 80,-", null, 80],
    ["racket onder de 100", null, 100],
    ["racket tot 120 euro", null, 120],
    ["Schläger unter 100 Euro", null, 100],
    ["Schläger bis zu 90 €", null, 90],
    ["Schläger höchstens 75", null, 75],
    ["raquette à moins de 60 €", null, 60],
    ["raquette jusqu'à 60", null, 60],
    ["raquette, budget 200", null, 200],
    ["racket for €99.95", null, 99],
    ["racket 100 euros", null, 100],
    ["racket over 50", 50, null],
    ["Schläger über 50 Euro", 50, null],
    ["racket above 50 and under 90", 50, 90],
    ["racket between 50 and 100 euro", 50, 100],
    ["racket 100-50 €", 50, 100],
    ["racket", null, null],
    ["racket under 300g", null, null],
    ["racket under 300 grams", null, null],
    ["head size over 100 sq in", null, null],
    ["100 sq in racket", null, null],
    ["Pure Drive 100", null, null],
    ["strings over 16x19", null, null],
    ["thunder 100 racket", null, null],
  ])('is understood in "%s"', (question, min, max) => {
    expect(budgetIn(question).budget).toEqual({ min, max });
  });

  test("is removed from the question, and nothing else is", () => {
    expect(budgetIn("Völkl racket under 100 in blue").rest.split(/\s+/)).toEqual([
      "Völkl",
      "racket",
      "in",
      "blue",
    ]);
  });

  test("can be looked for in any text, which otherwise stays unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const { budget, rest } = budgetIn(text);
        if (budget.min === null && budget.max === null) expect(rest).toBe(text);
        else expect(rest.length).toBeLessThanOrEqual(text.length);
      }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.constantFrom("under", "onder", "unter", "moins de", "max"),
        (euros, said) => {
          expect(budgetIn(`racket ${said} ${euros}`).budget.max).toBe(euros);
        },
      ),
    );
  });
});
