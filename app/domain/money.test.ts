import fc from "fast-check";
import { expect, test } from "vitest";
import { centsToInput, parseCents } from "./money.ts";

test.each([
  ["199", 19900],
  ["199.5", 19950],
  ["199,50", 19950],
  ["€ 1.199,50", 119950],
  ["1,199.50", 119950],
  ["0", 0],
  ["-5", -500],
])("%s is %i cents", (text, cents) => expect(parseCents(text)).toBe(cents));

test("three digits after the separator are thousands", () => expect(parseCents("1.005")).toBe(100500));

test.each(["", "abc", "1.999,999", "1.2.3", "12e3", "0x10", "Infinity", "١٢"])(
  "%j is not an amount",
  (text) => expect(parseCents(text)).toBeNull(),
);

test("what an input shows is read back as the same amount", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      (cents) => parseCents(centsToInput(cents)) === cents,
    ),
  );
});
