import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EXCEL, numberCell } from "./csv-format.ts";
import {
  formatApproximation,
  formatBriefPrice,
  formatPrice,
  formatPriceRange,
  formatTypedPrice,
  formatWholePrice,
} from "./format.ts";
import { centsToInput, checkPrice, readPrice, readPriceLimit } from "./money.ts";

test.each([
  ["199", 19900],
  ["199.5", 19950],
  ["199,50", 19950],
  ["1199,50", 119950],
  ["€ 1.199,50", 119950],
  ["1,199.50", 119950],
  ["1 199,50 €", 119950],
  ["1'199", 119900],
  ["1.234.567", 123456700],
  ["EUR 12,50", 1250],
  ["12.50 euro", 1250],
  ["0", 0],
  ["-0", 0],
  ["0,5", 50],
  ["-5", -500],
  ["− 5,00 €", -500],
  ["€ -5", -500],
  ["045", 4500],
])("%s is %i cents [M9.4]", (text, cents) => expect(readPrice(text)).toEqual({ cents }));

describe("as people write it,", () => {
  test.each([
    ...["45€00", "45 € 00", "45 euros 00", "45EUR00", "45,-", "45.-", "45,--", "45,–", "45.—", "45,="],
    ...["€ 45,-", "45,- €", "45 euros", "45 Euro", "45 euro's", "45 EUR", "EUR 45", "EUR45", "Euro 45"],
    ...[
      "euros 45",
      "45 ,-",
      "45, -",
      "eur. 45",
      "€45",
      "45 €",
      "45e",
      "€ 45 EUR",
      "４５，００",
      "４５．００　€",
    ],
    ...["€\u00a045,00", "45,00\u202f€", "\u200e45\u200b €", "٤٥", "۴۵٫۰۰"],
  ])("%j is 45 euros", (text) => expect(readPrice(text)).toEqual({ cents: 4500 }));

  test.each([
    ...["1’299", "1'299.00", "1‘299.-", "1´299", "1.299,-", "1,299.-", "1.299.-", "1.299,00"],
    ...["1,299.00", "1 299", "1\u00a0299 €", "1\u202f299,00 €", "1\u2009299 €", "1 299€00", "1.299€00"],
    ...["1299,–", "1299 EUR", "１．２９９，００", "١٬٢٩٩"],
  ])("%j is 1299 euros", (text) => expect(readPrice(text)).toEqual({ cents: 129900 }));

  test.each([
    [",50", 50],
    [".50", 50],
    ["€ ,50", 50],
    ["0€50", 50],
    ["45€50", 4550],
    ["1£", null],
    ["12 345 €", 1234500],
    ["45·50", 4550],
  ])("%j is %j cents", (text, cents) => {
    expect(readPrice(text)).toEqual(cents === null ? { otherCurrency: true } : { cents });
  });
});

test.each([
  ["1.299", 129900, 130],
  ["12.345", 1234500, 1235],
  ["12,345", 1234500, 1235],
  ["1.000", 100000, 100],
  ["€ 1,005", 100500, 101],
  ["EUR 12.345", 1234500, 1235],
  ["１．２９９", 129900, 130],
])("%s is ambiguous: %i or %i cents", (text, ...readings) => expect(readPrice(text)).toEqual({ readings }));

test.each([
  ...["$45", "45 $", "US$ 45", "£1,299", "45 GBP", "CHF 45.-", "Fr. 45.–", "45 kr", "45:- kr"],
  ...["199 zł", "45 CZK", "¥4500", "￡45", "45 dollars", "45 pounds", "45 €/£"],
])("%j is in another currency", (text) => {
  expect(readPrice(text)).toEqual({ otherCurrency: true });
  expect(readPriceLimit(text)).toBeNull();
});

