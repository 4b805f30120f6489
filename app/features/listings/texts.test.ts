import { afterEach, expect, test } from "vitest";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { string } from "#app/domain/categories/string.ts";
import { baseLocale, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { criterionValue } from "./criterion-text.server.ts";
import { valueText } from "./texts.server.ts";

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

test("the end of a range has the decimal sign of the language, too", () => {
  overwriteGetLocale(() => "de");
  const search = parseSearch(string, new URLSearchParams());
  const range = { min: 1.25, max: null };
  const criterion = { about: "range", field: "gauge", range, without: search } as const;
  expect(criterionValue(string, search, criterion)).toContain("1,25 mm");
});
