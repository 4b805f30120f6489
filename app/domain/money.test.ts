import fc from "fast-check";
import { expect, test } from "vitest";
import { centsToInput, checkPrice, readPrice } from "./money.ts";

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
  ["0,5", 50],
  ["-5", -500],
])("%s is %i cents [M9.4]", (text, cents) => expect(readPrice(text)).toEqual({ cents }));

test.each([
  ["12.345", 1234500, 1235],
  ["12,345", 1234500, 1235],
  ["1.000", 100000, 100],
  ["€ 1,005", 100500, 101],
  ["EUR 12.345", 1234500, 1235],
])("%s is ambiguous: %i or %i cents", (text, ...readings) => expect(readPrice(text)).toEqual({ readings }));

test.each([
  ...["", "abc", "1.999,999", "1.2.3", "1.234.56", "12e3", "0x10", "Infinity", "١٢"],
  ...["0.345", "012.345", "1234.567", "12.3456", "1.", ".5", "--5", "1'234'5", "9".repeat(61)],
])("%j is not an amount [M9.4]", (text) => expect(readPrice(text)).toBeNull());

test.each([
  [" ", "required"],
  ["cheap", "not_an_amount"],
  ["12.345", "ambiguous_amount:1234500:1235"],
  ["-1", "negative"],
  ["100000.01", "too_high:100000"],
])("the price %j has the issue %s", (text, issue) => expect(checkPrice(text)).toEqual({ issue }));

test("an amount that is written into an input is read back unchanged", () => {
  const cents = fc.integer({ min: 0, max: 10_000_000 });
  fc.assert(
    fc.property(cents, (some) => {
      expect(readPrice(centsToInput(some))).toEqual({ cents: some });
    }),
  );
});
