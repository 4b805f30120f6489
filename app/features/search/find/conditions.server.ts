import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition, Meaning } from "#app/domain/categories/definition.ts";
import type { Centre } from "#app/domain/place.ts";
import type { Search } from "#app/domain/search.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import type { WordCondition } from "../dictionary/interpretation.ts";
import { fact, filterConditions, type SearchConditions } from "./filter-conditions.server.ts";
import { excludedKey, excludesType, lexeme, wordConditionKeys } from "./word-conditions.server.ts";

/** What a search depends on besides the visitor's input. */
export interface SearchContext {
  /** What the menu entry of the page stands for; null for a whole category. */
  readonly meaning: Meaning | null;
  readonly centre: Centre | null;
  readonly viewerId: string | null;
  readonly pageSize: number;
  /** How many pages are found at once, from the one that the search names; 1 if absent. */
  readonly pagesShown?: number;
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

/** Whether the last word may be a prefix. */
export type WordMatching = "whole" | "prefix";

export function conditionsOf(
  definition: CategoryDefinition,
  search: Search,
  { meaning, centre, now, wordConditions, sellerId = null }: SearchContext,
  words: WordMatching,
): SearchConditions {
  const said: RawBuilder<unknown>[] = [];
  if (search.q !== "")
    said.push(
      ...(wordConditions ? wordConditionKeys(wordConditions, definition.type) : wordKeys(search.q, words)),
    );
  if (meaning && "words" in meaning) said.push(sql`to_tsquery('simple', ${`${lexeme(meaning.words)}:A`})`);
  if (meaning && "field" in meaning) said.push(fact(meaning.field, meaning.values));
  const found = filterConditions(
    definition,
    search,
    { centre, now },
    {
      keys: said,
      checks: sellerId === null ? [] : [sql`user_id = ${sellerId}`],
    },
  );
  const keys = [...found.keys];
  const checks = [...found.checks];
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

export function isEverything({ keys, checks }: SearchConditions): boolean {
  return keys.length === 0 && checks.length === 0;
}

export function withoutListingsOf(userId: string | null, conditions: SearchConditions): SearchConditions {
  return userId === null
    ? conditions
    : { ...conditions, checks: [...conditions.checks, sql`user_id <> ${userId}`] };
}
