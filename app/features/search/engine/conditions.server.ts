import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition, Meaning } from "#app/domain/categories/definition.ts";
import type { Field } from "#app/domain/categories/field-kinds.ts";
import { cellsWithin } from "#app/domain/geo.ts";
import type { Centre } from "#app/domain/place.ts";
import { listedSince, type Range, type Search } from "#app/domain/search.ts";
import { distance } from "#app/features/listings/places.server.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { lexeme, type Wanted, wantedKeys } from "./words.server.ts";

/** The context of a search besides the visitor's input. */
export interface SearchContext {
  readonly meaning: Meaning | null;
  readonly centre: Centre | null;
  readonly viewerId: string | null;
  readonly pageSize: number;
  readonly now: Date;
  /** The understood meaning of the words. Without it, the search uses the words as they are. */
  readonly wanted?: readonly Wanted[];
  /** The types that the words name: only these are searched. Null or undefined for all. */
  readonly types?: readonly string[] | null;
  /** The seller whom the words name. */
  readonly sellerId?: string | null;
}

/** The number of matches of a type; with `capped`, a minimum. */
export interface TypeCount {
  readonly type: string;
  readonly total: number;
  readonly capped: boolean;
}

/** A page of results. */
export interface FoundPage {
  readonly rows: readonly CardRow[];
  /** The number of matches; with `capped`, at least that many. */
  readonly total: number;
  readonly capped: boolean;
  /** The page of the rows. It is the last one where the requested page is beyond it. */
  readonly page: number;
  /** How many of the viewer's own listings were left out. */
  readonly own: number;
  /** The matches by type, in menu order. */
  readonly types: readonly TypeCount[];
}

export type Condition = RawBuilder<unknown>;

/** The conditions of a search, grouped by what answers them. */
export interface SearchConditions {
  /** Queries on `search`, the index of words, facts and places. */
  readonly keys: readonly RawBuilder<unknown>[];
  /** Conditions on columns, checked row by row. */
  readonly checks: readonly Condition[];
}

/** A query for any of these lexemes, which stand for facts and places. */
export function anyOf(lexemes: readonly string[]): RawBuilder<unknown> {
  return sql`${lexemes.map(lexeme).join(" | ")}::tsquery`;
}

function fact(field: string, values: readonly (string | number)[]): RawBuilder<unknown> {
  return anyOf(values.map((value) => `${field}=${value}`));
}

/** Looking up more values than this costs more than checking the rows. */
const MAX_VALUES = 128;

/** All values of a number field in a range; none where they are too many to look up. */
function valuesWithin(field: Field | undefined, range: Range): number[] {
  if (field?.kind !== "number") return [];
  const { min, max, step } = field;
  const first = Math.ceil(Math.max(range.min ?? min, min) / step);
  const last = Math.floor(Math.min(range.max ?? max, max) / step);
  const count = last - first + 1;
  if (count < 1 || count > MAX_VALUES) return [];
  // Rounded, because 3 * 0.1 is not 0.3.
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toFixed(6)));
}

function between(value: Condition, { min, max }: Range): Condition[] {
  const ends: Condition[] = [];
  if (min !== null) ends.push(sql`${value} >= ${min}`);
  if (max !== null) ends.push(sql`${value} <= ${max}`);
  return ends;
}

/** Whether the words must match as they are, or the last one may be a prefix. */
export type Words = "whole" | "begun";

/** The index is faster with one word per query than with several. This many are enough. */
const MAX_WORD_KEYS = 6;

function wordKeys(q: string, words: Words): RawBuilder<unknown>[] {
  if (words === "begun") return [sql`words_query(${q}, true)`];
  const each = q.split(/[^\p{L}\p{M}\p{N}./]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (each.length === 0) return [sql`words_query(${q}, false)`];
  const first = each.slice(0, MAX_WORD_KEYS - 1);
  const rest = each.slice(MAX_WORD_KEYS - 1).join(" ");
  return [...first, ...(rest === "" ? [] : [rest])].map((some) => sql`words_query(${some}, false)`);
}

export function conditionsOf(
  definition: CategoryDefinition,
  search: Search,
  { meaning, centre, now, wanted, sellerId = null }: SearchContext,
  words: Words,
): SearchConditions {
  const keys: RawBuilder<unknown>[] = [];
  const checks: Condition[] = [];
  // Usually the rarest first: the index takes them in turn, and skips in the others what the first does not have.
  if (centre && search.maxDistance !== null) {
    const cells = cellsWithin(centre, search.maxDistance);
    if (cells) keys.push(anyOf(cells));
    checks.push(sql`${distance(centre)} <= ${search.maxDistance}`);
  }
  if (sellerId !== null) checks.push(sql`user_id = ${sellerId}`);
  if (search.q !== "")
    keys.push(...(wanted ? wantedKeys(wanted, definition.type) : wordKeys(search.q, words)));
  if (meaning && "words" in meaning) keys.push(sql`to_tsquery('simple', ${`${lexeme(meaning.words)}:A`})`);
  if (meaning && "field" in meaning) keys.push(fact(meaning.field, meaning.values));
  for (const [field, values] of Object.entries(search.choices)) {
    if (values.length > 0) keys.push(fact(field, values));
  }
  for (const [field, range] of Object.entries(search.ranges)) {
    const values = valuesWithin(definition.fields[field], range);
    if (values.length > 0) keys.push(fact(field, values));
    checks.push(...between(sql`(attributes ->> ${field})::numeric`, range));
  }
  if (search.brands.length > 0) {
    // Brands and prices without other keys have their own index.
    if (keys.length > 0) keys.push(fact("brand", search.brands));
    else checks.push(sql`brand = any(${search.brands})`);
  }
  checks.push(...between(sql`price_cents`, search.price));
  const since = listedSince(search.date, now);
  if (since) {
    if (keys.length > 0) keys.push(newestMonths(monthsSince(since, now), now));
    checks.push(sql`created_at >= ${since}`);
  }
  return { keys, checks };
}

function monthsSince(since: Date, now: Date): number {
  const years = now.getUTCFullYear() - since.getUTCFullYear();
  return years * 12 + now.getUTCMonth() - since.getUTCMonth() + 1;
}

/** Whether the search has no condition. */
export function isEverything({ keys, checks }: SearchConditions): boolean {
  return keys.length === 0 && checks.length === 0;
}

/** The conditions without one user's own listings. */
export function withoutListingsOf(userId: string | null, narrowed: SearchConditions): SearchConditions {
  return userId === null
    ? narrowed
    : { ...narrowed, checks: [...narrowed.checks, sql`user_id <> ${userId}`] };
}

/**
 * The months from `from` back to before `until`, as lexemes, newest first. 0 is this month, -1 the next: clocks
 * differ.
 */
export function monthsBack(from: number, until: number, now: Date): string[] {
  return Array.from({ length: until - from }, (_, index) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - from - index));
    return `listed=${month.getUTCFullYear() * 100 + month.getUTCMonth() + 1}`;
  });
}

/** A query on `search` for the listings of the last `count` months, this one included. */
export function newestMonths(count: number, now: Date): RawBuilder<unknown> {
  return anyOf(monthsBack(-1, count, now));
}
