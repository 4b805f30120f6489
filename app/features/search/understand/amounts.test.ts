import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountsIn } from "./amounts.ts";

function ranges(text: string) {
  return amountsIn(text).map(({ range: { min, max }, currency }) => [min, max, currency !== null]);
}

describe("an amount in words", () => {
  test.each([
    ["racket under 100", null, 100, false],
    ["racket 80 tot 100", 80, 100, false],
    ["racket in the 50-100 range", 50, 100, false],
    ["schläger 60 bis höchstens 90 euro", 60, 90, true],
    ["racket not more expensive than 90", null, 90, false],
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
    ["unter 1.000 €", null, 1000, true],
    ["below 1,500 eur", null, 1500, true],
    ["moins de 1 500 €", null, 1500, true],
    ["moins de 1\u202f500 €", null, 1500, true],
    ["unter 1'200", null, 1200, false],
    ["under 1,299.50 euros", null, 1299.5, true],
    ["unter 1.299,50 €", null, 1299.5, true],
    ["racket 1 500 €", null, 1500, true],
    ["tussen 1.000 en 1.500 euro", 1000, 1500, true],
    ["entre 1 000 et 2 500 €", 1000, 2500, true],
    ["1.000-1.500 €", 1000, 1500, true],
    ["under 1k", null, 1000, false],
    ["max 1,5k €", null, 1500, true],
    ["strings 45€50", null, 45.5, true],
    ["under 45,-", null, 45, true],
    ["under 45.– €", null, 45, true],
    ["over 250 euro’s", 250, null, true],
    ["60 € max", null, 60, true],
    ["raquette maxi 80", null, 80, false],
    ["50 or less", null, 50, false],
    ["100 euro oder weniger", null, 100, true],
    ["racket 150+ euro", 150, null, true],
    ["120 € et plus", 120, null, true],
    ["from 50 euro", 50, null, true],
    ["tussen de 50 en de 100 euro", 50, 100, true],
    ["not more than 80", null, 80, false],
    ["schläger nicht unter 80 €", 80, null, true],
    ["pas plus de 80 euros", null, 80, true],
    ["around 100 euro", 85, 115, true],
    ["rond de 100", 85, 115, false],
    ["um die 100 €", 85, 115, true],
    ["autour de 100 euros", 85, 115, true],
    ["max. ca. 100 €", null, 100, true],
    ["budget max 90", null, 90, false],
    ["60e max", null, 60, true],
    ["racket 300g up to 150 euro", null, 150, true],
    ["racket 300g bis 150 euro", null, 150, true],
    ["300g up to 150", null, 150, false],
    ["from 100 up to 150", 100, 150, false],
    ["racket 98 up to 150 euro", null, 150, true],
    ["100 and up", 100, null, false],
    ["racket £50-100 in London", 50, 100, true],
    ["racket €80 to 100 in Berlin", 80, 100, true],
    ["€50 - 100 Head racket", 50, 100, true],
    ["Schläger 50€ bis 100 in Köln", 50, 100, true],
    ["100 max to start with", null, 100, false],
    ["150 euro or more to invest", 150, null, true],
    ["280g or less to learn", null, 280, false],
    ["racket 280g up to 300g", 280, 300, false],
    ["racket weight 280 up to 300", 280, 300, false],
    ["racket weight 300 up to 150", null, 150, false],
    ["racket weight 280 up to 300 euro", null, 300, true],
    ["jusqu' à 1 000 €", null, 1000, true],
  ])("is found in %j", (text, min, max, isMoney) => {
    expect(ranges(text)).toEqual([[min, max, isMoney]]);
  });

  test.each([
    ...["blade 98 16x19", "grip 3", "4 3/8", "125/16L", "pure drive 2021", "300g", "pro staff 97 v14"],
    ...["over 16x19", "strings at 55 pounds", "racket strung at 55 pounds", "thunder 100"],
    ...[
      "around 1071",
      "um 50667",
      "rond 9712 CP",
      "within 30 km of Köln",
      "2e hands",
      "under 4 3/8",
      "100 x 200",
    ],
    ...["under 50 CHF", "between 400 and 500 kr", "under ¥5000", "under 50 %", "racket 1.299"],
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
    ["blade 98 100 €", 100],
    ["grip 1 100 €", 100],
    ["under 12.50", 12.5],
    ["under 1.25", 1.25],
    ["under 300 g", 300],
  ])("is not joined to another number in %j", (text, max) => {
    expect(ranges(text).map(([, found]) => found)).toEqual([max]);
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
