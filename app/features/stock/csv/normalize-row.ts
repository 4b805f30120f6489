import { TYPE_SYNONYMS } from "#app/domain/categories/columns.ts";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { csvFields, type EmptyCells } from "#app/domain/categories/derive/csv.ts";
import { meantBy } from "#app/domain/categories/derive/input.ts";
import { optionOf, type Values } from "#app/domain/categories/fields/kind.ts";
import { kindOf, optionsOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { oneLine } from "#app/domain/text-rules.ts";
import { normalizeWord } from "./columns.ts";

/** A longer text in the colour column is a mistake, and is not replaced. */
const MAX_COLOR_LENGTH = 60;

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

/** The stored values that cells or their defaults mean. The options of other fields depend on them. */
export function meantByCells(definition: CategoryDefinition, cells: Cells): Values {
  const texts = csvFields(definition).map(({ name, field, column }) => [
    name,
    oneLine(cells[column] ?? "") || kindOf(field).emptyCell(field),
  ]);
  return meantBy(definition, Object.fromEntries(texts));
}

/** Clothes have the colour Navy; in a category without it, Navy becomes Blue. */
export function withoutNavy(definition: CategoryDefinition, cells: Cells): Cells {
  const { color } = definition.fields;
  if (cells.color !== "Navy") return cells;
  const hasOnlyBlue = !optionOf(optionsOf(color), "Navy") && optionOf(optionsOf(color), "Blue");
  return hasOnlyBlue ? { ...cells, color: "Blue" } : cells;
}

/**
 * What replaces an unknown colour: "Other", or "Unknown" in a category without "Other". Null if the colour is known,
 * empty or too long, or the category has neither.
 */
export function colorInstead(definition: CategoryDefinition, text: string): string | null {
  const { color } = definition.fields;
  if (
    !color ||
    text === "" ||
    text.length > MAX_COLOR_LENGTH ||
    kindOf(color).meant(color, text) !== undefined
  )
    return null;
  return ["Other", "Unknown"].find((value) => optionOf(optionsOf(color), value)) ?? null;
}

/** The size that replaces one of another system; null for a size of the shop. */
export function sizeInstead(
  { fields: { size } }: CategoryDefinition,
  text: string,
  stored: unknown,
): string | null {
  if (!size || text === "" || typeof stored !== "string") return null;
  const isSame =
    kindOf(size).meant(size, text) === stored || stored.toLowerCase().startsWith(text.toLowerCase());
  return isSame ? null : stored;
}

/** The cells as a form would send them. */
export function normalizeRow(definition: CategoryDefinition, cells: Cells, empty: EmptyCells): Cells {
  const plain: Record<string, string> = {
    ...cells,
    price: (cells.price ?? "").trim(),
    country: (cells.country ?? "").trim().toUpperCase(),
  };
  const isDefault = (column: string) => empty === "defaults" || !Object.hasOwn(cells, column);
  const meant = meantByCells(definition, cells);
  for (const { field, column } of csvFields(definition)) {
    const written = oneLine(cells[column] ?? "");
    const text = written || (isDefault(column) ? kindOf(field).emptyCell(field) : "");
    if (column === "color") plain.color = colorInstead(definition, text) ?? plain.color ?? "";
    const cell = kindOf(field).cell(field, text, meant, written !== "");
    if (cell !== text) plain[column] = cell ?? written;
  }
  return plain;
}
