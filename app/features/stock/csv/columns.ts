import { COLUMN_SYNONYMS, SPECIFIED_COLUMNS } from "#app/domain/categories/columns.ts";
import { csvFields } from "#app/domain/categories/derive/csv.ts";
import { type Field, kindOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { COUNTRIES } from "#app/domain/place.ts";

export interface Column {
  readonly name: string;
  /** Whether each row needs a value in this column. */
  readonly required: boolean;
  /** The listing types that have this column. */
  readonly types: readonly string[];
  /** The allowed values as written in a file, over all types; empty for free text or a number. */
  readonly values: readonly string[];
  /** Whether the editor shows the cells in a wide column and in a field of several lines. */
  readonly long: boolean;
}

/** In UTF-16 units. The time of `normalize` grows with the square of a run of accents. */
const LONGEST_WORD = 200;

/** Its cells have the slug or title of a model of the catalogue. */
const MODEL_COLUMN = "model";

/** Columns that this project adds to the specification's. Fields of categories add more. Only exports have "id". */
const COMMON_COLUMNS = ["sku", "id", "shipping", "country", "postalCode", MODEL_COLUMN];

/** The required columns, in the order in which they are reported missing. */
export const REQUIRED_COLUMNS = ["name", "price", "type"] as const;

/** By column, then by listing type. */
const FIELDS = new Map<string, Map<string, Field>>();
for (const definition of CATEGORIES)
  for (const { field, column } of csvFields(definition))
    FIELDS.set(column, (FIELDS.get(column) ?? new Map()).set(definition.type, field));

function fieldOf(column: string, type: string): Field | undefined {
  return FIELDS.get(column)?.get(type);
}

/** The allowed values of a column in rows of a type, as written in a file; empty for free text or a number. */
export function valuesOf(column: string, type: string): readonly string[] {
  if (column === "type") return CATEGORIES.map((definition) => definition.type);
  if (column === "country") return COUNTRIES;
  if (column === "brand") return CATEGORIES.find((definition) => definition.type === type)?.brand.form ?? [];
  const field = fieldOf(column, type);
  return field ? kindOf(field).offered(field) : [];
}

function columnOf(name: string): Column {
  const types = CATEGORIES.filter(({ type, models }) =>
    name === MODEL_COLUMN ? models !== undefined : !FIELDS.has(name) || fieldOf(name, type) !== undefined,
  ).map(({ type }) => type);
  return {
    name,
    required: (REQUIRED_COLUMNS as readonly string[]).includes(name),
    types,
    values: [...new Set(types.flatMap((type) => valuesOf(name, type)))],
    long: name === "description" || name === "imageUrls",
  };
}

/** The specification's 22 columns, then those that this project adds. */
export const COLUMNS: readonly Column[] = [
  ...new Set([...SPECIFIED_COLUMNS, ...COMMON_COLUMNS, ...FIELDS.keys()]),
].map(columnOf);

export interface ColumnMatch {
  /** The name of one of COLUMNS; null when the cell means none of them. */
  readonly column: string | null;
  /** False for a guess, which the user has to confirm. */
  readonly sure: boolean;
}

const NOTHING: ColumnMatch = { column: null, sure: true };

/** The column of each normalized name or synonym. A name that two columns share means the first of them. */
const CALLED = new Map<string, string>();
const KNOWN_AS = [
  ({ name }: Column) => [name],
  ({ name }: Column) => COLUMN_SYNONYMS[name] ?? [],
  ({ name, types }: Column) => types.flatMap((type) => fieldOf(name, type)?.searchNames ?? []),
];
for (const names of KNOWN_AS)
  for (const column of COLUMNS)
    for (const name of names(column))
      if (!CALLED.has(normalizeWord(name))) CALLED.set(normalizeWord(name), column.name);

/** Whether two words of four letters or more differ by at most one letter that is replaced, missing or added. */
function isSimilar(word: string, other: string): boolean {
  const [short, long] = word.length <= other.length ? [word, other] : [other, word];
  if (short.length < 4 || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}

/** The possible columns of a heading cell, the surest first. */
function readings(heading: string): ColumnMatch[] {
  const whole = normalizeWord(heading);
  const unbracketed = normalizeWord(heading.replace(/[([{].*$/, ""));
  const words = heading
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(normalizeWord);
  const similar = [...CALLED].filter(([name]) => isSimilar(name, whole)).map(([, column]) => column);
  const called = (name: string) => CALLED.get(name) ?? [];
  const recognized = words.flatMap(called);
  // The heading "Product" means the column "name". In "product weight", this word is ignored.
  const other = recognized.filter((column) => column !== "name");
  return [
    ...[called(whole), called(unbracketed)].flat().map((column) => ({ column, sure: true })),
    ...[...similar, ...(other.length > 0 ? other : recognized)].map((column) => ({ column, sure: false })),
  ];
}

/**
 * The column of each cell in a file's heading, in any of the five languages. Each column is matched at most once, by
 * the surest cell.
 */
export function matchColumns(heading: readonly string[]): readonly ColumnMatch[] {
  const all = heading.map((text) => (text.length > 200 ? [] : readings(text)));
  const matches = heading.map(() => NOTHING);
  const assigned = new Set<string>();
  const take = (isWanted: (match: ColumnMatch, at: number) => boolean) => {
    for (const [at, candidate] of all.entries()) {
      if (matches[at] !== NOTHING) continue;
      const match = candidate.find((each) => !assigned.has(each.column ?? "") && isWanted(each, at));
      if (!match?.column) continue;
      matches[at] = match;
      assigned.add(match.column);
    }
  };
  // A column's own name wins over its synonyms, and both win over a guess.
  take(({ column }, at) => normalizeWord(column ?? "") === normalizeWord(heading[at] ?? ""));
  take(({ sure }) => sure);
  take(() => true);
  return matches;
}

/** How many cells of a heading are surely columns. */
export function knownColumns(heading: readonly string[]): number {
  return matchColumns(heading).filter(({ column, sure }) => sure && column !== null).length;
}

export function missingColumns(matches: readonly (string | null)[]): readonly string[] {
  return REQUIRED_COLUMNS.filter((column) => !matches.includes(column));
}

/** The cells of a row by column name. The missing cells of a short row are "". */
export function cellsOf(
  cells: readonly string[],
  columns: readonly (string | null)[],
): Readonly<Record<string, string>> {
  const named: Record<string, string> = {};
  for (const [at, column] of columns.entries()) {
    if (column !== null) named[column] = cells[at] ?? "";
  }
  return named;
}

/** For comparisons: "Kopf-Größe" becomes "kopfgrosse". Only the beginning of a text counts that is too long for a word. */
export function normalizeWord(text: string): string {
  return text
    .slice(0, LONGEST_WORD)
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");
}
