import { afterEach, expect, test } from "vitest";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { string } from "#app/domain/categories/string.ts";
import { baseLocale, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { criterionLabels } from "./criterion-text.server.ts";

afterEach(() => overwriteGetLocale(() => baseLocale));

test("the end of a range has the decimal sign of the language, too", () => {
  overwriteGetLocale(() => "de");
  const search = parseSearch(string, new URLSearchParams({ minGauge: "1.25" }));
  expect(criterionLabels(string, search).join()).toContain("1,25 mm");
});
