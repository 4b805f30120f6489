import { sql } from "kysely";
import type { CategoryDefinition, Meaning } from "#app/domain/categories/definition.ts";
import type { Centre, Country } from "#app/domain/place.ts";
import type { Search } from "#app/domain/search.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import type { WordContext } from "../dictionary/interpretation.ts";
import { askedCategories } from "./everything.ts";
import { fact, filterConditions, type SearchConditions } from "./filter-conditions.server.ts";
import { excludedKey, excludesType, lexeme, wordConditionKeys } from "./word-conditions.server.ts";

/** What a search depends on besides the visitor's input. */
export interface SearchContext {
  /** What the menu entry of the page stands for; null for a whole category. */
  readonly meaning: Meaning | null;
  readonly centre: Centre | null;
  /** The visitor's country, if known: a typed postal code belongs to it before any other. */
  readonly visitorCountry?: Country | null;
  readonly viewerId: string | null;
  readonly pageSize: number;
  /** How many pages are found at once, from the one that the search names; 1 if absent. */
  readonly pagesShown?: number;
  readonly now: Date;
}

/** With what the words of the search mean. */
export interface QuestionContext extends SearchContext, WordContext {}

/** A search with what its words mean. */
export interface Question {
  readonly search: Search;
  readonly context: QuestionContext;
}

export interface Total {
  /** The number of matches; with `capped`, at least that many. */
  readonly total: number;
  readonly capped: boolean;
}

export interface TypeCount extends Total {
  readonly type: string;
}

export interface FoundPage extends Total {
  readonly rows: readonly CardRow[];
  /** The requested page, or the last one if the requested one is beyond it. */
  readonly page: number;
  /** How many of the viewer's own listings match; they are not shown. */
  readonly own: number;
  readonly types: readonly TypeCount[];
}

/** A category that a search asks, and what its listings must have to be shown. */
export interface AskedCategory {
  readonly category: CategoryDefinition;
  readonly conditions: SearchConditions;
}

export function askedOf(definition: CategoryDefinition, { search, context }: Question): AskedCategory[] {
  return askedCategories(definition, context.types).map((category) => ({
    category,
    conditions: withoutListingsOf(hiddenFrom(category, context), conditionsOf(category, search, context)),
  }));
}

/** The person whose listings the search leaves out. */
export function hiddenFrom(
  { ownListings }: CategoryDefinition,
  { viewerId }: Pick<SearchContext, "viewerId">,
): string | null {
  return ownListings === "hidden" ? viewerId : null;
}

/** What a listing of the category must have to match. */
export function conditionsOf(
  definition: CategoryDefinition,
  search: Search,
  { meaning, centre, now, wordConditions, country, sellerId }: QuestionContext,
): SearchConditions {
  const { type } = definition;
  const meant =
    meaning && "words" in meaning ? [sql`to_tsquery('simple', ${`${lexeme(meaning.words)}:A`})`] : [];
  const chosen = meaning && "field" in meaning ? [fact(meaning.field, meaning.values)] : [];
  const words = {
    keys: [...wordConditionKeys(wordConditions, type), ...meant, ...chosen],
    checks: [
      ...(sellerId === null ? [] : [sql`user_id = ${sellerId}`]),
      ...(country === null ? [] : [sql`country = ${country}`]),
      ...(excludesType(wordConditions, type) ? [sql`false`] : []),
    ],
    excluded: excludedKey(wordConditions, type),
  };
  return filterConditions(definition, search, { centre, now }, words);
}

export function isEverything({ keys, checks, excluded }: SearchConditions): boolean {
  return keys.length === 0 && checks.length === 0 && excluded === null;
}

export function withoutListingsOf(userId: string | null, conditions: SearchConditions): SearchConditions {
  return userId === null
    ? conditions
    : { ...conditions, checks: [...conditions.checks, sql`user_id <> ${userId}`] };
}
