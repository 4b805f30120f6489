import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition, Meaning } from "#app/domain/categories/definition.ts";
import { valuesWithin } from "#app/domain/categories/derive/search.ts";
import { cellsWithin } from "#app/domain/geo.ts";
import type { Centre } from "#app/domain/place.ts";
import { listedSince, type Range, type Search } from "#app/domain/search.ts";
import { distance } from "#app/features/listings/places.server.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import {
  excludedKey,
  excludesType,
  lexeme,
  type WordCondition,
  wordConditionKeys,
} from "./word-conditions.server.ts";

/** What a search depends on besides the visitor's input. */
export interface SearchContext {
  /** What the menu entry of the page stands for; null for a whole category. */
  readonly meaning: Meaning | null;
  readonly centre: Centre | null;
  readonly viewerId: string | null;
  readonly pageSize: number;
  readonly now: Date;
  /** The conditions that the words of the search mean. Without them, the words are matched as typed. */
  readonly wordConditions?: readonly WordCondition[];
  /** The types that the words of a search of all categories name. */
  readonly types?: readonly string[] | null;
  readonly sellerId?: string | null;
}

export interface TypeCount {
  readonly type: string;
  readonly total: number;
  readonly capped: boolean;
}

export interface FoundPage {
  readonly rows: readonly CardRow[];
  /** The number of matches; with `capped`, at least that many. */
  readonly total: number;
  readonly capped: boolean;
  /** The requested page, or the last one if the requested one is beyond it. */
  readonly page: number;
  /** How many of the viewer's own listings match; they are not shown. */
  readonly own: number;
  readonly types: readonly TypeCount[];
}

export type Condition = RawBuilder<unknown>;

export interface SearchConditions {
  /** Queries on the column `search`, whose index has words, facts and grid cells. */
  readonly keys: readonly RawBuilder<unknown>[];
  readonly checks: readonly Condition[];
}

/** A query for any of these lexemes. Facts and grid cells are lexemes too: "brand=Head". */
export function anyOf(lexemes: readonly string[]): RawBuilder<unknown> {
  return sql`${lexemes.map(lexeme).join(" | ")}::tsquery`;
}

function fact(field: string, values: readonly (string | number)[]): RawBuilder<unknown> {
  return anyOf(values.map((value) => `${field}=${value}`));
}

function between(value: Condition, { min, max }: Range): Condition[] {
  const ends: Condition[] = [];
  if (min !== null) ends.push(sql`${value} >= ${min}`);
  if (max !== null) ends.push(sql`${value} <= ${max}`);
  return ends;
}

/** Whether the last word may be a prefix. */
export type WordMatching = "whole" | "prefix";

/** The index is faster with one word per query. Words beyond this number share the last query. */
const MAX_WORD_KEYS = 6;

function wordKeys(q: string, words: WordMatching): RawBuilder<unknown>[] {
  if (words === "prefix") return [sql`words_query(${q}, true)`];
  const each = q.split(/[^\p{L}\p{M}\p{N}./]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (each.length === 0) return [sql`words_query(${q}, false)`];
  const first = each.slice(0, MAX_WORD_KEYS - 1);
  const rest = each.slice(MAX_WORD_KEYS - 1).join(" ");
  return [...first, ...(rest === "" ? [] : [rest])].map((some) => sql`words_query(${some}, false)`);
}

export function conditionsOf(
  definition: CategoryDefinition,
  search: Search,
  { meaning, centre, now, wordConditions, sellerId = null }: SearchContext,
  words: WordMatching,
): SearchConditions {
  const keys: RawBuilder<unknown>[] = [];
  const checks: Condition[] = [];
  // The condition that is usually rarest comes first, since the index reads it first.
  if (centre && search.maxDistance !== null) {
    const cells = cellsWithin(centre, search.maxDistance);
    if (cells) keys.push(anyOf(cells));
    checks.push(sql`${distance(centre)} <= ${search.maxDistance}`);
  }
  if (sellerId !== null) checks.push(sql`user_id = ${sellerId}`);
  if (search.q !== "")
    keys.push(
      ...(wordConditions ? wordConditionKeys(wordConditions, definition.type) : wordKeys(search.q, words)),
    );
  if (meaning && "words" in meaning) keys.push(sql`to_tsquery('simple', ${`${lexeme(meaning.words)}:A`})`);
  if (meaning && "field" in meaning) keys.push(fact(meaning.field, meaning.values));
  for (const [field, values] of Object.entries(search.choices)) {
    if (values.length > 0) keys.push(fact(field, values));
  }
  for (const [field, range] of Object.entries(search.ranges)) {
    const definedAs = definition.fields[field];
    const values = definedAs?.kind === "number" ? valuesWithin(definedAs, range) : [];
    if (values.length > 0) keys.push(fact(field, values));
    checks.push(...between(sql`(attributes ->> ${field})::numeric`, range));
  }
  if (search.brands.length > 0) {
    // Without other keys, the index of brands and prices is faster.
    if (keys.length > 0) keys.push(fact("brand", search.brands));
    else checks.push(sql`brand = any(${search.brands})`);
  }
  checks.push(...between(sql`price_cents`, search.price));
  const since = listedSince(search.date, now);
  if (since) {
    if (keys.length > 0) keys.push(newestMonths(monthsSince(since, now), now));
    checks.push(sql`created_at >= ${since}`);
  }
  if (search.q !== "" && wordConditions) {
    if (excludesType(wordConditions, definition.type)) checks.push(sql`false`);
    const excluded = excludedKey(wordConditions, definition.type);
    const last = keys.pop();
    // The index answers a negation fast only beside something that must match.
    if (last) keys.push(excluded ? sql`(${last} && !!${excluded})` : last);
    else if (excluded) checks.push(sql`not ts_match_vq(search, ${excluded})`);
  }
  return { keys, checks };
}

function monthsSince(since: Date, now: Date): number {
  const years = now.getUTCFullYear() - since.getUTCFullYear();
  return years * 12 + now.getUTCMonth() - since.getUTCMonth() + 1;
}

export function isEverything({ keys, checks }: SearchConditions): boolean {
  return keys.length === 0 && checks.length === 0;
}

export function withoutListingsOf(userId: string | null, conditions: SearchConditions): SearchConditions {
  return userId === null
    ? conditions
    : { ...conditions, checks: [...conditions.checks, sql`user_id <> ${userId}`] };
}

/**
 * Lexemes of the months from `from` months ago up to, but without, `until` months ago. -1 is the next month, which a
 * listing may have because the clocks of servers differ.
 */
export function monthsBack(from: number, until: number, now: Date): string[] {
  return Array.from({ length: until - from }, (_, index) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - from - index));
    return `listed=${month.getUTCFullYear() * 100 + month.getUTCMonth() + 1}`;
  });
}

/** The beginning of the month that was `ago` months ago, as `monthsBack` counts them. */
export function monthStart(ago: number, now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)).toISOString().slice(0, 10);
}

export function newestMonths(count: number, now: Date): RawBuilder<unknown> {
  return anyOf(monthsBack(-1, count, now));
}
