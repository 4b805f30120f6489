import { afterEach, expect, test } from "vitest";
import { getLocale, locales, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { COLUMNS } from "./columns.ts";
import { stockLabels } from "./labels.server.ts";

const before = getLocale;
afterEach(() => overwriteGetLocale(before));

test.each(locales)("columns, types and conditions have a label of their own in %s", (locale) => {
  overwriteGetLocale(() => locale);
  const { columns, types, conditions } = stockLabels();
  expect(Object.keys(columns)).toEqual(COLUMNS.map(({ name }) => name));
  for (const labels of [
    Object.values(columns),
    types.map(({ label }) => label),
    conditions.map(({ label }) => label),
  ])
    expect(new Set(labels).size).toBe(labels.length);
});

test("columns of several categories say which", () => {
  overwriteGetLocale(() => "de");
  const { columns, types, conditions } = stockLabels();
  expect(columns).toMatchObject({ price: "Preis", type: "Kategorie", category: "Kategorie (Schläger)" });
  expect(types).toContainEqual({ value: "racket", label: "Schläger" });
  expect(conditions).toContainEqual({ value: "Like New", label: "Wie neu" });
});
