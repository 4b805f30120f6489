import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { MODEL_FAMILIES } from "./model-families.ts";

interface ModelRow {
  readonly brand: string;
  readonly name: string;
}

/** The first words of the names of each brand's models. */
function familiesOf(plural: string): Record<string, string[]> {
  const rows: ModelRow[] = parse(readFileSync(`db/data/models/${plural}.csv`, "utf8"), { columns: true });
  const families: Record<string, string[]> = {};
  for (const { brand, name } of rows) {
    const [word = ""] = name.toLowerCase().split(" ");
    families[brand] = [...new Set([...(families[brand] ?? []), word])].sort();
  }
  return families;
}

test.each(CATEGORIES.filter(({ models }) => models))(
  "the first words of $plural are those of the catalogue",
  ({ type, plural }) => {
    const listed = Object.entries(MODEL_FAMILIES[type] ?? {}).map(([brand, words]) => [
      brand,
      words.split(" ").sort(),
    ]);
    expect(Object.fromEntries(listed)).toEqual(familiesOf(plural));
  },
);
