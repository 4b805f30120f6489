import type { CategoryDefinition } from "../definition.ts";
import { inputSchema } from "./input.ts";

/** What separates several values in one cell (marketplace spec §3, CSV row columns). */
const BETWEEN = "|";
/** What a required brand is where a row names none. */
const NO_BRAND = "Other";

/** The column of each of the category's own fields (marketplace spec §3, CSV row columns). */
export function csvColumns(definition: CategoryDefinition): ReadonlyMap<string, string> {
  return new Map(Object.entries(definition.fields).map(([name, field]) => [name, field.csv?.column ?? name]));
}

/** The cells of a row as a form would give them, with what an empty cell means (marketplace spec §7, Bulk upload). */
function fieldsOf(definition: CategoryDefinition, row: Readonly<Record<string, string>>) {
  const cell = (column: string) => (Object.hasOwn(row, column) ? (row[column] ?? "").trim() : "");
  const own = [...csvColumns(definition)].map(([name, column]): [string, string | string[]] => {
    const field = definition.fields[name];
    const text = cell(column);
    if (field?.kind === "several")
      return [name, text === "" ? [...field.initial] : text.split(BETWEEN).map((part) => part.trim())];
    return [name, text || field?.csv?.empty || ""];
  });
  const common = ["name", "description", "price", "country", "postalCode"].map((name) => [name, cell(name)]);
  const brand = cell("brand") || (definition.brand.required ? NO_BRAND : "");
  return { ...Object.fromEntries([...common, ...own]), brand };
}

/**
 * Checks a CSV row of a category, given as cells by column name: the same verdict as the form's, issues at the
 * field's name. Its pictures come from `imageUrls` and are none of this.
 */
export function checkRow(definition: CategoryDefinition, row: Readonly<Record<string, string>>) {
  return inputSchema(definition, "without photos").safeParse(fieldsOf(definition, row));
}
