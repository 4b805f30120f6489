import { csvFields } from "#app/domain/categories/derive/csv.ts";
import { isTranslated, VALUE_SEPARATOR } from "#app/domain/categories/fields/kind.ts";
import { optionsOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { VALUE_SYNONYMS } from "#app/domain/categories/value-synonyms.ts";
import { normalizeWord } from "./columns.ts";

/** The stored value of each word, by column. */
const VALUE_BY_WORD = valuesByWord();

/** Longer words are no synonyms, and more of them no list of values; both would be slow to look up. */
const MAX_WORD_LENGTH = 120;
const MAX_WORDS = 100;

/**
 * A row in which words for a value, in any of the five languages, are replaced by the value as it is stored: "mint" and
 * "wie neu" are "Like New". Other cells stay as they are.
 */
export function withStoredValues(cells: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const stored = { ...cells };
  for (const [column, values] of VALUE_BY_WORD) {
    const words = cells[column]?.split(VALUE_SEPARATOR);
    if (words && words.length <= MAX_WORDS)
      stored[column] = words.map(storedValue(values)).join(VALUE_SEPARATOR);
  }
  return stored;
}

const storedValue = (values: ReadonlyMap<string, string>) => (word: string) =>
  (word.length <= MAX_WORD_LENGTH && values.get(normalizeWord(word))) || word;

function valuesByWord(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const columns = new Map<string, Map<string, string>>();
  function add(column: string, word: string, value: string): void {
    const values = columns.get(column) ?? new Map<string, string>();
    if (!values.has(normalizeWord(word))) values.set(normalizeWord(word), value);
    columns.set(column, values);
  }
  // Values come before synonyms, so that no synonym replaces a value. Options with a name are codes ("L3"), which the
  // check of the row reads itself.
  for (const { column, field } of CATEGORIES.flatMap(csvFields)) {
    for (const { value } of optionsOf(field).filter(isTranslated)) add(column, value, value);
  }
  for (const [column, synonyms] of Object.entries(VALUE_SYNONYMS)) {
    for (const [value, words] of Object.entries(synonyms)) {
      for (const word of words) add(column, word, value);
    }
  }
  return columns;
}
