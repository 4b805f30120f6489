import { VALUE_SYNONYMS } from "#app/domain/categories/columns.ts";
import { bare } from "./bare.ts";

const MEANT = new Map(
  Object.entries(VALUE_SYNONYMS).map(([column, values]) => [
    column,
    new Map(Object.entries(values).flatMap(([value, words]) => words.map((word) => [bare(word), value]))),
  ]),
);

/** The row with such words in English; whatever else a cell says stays as it is. */
export function inEnglish(cells: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const meant: Record<string, string> = {};
  for (const [column, words] of MEANT) {
    const cell = cells[column] ?? "";
    // A longer one is none of them, and would take long to look through.
    const value = cell.length > 40 ? undefined : words.get(bare(cell));
    if (value) meant[column] = value;
  }
  return Object.keys(meant).length === 0 ? cells : { ...cells, ...meant };
}
