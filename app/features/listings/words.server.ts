import { type RawBuilder, sql } from "kysely";
import type { MeantFact } from "#app/domain/categories/derive/units.ts";

/** One thing that a listing must have to be found by words. Any of these will do. */
export interface Wanted {
  /** Words as they were typed, folded: all of them. */
  readonly words: readonly string[];
  /** Words as the index of listings has them: any. They stand in place of `words`. */
  readonly terms: readonly string[];
  readonly facts: readonly MeantFact[];
  /** The types of which every listing is what is wanted: "rackets". */
  readonly types: readonly string[];
}

/** What was typed, as it is searched for. */
export interface Understood {
  readonly wanted: readonly Wanted[];
  /** What is searched for, as a person reads it. */
  readonly text: string;
  /** Whether that is something else than what was typed. */
  readonly corrected: boolean;
}

/** Where a word stands: in the name or the brand, there or in the facts, or anywhere (db/migrations/0004_listings.sql). */
type Place = "A" | "AB" | "";

/** A lexeme as it is, for `::tsquery`. */
export function lexeme(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

function anyOf(lexemes: readonly string[]): RawBuilder<unknown> {
  return sql`${lexemes.join(" | ")}::tsquery`;
}

function oneKey({ words, terms, facts }: Wanted, type: string, place: Place): RawBuilder<unknown> {
  const weight = place === "" ? "" : `:${place}`;
  const keys: RawBuilder<unknown>[] = [];
  const meant = facts.filter((fact) => fact.type === type);
  // Facts stand nowhere: they have no weight.
  if (meant.length > 0)
    keys.push(
      anyOf(meant.flatMap(({ field, values }) => values.map((value) => lexeme(`${field}=${value}`)))),
    );
  if (terms.length > 0) keys.push(anyOf(terms.map((term) => lexeme(term) + weight)));
  else if (words.length > 0)
    keys.push(sql`to_tsquery('simple', ${words.map((word) => lexeme(word) + weight).join(" & ")})`);
  return sql`(${sql.join(keys, sql` || `)})`;
}

/** What is still to be asked of a type's listings. Something always is: where only the type is named, its words. */
function openOf(wanted: readonly Wanted[], type: string): readonly Wanted[] {
  const open = wanted.filter(({ types }) => !types.includes(type));
  return open.length > 0 ? open : wanted;
}

/** The index takes words one by one faster than several in one query; these are many enough. */
const MAX_KEYS = 6;

/** Queries on `search`, all of which hold for listings of a type that have everything that is wanted. */
export function wantedKeys(wanted: readonly Wanted[], type: string): RawBuilder<unknown>[] {
  const keys = openOf(wanted, type).map((one) => oneKey(one, type, ""));
  const rest = keys.slice(MAX_KEYS - 1);
  return [...keys.slice(0, MAX_KEYS - 1), ...(rest.length > 0 ? [sql`(${sql.join(rest, sql` && `)})`] : [])];
}

/** All of that in one query, met only where the words stand at a place. */
export function wantedAt(wanted: readonly Wanted[], type: string, place: "A" | "AB"): RawBuilder<unknown> {
  return sql`(${sql.join(
    openOf(wanted, type).map((one) => oneKey(one, type, place)),
    sql` && `,
  )})`;
}
