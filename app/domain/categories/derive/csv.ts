import type { CategoryDefinition } from "../definition.ts";
import { kindOf, traitsOf } from "../fields/registry.ts";
import { inputReader, type ListingInput, meantBy } from "./input.ts";

/** The brand of a CSV row without a brand, if the category requires one. */
export const NO_BRAND = "Other";

/** Caches a function's result per category, because a stock file has thousands of rows. */
function once<Made>(
  make: (definition: CategoryDefinition) => Made,
): (definition: CategoryDefinition) => Made {
  const cache = new WeakMap<CategoryDefinition, Made>();
  return (definition) => {
    const made = cache.get(definition) ?? make(definition);
    cache.set(definition, made);
    return made;
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

const readerOf = once((definition) => inputReader(definition, "without photos"));

/** What an empty cell means: the default value of the specification, or no value. */
export type EmptyCells = "defaults" | "nothing";

function fieldsOf(definition: CategoryDefinition, row: Readonly<Record<string, string>>, empty: EmptyCells) {
  const cell = (column: string) => (Object.hasOwn(row, column) ? (row[column] ?? "").trim() : "");
  // A column that the file lacks gets its default, so that the row can be checked.
  const isDefault = (column: string) => empty === "defaults" || !Object.hasOwn(row, column);
  const fields: Record<string, string | readonly string[]> = {};
  for (const name of ["model", "name", "description", "price", "country", "postalCode"])
    fields[name] = cell(name);
  for (const { name, column, field } of csvFields(definition))
    fields[name] = kindOf(field).ofCell(field, cell(column), isDefault(column));
  // Men's trousers have no size M, so an empty cell cannot mean it.
  let meant = meantBy(definition, fields);
  for (const { name, column, field } of csvFields(definition)) {
    if (!traitsOf(field).narrow || cell(column) !== "" || fields[name] === "") continue;
    if (!kindOf(field).read(field, fields[name], meant).issue) continue;
    fields[name] = "";
    meant = { ...meant, [name]: undefined };
  }
  fields.brand = cell("brand") || (definition.brand.required && isDefault("brand") ? NO_BRAND : "");
  return { fields, meant };
}

/**
 * Checks a CSV row: cells by column name. `issues` has those that the form would report, by the field's name; `input` is
 * null if there are any. Pictures are not checked here.
 */
export function checkRow(
  definition: CategoryDefinition,
  row: Readonly<Record<string, string>>,
  empty: EmptyCells = "defaults",
): {
  readonly input: ListingInput | null;
  readonly issues: readonly { readonly name: string; readonly message: string }[];
} {
  const { fields, meant } = fieldsOf(definition, row, empty);
  const issues: { name: string; message: string }[] = [];
  const input = readerOf(definition)(fields, meant, (name, message) => issues.push({ name, message }));
  return { input: issues.length > 0 ? null : input, issues };
}
