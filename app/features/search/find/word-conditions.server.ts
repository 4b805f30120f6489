import { type RawBuilder, sql } from "kysely";
import type { PossibleFact } from "#app/domain/categories/derive/units.ts";
import { traitsOf } from "#app/domain/categories/fields/registry.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import type { WordCondition } from "../dictionary/interpretation.ts";
import { isBrand } from "../understand/exclusions.ts";

/** The rank of listings that match this query and none of lower rank. */
interface RankKey {
  readonly rank: number;
  readonly key: RawBuilder<unknown>;
}

/** The index is faster with one word per query. Conditions beyond this number share the last query. */
const MAX_KEYS = 6;

/** Queries on the column `search`; a listing must match all of them. */
export function wordConditionKeys(
  wordConditions: readonly WordCondition[],
  type: string,
): RawBuilder<unknown>[] {
  const keys = conditionsForType(wordConditions, type).map((condition) => conditionKey(condition, type, ""));
  const rest = keys.slice(MAX_KEYS - 1);
  return [...keys.slice(0, MAX_KEYS - 1), ...(rest.length > 0 ? [sql`(${sql.join(rest, sql` && `)})`] : [])];
}

/** The conditions that a listing of a type can fail: not the name of its type, nor facts of other types. */
function conditionsForType(wordConditions: readonly WordCondition[], type: string): readonly WordCondition[] {
  return wordConditions.filter(
    (condition) =>
      !condition.excluded &&
      !condition.types.includes(type) &&
      condition.words.length + condition.terms.length + factsFor(condition, type, "").length > 0,
  );
}

/**
 * Where a word must be (db/migrations/0003_listings.sql):
 * "A": in the name or brand;
 * "AB": in the name, the brand, the facts or the name of its model;
 * "": anywhere.
 */
type Place = "A" | "AB" | "";

/** Similar facts count for matching (`place` is ""), but not for ranking. */
function factsFor({ facts, similar }: WordCondition, type: string, place: Place): readonly PossibleFact[] {
  return (place === "" ? [...facts, ...similar] : facts).filter((fact) => fact.type === type);
}

/**
 * What must match:
 * "fact and words": both;
 * "fact": the fact, or the words if the condition has no fact;
 * "any": the fact or the words.
 */
type Exactness = "fact and words" | "fact" | "any";

function conditionKey(
  wordConditions: WordCondition,
  type: string,
  place: Place,
  exactness: Exactness = "any",
): RawBuilder<unknown> {
  const { words, terms, factsOnly } = wordConditions;
  const weight = place === "" ? "" : `:${place}`;
  const typeFacts = factsFor(wordConditions, type, place);
  // Lexemes of facts have no weight.
  const fact =
    typeFacts.length > 0
      ? anyLexeme(
          typeFacts.flatMap(({ field, values }) => values.map((value) => lexeme(`${field}=${value}`))),
        )
      : null;
  if (fact && (factsOnly || exactness === "fact")) return sql`(${fact})`;
  const textQueries: RawBuilder<unknown>[] = [];
  if (terms.length > 0) textQueries.push(anyLexeme(terms.map((term) => termKey(term, weight))));
  if (words.length > 0) {
    const all = words.map((word) => lexeme(word) + weight).join(" & ");
    // "=word" is a word of the name or brand, and would lose its sign.
    const isTitle = words.every((word) => word.startsWith("="));
    textQueries.push(isTitle ? sql`${all}::tsquery` : sql`to_tsquery('simple', ${all})`);
  }
  const inText = sql`(${sql.join(textQueries, sql` || `)})`;
  if (!fact) return inText;
  if (textQueries.length === 0) return sql`(${fact})`;
  if (exactness !== "any") return sql`(${fact} && ${inText})`;
  const others = otherValuesOf(typeFacts);
  return others.length > 0
    ? sql`(${fact} || (${inText} && !!${anyLexeme(others)}))`
    : sql`(${fact} || ${inText})`;
}

