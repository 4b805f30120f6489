import { TYPE_SYNONYMS } from "#app/domain/categories/columns.ts";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { csvFields, type EmptyCells } from "#app/domain/categories/derive/csv.ts";
import { optionsFor } from "#app/domain/categories/derive/dependent-options.ts";
import { withoutUnit } from "#app/domain/categories/derive/units.ts";
import { type ChoiceField, valueOfText } from "#app/domain/categories/field-kinds.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { oneLine } from "#app/domain/text-rules.ts";
import { normalizeWord } from "./normalize-word.ts";

/** A longer text in the colour column is a mistake, and is not replaced. */
const MAX_COLOR = 60;

export type Cells = Readonly<Record<string, string>>;

const TYPES = new Map(
  CATEGORIES.flatMap(({ type, plural }) =>
    [type, plural, ...(TYPE_SYNONYMS[type] ?? [])].map((name) => [normalizeWord(name), type] as const),
  ),
);

/** Understands the singular, the plural and synonyms in five languages. */
export function typeOfText(text: string): string | undefined {
  return TYPES.get(normalizeWord(text));
}

/** The value of each choice field by field name, or its default. The options of other fields depend on it. */
export function choicesOfCells(definition: CategoryDefinition, cells: Cells) {
  const values: Record<string, string | undefined> = {};
  for (const { name, field, column } of csvFields(definition)) {
    if (field.kind === "choice")
      values[name] = valueOfText(field, oneLine(cells[column] ?? "") || field.csv?.empty || "");
  }
  return values;
}

/**
 * Turns "M" into "M (8-10)" in a row of women's clothes, where only the latter is allowed. Undefined: neither is.
 */
function fullValue(
  definition: CategoryDefinition,
  field: ChoiceField,
  text: string,
  cells: Cells,
): string | undefined {
  const allowed = optionsFor(field, choicesOfCells(definition, cells));
  const known = valueOfText(field, text);
  if (allowed.some(({ value }) => value === known)) return text;
  const prefix = `${text.toLowerCase()} (`;
  return allowed.find(({ value }) => value.toLowerCase().startsWith(prefix))?.value;
}

/** Clothes have the colour Navy; in a category without it, Navy becomes Blue. */
export function withoutNavy(definition: CategoryDefinition, cells: Cells): Cells {
  const { color } = definition.fields;
  if (color?.kind !== "choice" || cells.color !== "Navy") return cells;
  const hasOnlyBlue = !valueOfText(color, "Navy") && valueOfText(color, "Blue");
  return hasOnlyBlue ? { ...cells, color: "Blue" } : cells;
}

/**
 * What replaces an unknown colour: "Other", or "Unknown" in a category without "Other". Null if the colour is known,
 * empty or too long, or the category has neither.
 */
export function colorInstead(definition: CategoryDefinition, text: string): string | null {
  const { color } = definition.fields;
  if (color?.kind !== "choice" || text === "" || text.length > MAX_COLOR || valueOfText(color, text))
    return null;
  const values = color.options.map(({ value }) => value);
  return ["Other", "Unknown"].find((value) => values.includes(value)) ?? null;
}

/** The cells as a form would send them. */
export function normalizeRow(definition: CategoryDefinition, cells: Cells, empty: EmptyCells): Cells {
  const plain: Record<string, string> = {
    ...cells,
    price: (cells.price ?? "").trim(),
    country: (cells.country ?? "").trim().toUpperCase(),
  };
  const isDefault = (column: string) => empty === "defaults" || !Object.hasOwn(cells, column);
  for (const { field, column } of csvFields(definition)) {
    const written = oneLine(cells[column] ?? "");
    const text = written || (isDefault(column) && field.csv?.empty) || "";
    if (column === "color") plain.color = colorInstead(definition, text) ?? plain.color ?? "";
    if (field.kind === "number") plain[column] = withoutUnit(field, text);
    if (field.kind === "choice" && field.narrow && text !== "")
      plain[column] = fullValue(definition, field, text, cells) ?? written;
  }
  return plain;
}
