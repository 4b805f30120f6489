import { BETWEEN } from "#app/domain/categories/derive/csv.ts";
import { VALUE_SYNONYMS } from "#app/domain/categories/value-synonyms.ts";
import { bare } from "./bare.ts";

const MEANT = new Map(
  Object.entries(VALUE_SYNONYMS).map(([column, values]) => [
    column,
    new Map(Object.entries(values).flatMap(([value, words]) => words.map((word) => [bare(word), value]))),
  ]),
);

/** A longer cell is none of the words, and would take long to look through. */
const MAX_LENGTH = 120;

/** The row with such words in English; whatever else a cell says stays as it is. */
export function inEnglish(cells: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const meant: Record<string, string> = {};
  for (const [column, words] of MEANT) {
    const cell = cells[column] ?? "";
    if (cell === "" || cell.length > MAX_LENGTH) continue;
    const parts = cell.split(BETWEEN);
    if (!parts.some((part) => words.has(bare(part)))) continue;
    meant[column] = parts.map((part) => words.get(bare(part)) ?? part).join(BETWEEN);
  }
  return Object.keys(meant).length === 0 ? cells : { ...cells, ...meant };
}
