import type { CategoryDefinition } from "../definition.ts";
import { type Field, valueOfText } from "../field-kinds.ts";
import { optionsFor } from "./dependent-options.ts";
import { inputSchema } from "./input.ts";

/** Separates several values in one cell. */
export const VALUE_SEPARATOR = "|";
/** The brand of a CSV row without a brand, if the category requires one. */
export const NO_BRAND = "Other";

/** Caches a function's result per category, because a stock file has thousands of rows. */
function once<Made>(
  make: (definition: CategoryDefinition) => Made,
): (definition: CategoryDefinition) => Made {
  const cache = new WeakMap<CategoryDefinition, Made>();
  return (definition) => {
    const known = cache.get(definition) ?? make(definition);
    cache.set(definition, known);
    return known;
  };
}

/** The CSV column of each field, by the field's name. */
export const csvColumns = once(
  (definition): ReadonlyMap<string, string> =>
    new Map(Object.entries(definition.fields).map(([name, field]) => [name, field.csv?.column ?? name])),
);

export const csvFields = once((definition) =>
  Object.entries(definition.fields).map(([name, field]) => ({
    name,
    field,
    column: field.csv?.column ?? name,
  })),
);

const rowSchema = once((definition) => inputSchema(definition, "without photos"));

/**
 * The values that templates and error messages offer for a field in a CSV row. `checkRow` accepts all options of the
 * field. Empty for a field without options.
 */
export function offeredInCsv(field: Field): readonly string[] {
  if (field.kind !== "choice") return "options" in field ? field.options.map(({ value }) => value) : [];
  const { csv, form } = field.offered ?? {};
  return csv ?? form ?? field.options.map(({ value }) => value);
}

/** What an empty cell means: the default value of the specification, or no value. */
export type EmptyCells = "defaults" | "nothing";

function fieldsOf(definition: CategoryDefinition, row: Readonly<Record<string, string>>, empty: EmptyCells) {
  const cell = (column: string) => (Object.hasOwn(row, column) ? (row[column] ?? "").trim() : "");
  // A column that the file lacks gets its default, so that the row can be checked.
  const isDefault = (column: string) => empty === "defaults" || !Object.hasOwn(row, column);
  const fields: Record<string, string | readonly string[]> = {};
  for (const name of ["model", "name", "description", "price", "country", "postalCode"])
    fields[name] = cell(name);
  for (const { name, column, field } of csvFields(definition)) {
    const text = cell(column);
    const initially = isDefault(column) ? field.csv?.empty : undefined;
    if (field.kind !== "several") fields[name] = text || initially || "";
    else if (text !== "") fields[name] = text.split(VALUE_SEPARATOR).map((part) => part.trim());
    else fields[name] = isDefault(column) ? field.initial : [];
  }
  for (const { name, column, field } of csvFields(definition))
    if (
      field.kind === "choice" &&
      field.narrow &&
      cell(column) === "" &&
      !isOffered(definition, name, fields)
    )
      fields[name] = "";
  fields.brand = cell("brand") || (definition.brand.required && isDefault("brand") ? NO_BRAND : "");
  return fields;
}

/** Whether a default is possible: men's trousers have no size M, so an empty cell cannot mean it. */
function isOffered(
  definition: CategoryDefinition,
  wanted: string,
  fields: Readonly<Record<string, string | readonly string[]>>,
): boolean {
  const values: Record<string, unknown> = {};
  for (const { name, field } of csvFields(definition))
    values[name] = field.kind === "choice" ? valueOfText(field, String(fields[name])) : fields[name];
  const field = definition.fields[wanted];
  return field?.kind !== "choice" || optionsFor(field, values).some(({ value }) => value === values[wanted]);
}

/**
 * Checks a CSV row: cells by column name. Returns Zod's result with the issues that the form would report. Pictures are
 * not checked here.
 */
export function checkRow(
  definition: CategoryDefinition,
  row: Readonly<Record<string, string>>,
  empty: EmptyCells = "defaults",
) {
  return rowSchema(definition).safeParse(fieldsOf(definition, row, empty));
}