/** The lexemes of other values, where a listing with another value does not match by its text ("like natural gut"). */
function otherValuesOf(facts: readonly PossibleFact[]): readonly string[] {
  return facts.flatMap(({ type, field, values }) => {
    const { decisive = [], options = [] } = traitsOf(categoryOfType(type)?.fields[field]);
    return values.some((value) => decisive.includes(value))
      ? options.flatMap(({ value }) => (values.includes(value) ? [] : [lexeme(`${field}=${value}`)]))
      : [];
  });
}

export function excludesType(wordConditions: readonly WordCondition[], type: string): boolean {
  return wordConditions.some(({ excluded, types }) => excluded && types.includes(type));
}

/** A query for the listings of a type that the words exclude. Null if they exclude none, or all (`excludesType`). */
export function excludedKey(
  wordConditions: readonly WordCondition[],
  type: string,
): RawBuilder<unknown> | null {
  const keys = wordConditions.flatMap((condition) => {
    if (!condition.excluded) return [];
    const { words, terms, factsOnly } = condition;
    const facts = factsFor(condition, type, "A").flatMap(({ field, values }) =>
      values.map((value) => lexeme(`${field}=${value}`)),
    );
    const lexemes =
      facts.length > 0 && factsOnly ? facts : [...facts, ...terms.map((term) => termKey(term, ""))];
    // "=word" is a word of the name or brand.
    const named = isBrand(words)
      ? sql`${words.map((word) => lexeme(`=${word}`)).join(" & ")}::tsquery`
      : sql`to_tsquery('simple', ${words.map(lexeme).join(" <-> ")})`;
    // Listings with another value stay, whatever their texts say: "softer than polyester".
    const others = otherValuesOf(factsFor(condition, type, "A"));
    const phrase = others.length > 0 ? sql`(${named} && !!${anyLexeme(others)})` : named;
    return [...(lexemes.length > 0 ? [anyLexeme(lexemes)] : []), ...(words.length > 0 ? [phrase] : [])];
  });
  return keys.length === 0 ? null : sql`(${sql.join(keys, sql` || `)})`;
}

export function lexeme(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

function termKey(term: string, weight: string): string {
  if (!term.endsWith("*")) return lexeme(term) + weight;
  return `${lexeme(term.slice(0, -1))}:*${weight.slice(1)}`;
}

/**
 * The rank of a listing by relevance. Listings whose facts, name or brand match come first (`rankKeys` has the details),
 * then those that have the words in their facts or their model's name, then all others.
 */
export function rankOf(wordConditions: readonly WordCondition[], type: string): RawBuilder<unknown> {
  const keys = rankKeys(wordConditions, type);
  if (keys.length === 0) return sql`0`;
  const cases = keys.map(({ rank, key }) => sql`when search @@ ${key} then ${sql.lit(rank)}`);
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(LAST_RANK)} end`;
}

/**
 * The queries that rank matches, in this order: fact and words in the title, the fact, words in the title, words in the
 * facts or the model's name. Words in the title have the third rank even where only other types have the fact. So ranks
 * can be compared across types.
 */
export function rankKeys(wordConditions: readonly WordCondition[], type: string): RankKey[] {
  const ranked = conditionsForType(wordConditions, type).filter(
    // A condition with similar facts alone ranks nothing.
    (one) => one.words.length + one.terms.length + factsFor(one, type, "A").length > 0,
  );
  if (ranked.length === 0) return [];
  const hasFacts = ranked.some((one) => factsFor(one, type, "A").length > 0);
  return [
    ...(hasFacts
      ? [
          { rank: 0, key: rankKey(ranked, type, "A", "fact and words") },
          { rank: 1, key: rankKey(ranked, type, "A", "fact") },
        ]
      : []),
    { rank: 2, key: rankKey(ranked, type, "A", "any") },
    { rank: 3, key: rankKey(ranked, type, "AB", "any") },
  ];
}

function anyLexeme(lexemes: readonly string[]): RawBuilder<unknown> {
  return sql`${lexemes.join(" | ")}::tsquery`;
}

function rankKey(
  wordConditions: readonly WordCondition[],
  type: string,
  place: "A" | "AB",
  exactness: Exactness,
): RawBuilder<unknown> {
  return sql`(${sql.join(
    wordConditions.map((condition) => conditionKey(condition, type, place, exactness)),
    sql` && `,
  )})`;
}

/** The rank of listings that match none of the queries. */
const LAST_RANK = 4;
