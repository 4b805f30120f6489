import { expect, test } from "vitest";
import { formatDay, formatKm, formatPrice } from "./format.ts";

// Intl writes spaces that do not break; what is meant is how it reads.
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

test.each([
  [118_900, "en-GB", "€1,189.00"],
  [118_900, "en-US", "€1,189.00"],
  [118_900, "nl", "€ 1.189,00"],
  [118_900, "de", "1.189,00 €"],
  [118_900, "fr", "1 189,00 €"],
  [5, "en-GB", "€0.05"],
  [0, "en-GB", "€0.00"],
])("%i cents in %s: %s", (cents, locale, text) => expect(plain(formatPrice(cents, locale))).toBe(text));

test.each([
  ["en-GB", "Nov 5, 2026"],
  ["en-US", "Nov 5, 2026"],
  ["nl", "5 nov 2026"],
  ["de", "05.11.2026"],
  ["fr", "5 nov. 2026"],
])("a day in %s: %s", (locale, text) => {
  expect(plain(formatDay(new Date("2026-11-05T23:59:59Z"), locale))).toBe(text);
});

test("a distance is a whole kilometre at least", () => {
  expect([0, 0.4, 1.5, 12.4].map((km) => plain(formatKm(km, "en-GB")))).toEqual([
    "1 km",
    "1 km",
    "2 km",
    "12 km",
  ]);
});
