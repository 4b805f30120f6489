import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountsIn } from "./amounts.ts";

function ranges(text: string) {
  return amountsIn(text).map(({ range: { min, max }, currency }) => [min, max, currency !== null]);
}

describe("an amount in words", () => {
  test.each([
    ["racket under 100", null, 100, false],
    ["strings < €50", null, 50, true],
    ["bags 50-100 euro", 50, 100, true],
    ["between 50 and 100", 50, 100, false],
    ["Schläger unter 150", null, 150, false],
    ["Taschen zwischen 50 und 100 €", 50, 100, true],
    ["raquette moins de 100", null, 100, false],
    ["de 50 à 100 euros", 50, 100, true],
    ["racket onder de 80", null, 80, false],
    ["tussen 50 en 100", 50, 100, false],
    ["over 200", 200, null, false],
    ["ab 200 Euro", 200, null, true],
    ["balls for 12,50 euro", null, 12.5, true],
    ["racket 100-50 €", 50, 100, true],
    ["raquette, budget 200", null, 200, false],
    ["my budget is €80", null, 80, true],
  ])("is found in %j", (text, min, max, isMoney) => {
    expect(ranges(text)).toEqual([[min, max, isMoney]]);
  });

  test.each([
    "blade 98 16x19",
    "grip 3",
    "4 3/8",
    "125/16L",
    "pure drive 2021",
    "300g",
    "pro staff 97 v14",
    "over 16x19",
    "strings at 55 pounds",
    "racket strung at 55 pounds",
    "thunder 100",
  ])("is not found in %j", (text) => {
    expect(ranges(text)).toEqual([]);
  });

  test('is a maximum in "Blade 98 bis 150 Euro", because 98 belongs to the model', () => {
    const isBlade = (word: string, number: number) => word === "blade" && number === 98;
    const found = (text: string) => amountsIn(text, isBlade).map(({ range }) => [range.min, range.max]);
    expect(found("Wilson Blade 98 bis 150 Euro")).toEqual([[null, 150]]);
    expect(found("Wilson Blade 98 tot 150 euro")).toEqual([[null, 150]]);
    expect(found("Wilson Blade 50 bis 150 Euro")).toEqual([[50, 150]]);
    expect(found("Wilson Blade 98-150 Euro")).toEqual([[98, 150]]);
  });

  test.each([
    ["under £50", "GBP"],
    ["under 50 quid", "GBP"],
    ["strings under 10 pounds", "GBP"],
    ["$50-100", "USD"],
    ["40 bucks", "USD"],
    ["50,- or less", "EUR"],
    ["under 50", null],
    ["tension under 55 pounds", null],
    ["strung at 50-55 pounds", null],
  ])("%j is in the currency %j", (text, currency) => {
    expect(amountsIn(text).map((amount) => amount.currency)).toEqual([currency]);
  });

  test("lies within the text, and overlaps no other amount", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: "grapheme" }), (text) => {
        let end = 0;
        for (const { at, length } of amountsIn(text)) {
          expect(at).toBeGreaterThanOrEqual(end);
          end = at + length;
          expect(end).toBeLessThanOrEqual(text.normalize("NFC").length);
        }
      }),
    );
  });
});
