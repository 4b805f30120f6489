import { expect, test } from "vitest";
import {
  formatAgo,
  formatApproximation,
  formatDay,
  formatFigure,
  formatKm,
  formatNumber,
  formatPrice,
  formatPriceRange,
  formatWait,
  isSingular,
} from "./format.ts";

// Intl writes non-breaking spaces; the tests compare the visible text.
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

test.each([
  [118_900, "en-GB", "€1,189.00"],
  [118_900, "en-US", "€1,189.00"],
  [118_900, "nl", "€ 1.189,00"],
  [118_900, "de", "1.189,00 €"],
  [118_900, "fr", "1 189,00 €"],
  [5, "en-GB", "€0.05"],
  [0, "en-GB", "€0.00"],
])("%i cents in %s: %s [A1.1 A1.2 A9.5 M1.9 M1.10]", (cents, locale, text) =>
  expect(plain(formatPrice(cents, locale))).toBe(text),
);

test.each([
  ["GBP", 0.8701, "en-GB", "≈ £93.10"],
  ["GBP", 0.8701, "en-US", "≈ £93.10"],
  ["GBP", 0.8701, "nl", "≈ £ 93,10"],
  ["GBP", 0.8701, "de", "≈ 93,10 £"],
  ["GBP", 0.8701, "fr", "≈ 93,10 £GB"],
  ["USD", 1.172, "en-US", "≈ $125.40"],
  ["USD", 1.172, "en-GB", "≈ US$125.40"],
  ["USD", 1.172, "de", "≈ 125,40 $"],
] as const)("€107 in %s at a rate of %d, in %s, is %s", (currency, rate, locale, text) => {
  const dated = "2026-11-20";
  expect(plain(formatApproximation(10_700, { currency, rate, dated }, locale))).toBe(text);
});

test.each([
  ["en-GB", "1,234.5"],
  ["nl", "1.234,5"],
  ["de", "1.234,5"],
  ["fr", "1 234,5"],
])("the number 1234.5 in %s: %s", (locale, text) => expect(plain(formatNumber(1234.5, locale))).toBe(text));

test.each([
  ["en-GB", 1.25, "1.25"],
  ["de", 1.25, "1,25"],
  ["en-GB", 98.5, "98.5"],
  ["en-GB", 305, "305"],
])("a figure in %s: %d is %s", (locale, figure, text) => expect(formatFigure(figure, locale)).toBe(text));

test.each([
  ["en-GB", "Nov 5, 2026"],
  ["en-US", "Nov 5, 2026"],
  ["nl", "5 nov 2026"],
  ["de", "05.11.2026"],
  ["fr", "5 nov. 2026"],
])("a day in %s: %s [A2.76 A9.30]", (locale, text) => {
  expect(plain(formatDay(new Date("2026-11-05T23:59:59Z"), locale))).toBe(text);
});

test.each([
  ["en-GB", 0, "1 min ago"],
  ["en-GB", 5 * 60, "5 hr ago"],
  ["en-GB", 2 * 24 * 60, "2 days ago"],
  ["nl", 2 * 24 * 60, "2 dagen geleden"],
  ["de", 24 * 60, "vor 1 Tag"],
  ["fr", 20 * 24 * 60, "il y a 2 semaines"],
  ["fr", 70 * 24 * 60, "il y a 2 mois"],
  ["fr", 400 * 24 * 60, "il y a 1 an"],
  ["en-GB", 100 * 24 * 60, "3 mo ago"],
  ["en-GB", 800 * 24 * 60, "2 yr ago"],
])("in %s, %i minutes ago: %s", (locale, minutes, text) => {
  const now = new Date("2026-11-25T12:00:00Z");
  expect(plain(formatAgo(new Date(now.getTime() - minutes * 60_000), now, locale))).toBe(text);
});

test.each([
  ["en-GB", 1, "1 second"],
  ["en-US", 40, "40 seconds"],
  ["nl", 1, "1 seconde"],
  ["de", 60, "60 Sekunden"],
  ["fr", 1, "1 seconde"],
  ["fr", 61, "2 minutes"],
  ["de", 3600, "60 Minuten"],
])("in %s, a wait of %i seconds: %s", (locale, seconds, text) => {
  expect(plain(formatWait(seconds, locale))).toBe(text);
});

test("the shortest distance is one kilometre", () => {
  expect([0, 0.4, 1.5, 12.4].map((km) => plain(formatKm(km, "en-GB")))).toEqual([
    "1 km",
    "1 km",
    "2 km",
    "12 km",
  ]);
});

test.each([
  ["en-GB", "€95–130", "€1,190–1,250"],
  ["en-US", "€95–130", "€1,190–1,250"],
  ["nl", "€ 95–130", "€ 1.190–1.250"],
  ["de", "95–130 €", "1.190–1.250 €"],
  ["fr", "95–130 €", "1 190–1 250 €"],
])("a range of prices in %s: %s", (locale, text, thousands) => {
  expect(plain(formatPriceRange(9_500, 13_000, locale))).toBe(text);
  expect(plain(formatPriceRange(119_000, 125_000, locale))).toBe(thousands);
});

test.each([
  ["en-GB", [1]],
  ["en-US", [1]],
  ["nl", [1]],
  ["de", [1]],
  ["fr", [0, 1]],
])("in %s, these counts have the singular: %j", (locale, singular) => {
  expect([0, 1, 2, 10, 21, 101].filter((count) => isSingular(count, locale))).toEqual(singular);
});
