import { type RawBuilder, sql } from "kysely";
import type { MeantFact } from "#app/domain/categories/derive/units.ts";

/** One condition of a search by words. A listing matches if it has any of these. */
export interface Wanted {
  /** Words as they were typed, folded. All must match. */
  readonly words: readonly string[];
  /** Words as the index of listings has them. Any may match. They replace `words`. */
  readonly terms: readonly string[];
  readonly facts: readonly MeantFact[];
  /** The types of which every listing matches: "rackets". */
  readonly types: readonly string[];
}

/** The understood meaning of the typed words. */
export interface Understood {
  readonly wanted: readonly Wanted[];
  /** The search as readable text. */
  readonly text: string;
  /** Whether that differs from the typed words. */
  readonly corrected: boolean;
}

/** The place of a word: in name or brand, there or in the facts, or anywhere (db/migrations/0004_listings.sql). */
type Place = "A" | "AB" | "";

/** A lexeme quoted for `::tsquery`. */
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
  // Facts have no place: their lexemes have no weight.
  if (meant.length > 0)
    keys.push(
      anyOf(meant.flatMap(({ field, values }) => values.map((value) => lexeme(`${field}=${value}`)))),
    );
  if (terms.length > 0) keys.push(anyOf(terms.map((term) => lexeme(term) + weight)));
  else if (words.length > 0)
    keys.push(sql`to_tsquery('simple', ${words.map((word) => lexeme(word) + weight).join(" & ")})`);
  return sql`(${sql.join(keys, sql` || `)})`;
}

/** The conditions left for listings of a type. There is always one: where only the type is named, its words. */
function openOf(wanted: readonly Wanted[], type: string): readonly Wanted[] {
  const open = wanted.filter(({ types }) => !types.includes(type));
  return open.length > 0 ? open : wanted;
}

/** The index is faster with one word per query than with several. This many are enough. */
const MAX_KEYS = 6;

/** Queries on `search`. A listing of the type that matches all of them matches all conditions. */
export function wantedKeys(wanted: readonly Wanted[], type: string): RawBuilder<unknown>[] {
  const keys = openOf(wanted, type).map((one) => oneKey(one, type, ""));
  const rest = keys.slice(MAX_KEYS - 1);
  return [...keys.slice(0, MAX_KEYS - 1), ...(rest.length > 0 ? [sql`(${sql.join(rest, sql` && `)})`] : [])];
}

/** All conditions in one query, which matches only words at this place. */
export function wantedAt(wanted: readonly Wanted[], type: string, place: "A" | "AB"): RawBuilder<unknown> {
  return sql`(${sql.join(
    openOf(wanted, type).map((one) => oneKey(one, type, place)),
    sql` && `,
  )})`;
}