test.each([
  ...["", "abc", "1.999,999", "1.2.3", "1.234.56", "12e3", "1e3", "0x10", "Infinity", "NaN", "½"],
  ...["45½", "0.345", "012.345", "1234.567", "12.3456", "1.", ".5", "--5", "-€-5", "1'234'5"],
  ...["9".repeat(61), "+45", "1 2 0", "12 34", "1 2345", "45 00", "45, 00", "45 ,00", "1.2 99"],
  ...["1 299.000", "1,00,000", "1_299", "45 %", "2x45", "2 × 45", "45-50", "45–50", "45/50"],
  ...["45 - 50 €", "45 €/Stk", "45 VB", "ab 45", "ca. 45", "45 oder 50", "45€5", "45,€50", "45€500"],
  ...["1k", "1,5k", "(45)", "45-", "45,00-", "45²", "45 50", "gratis", "€", "45,-,50", "45.00.00"],
  "१२",
])("%j is not an amount [M9.4]", (text) => {
  expect(readPrice(text)).toBeNull();
  expect(readPriceLimit(text)).toBeNull();
});

test.each([
  [" ", "required"],
  ["cheap", "not_an_amount"],
  ["12.345", "ambiguous_amount:1234500:1235"],
  ["-1", "negative"],
  ["100000.01", "too_high:100000"],
  ["9".repeat(60), "too_high:100000"],
  ["$45", "other_currency"],
])("the price %j has the issue %s [V1.4.2]", (text, issue) => expect(checkPrice(text)).toEqual({ issue }));

test.each([
  ["1.000", 100_000],
  ["1,500 eur", 150_000],
  ["12,50", 1_250],
  ["0", 0],
  ["-5", null],
])("as a limit, %j is %j cents", (text, cents) => expect(readPriceLimit(text)).toBe(cents));

const LOCALES = ["en-GB", "en-US", "nl", "de", "fr"] as const;
const cents = fc.integer({ min: 0, max: 10_000_000 });

describe.each(LOCALES)("in %s, the shop reads what it prints:", (locale) => {
  test("an amount with cents exactly", () => {
    fc.assert(
      fc.property(cents, (some) => {
        const printed = [
          formatPrice(some, locale),
          formatTypedPrice(some, locale),
          centsToInput(some),
          numberCell(centsToInput(some), EXCEL),
        ];
        for (const text of printed) expect([text, readPrice(text)]).toEqual([text, { cents: some }]);
      }),
    );
  });

  test("whole euros, or it asks with both readings", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (euros) => {
        for (const text of [formatWholePrice(euros * 100, locale), `${euros}`]) {
          const read = readPrice(text);
          const meant = read && "readings" in read ? read.readings : [read && "cents" in read && read.cents];
          expect(meant[0]).toBe(euros * 100);
          expect(readPriceLimit(text)).toBe(euros * 100);
        }
      }),
    );
  });

  test("a range, a rounded amount and another currency never as another amount", () => {
    fc.assert(
      fc.property(cents, cents, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other) + 100];
        const range = formatPriceRange(low, high, locale);
        if (formatWholePrice(low, locale) !== formatWholePrice(high, locale))
          expect([range, readPrice(range)]).toEqual([range, null]);
        const foreign = formatApproximation(one, { currency: "GBP", rate: 0.8, dated: "" }, locale);
        expect(readPrice(foreign)).toEqual({ otherCurrency: true });
        const brief = readPrice(formatBriefPrice(one, locale));
        const read =
          brief && "readings" in brief ? brief.readings[0] : brief && "cents" in brief && brief.cents;
        if (typeof read === "number") expect(Math.abs(read - one)).toBeLessThanOrEqual(50 + one / 20);
      }),
    );
  });
});

test("an amount of digits, separators and signs has one reading, or two that are a thousand apart, or none", () => {
  const character = fc.constantFrom(..."0123456789.,' -€e");
  fc.assert(
    fc.property(fc.array(character, { maxLength: 10 }), (characters) => {
      const text = characters.join("");
      const read = readPrice(text);
      if (read === null || "otherCurrency" in read) return;
      if ("readings" in read)
        expect(Math.abs(read.readings[0] / 1000 - read.readings[1])).toBeLessThanOrEqual(1);
      else {
        // The digits are those of the amount: without its cents, or with them as one or two digits.
        const digits = Number(text.replace(/\D/g, ""));
        const amount = Math.abs(read.cents);
        expect([digits * 100, digits * 10, digits]).toContain(amount);
        if (amount !== digits * 100) expect(text).toMatch(/[.,€e]/);
      }
    }),
    { numRuns: 3000 },
  );
});
