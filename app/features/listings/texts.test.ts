import { afterEach, expect, test } from "vitest";
import { bag } from "#app/domain/categories/bag.ts";
import { racketModels } from "#app/domain/categories/models.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { string } from "#app/domain/categories/string.ts";
import { baseLocale, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { resultCount } from "#app/ui/count-text.ts";
import { fullValueText, specText, valueText } from "./texts.server.ts";

afterEach(() => overwriteGetLocale(() => baseLocale));

test.each([
  ["en-GB", "98.5 sq in", "1.25 mm"],
  ["de", "98,5 sq in", "1,25 mm"],
  ["fr", "98,5 sq in", "1,25 mm"],
  ["nl", "98,5 sq in", "1,25 mm"],
] as const)("the figures of a listing have the decimal sign of %s", (locale, head, gauge) => {
  overwriteGetLocale(() => locale);
  expect(valueText(racket.fields.headsize, 98.5)).toBe(head);
  expect(valueText(string.fields.gauge, 1.25)).toBe(gauge);
});

test.each([
  ["en-GB", "1 racket", "3 rackets"],
  ["en-US", "1 racket", "3 rackets"],
  ["nl", "1 racket", "3 rackets"],
  ["de", "1 Schläger", "3 Schläger"],
  ["fr", "1 raquette", "3 raquettes"],
] as const)("a capacity of one has the singular in %s: %s", (locale, one, three) => {
  overwriteGetLocale(() => locale);
  expect([1, 3].map((value) => valueText(bag.fields.capacity, value))).toEqual([one, three]);
});

test.each([
  ["en-GB", "98 sq in", "55 lbs", "100 sq in"],
  ["en-US", "98 sq in", "55 lbs", "100 sq in"],
  ["nl", "98 sq in (632 cm²)", "55 lbs (24,9 kg)", "100 sq in (645 cm²)"],
  ["de", "98 sq in (632 cm²)", "55 lbs (24,9 kg)", "100 sq in (645 cm²)"],
  ["fr", "98 sq in (632 cm²)", "55 lbs (24,9 kg)", "100 sq in (645 cm²)"],
] as const)(
  "figures of a page are also in metric units, except in English: %s",
  (locale, head, tension, spec) => {
    overwriteGetLocale(() => locale);
    expect(fullValueText(racket.fields.headsize, 98)).toBe(head);
    expect(fullValueText(racket.fields.string_tension, 55)).toBe(tension);
    expect(specText(racketModels.specs.headsize, 100)).toBe(spec);
  },
);

test.each([
  ["fr", "0 résultat", "1 résultat", "2 résultats"],
  ["en-GB", "0 results", "1 result", "2 results"],
] as const)("a count of results agrees in %s: %s", (locale, ...texts) => {
  overwriteGetLocale(() => locale);
  expect([0, 1, 2].map((count) => resultCount(count, false))).toEqual(texts);
});
