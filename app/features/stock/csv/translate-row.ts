import { csvFields } from "#app/domain/categories/derive/csv.ts";
import { VALUE_SEPARATOR } from "#app/domain/categories/fields/kind.ts";
import { optionsOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { VALUE_SYNONYMS } from "#app/domain/categories/value-synonyms.ts";
import { normalizeWord } from "./columns.ts";

/** By column, then by word. Values are added before synonyms, so that no synonym replaces a value. */
const VALUE_BY_WORD = new Map<string, Map<string, string>>();
function addWord(column: string, word: string, value: string): void {
  const words = VALUE_BY_WORD.get(column) ?? new Map<string, string>();
  if (!words.has(normalizeWord(word))) words.set(normalizeWord(word), value);
  VALUE_BY_WORD.set(column, words);
}
for (const definition of CATEGORIES)
  for (const { column, field } of csvFields(definition))
    for (const { value, name } of optionsOf(field)) if (name === undefined) addWord(column, value, value);
for (const [column, values] of Object.entries(VALUE_SYNONYMS))
  for (const [value, words] of Object.entries(values)) for (const word of words) addWord(column, word, value);

/** A longer cell is no synonym, and would be slow to look up. */
const MAX_LENGTH = 120;

export function translateToEnglish(
  cells: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const translated: Record<string, string> = {};
  for (const [column, words] of VALUE_BY_WORD) {
    const cell = cells[column] ?? "";
    if (cell === "" || cell.length > MAX_LENGTH) continue;
    const parts = cell.split(VALUE_SEPARATOR);
    if (!parts.some((part) => words.has(normalizeWord(part)))) continue;
    translated[column] = parts.map((part) => words.get(normalizeWord(part)) ?? part).join(VALUE_SEPARATOR);
  }
  return Object.keys(translated).length === 0 ? cells : { ...cells, ...translated };
}
