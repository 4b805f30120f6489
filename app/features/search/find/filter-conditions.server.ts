import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { kindOf } from "#app/domain/categories/fields/registry.ts";
import { type Filter, filterTraits, searchFilters } from "#app/domain/categories/filters/registry.ts";
import { cellsWithin } from "#app/domain/geo.ts";
import type { Centre } from "#app/domain/place.ts";
import { listedSince, type Range, type Search } from "#app/domain/search.ts";
import { DAY_MS } from "#app/domain/time.ts";
import { distance } from "#app/features/listings/places.server.ts";
import { lexeme } from "./word-conditions.server.ts";

export type Condition = RawBuilder<unknown>;

export interface SearchConditions {
  /** Queries on the column `search`, whose index has words, facts and grid cells. */
  readonly keys: readonly RawBuilder<unknown>[];
  readonly checks: readonly Condition[];
  /** A query on the column `search` for the listings that are left out; null if none are. */
  readonly excluded: RawBuilder<unknown> | null;
}

/** What the index of words looks up. It answers a negation fast only beside something that must match. */
export function keysOf({ keys, excluded }: SearchConditions): readonly RawBuilder<unknown>[] {
  if (!excluded) return keys;
  const last = keys.at(-1);
  return [...keys.slice(0, -1), last ? sql`(${last} && !!${excluded})` : sql`(!!${excluded})`];
}

/** What is checked of each row where nothing is looked up in the index of words. */
export function checksInOrder({ checks, excluded }: SearchConditions): readonly Condition[] {
  return excluded ? [...checks, sql`not ${isMatch(excluded)}`] : checks;
}

/**
 * Checks a key row by row: PostgreSQL can use an index for the operator `@@`, but not for its function `ts_match_vq`.
 */
export function isMatch(key: RawBuilder<unknown>): Condition {
  return sql`ts_match_vq(search, ${key})`;
}

export function fact(field: string, values: readonly (string | number)[]): RawBuilder<unknown> {
  return anyOf(values.map((value) => `${field}=${value}`));
}

/** A query for any of these lexemes. Facts and grid cells are lexemes too: "brand=Head". */
export function anyOf(lexemes: readonly string[]): RawBuilder<unknown> {
  return sql`${lexemes.map(lexeme).join(" | ")}::tsquery`;
}

/** The beginning of the month that was `ago` months ago, as `monthsBack` counts them. */
export function monthStart(ago: number, now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)).toISOString().slice(0, 10);
}

/** The day (UTC) that was `ago` days ago. */
export function dayStart(ago: number, now: Date): string {
  return new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10);
}

export function newestMonths(count: number, now: Date): RawBuilder<unknown> {
  return anyOf(monthsBack(-1, count, now));
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

interface ConditionContext {
  readonly definition: CategoryDefinition;
  readonly centre: Centre | null;
  readonly now: Date;
  /** Whether the search has no other keys yet. */
  readonly isAlone: boolean;
}

interface Added extends Partial<Pick<SearchConditions, "keys" | "checks">> {
  /** Whether the condition is usually rarer than those of the words. */
  readonly first?: true;
}

/** Empty when the search does not use the filter. */
type FilterCondition<By extends Filter["by"]> = (
  filter: Extract<Filter, { by: By }>,
  search: Search,
  context: ConditionContext,
) => Added;

/**
 * At most so many values of a range are looked up in the index. With more, comparing the number in each database row is
 * faster.
 */
export const MAX_VALUES = 128;

const ofRange = (
  { field: name }: { readonly field: string },
  { ranges }: Search,
  { definition }: ConditionContext,
): Added => {
  const { [name]: range } = ranges;
  if (!range) return {};
  const field = definition.fields[name];
  const values = field ? kindOf(field).within(field, range, MAX_VALUES) : [];
  return {
    keys: values.length > 0 ? [fact(name, values)] : [],
    checks: between(sql`(attributes ->> ${name})::numeric`, range),
  };
};

/** The kinds of filters, the one whose condition is usually rarest first, since the index reads it first. */
const RAREST_FIRST = ["location", "choice", "range", "months", "brand", "price", "date"] as const;

const FILTER_CONDITIONS: { readonly [By in (typeof RAREST_FIRST)[number]]: FilterCondition<By> } = {
  location: (_, { maxDistance }, { centre }) => {
    if (!centre || maxDistance === null) return {};
    const cells = cellsWithin(centre, maxDistance);
    return {
      first: true,
      keys: cells ? [anyOf(cells)] : [],
      checks: [sql`${distance(centre)} <= ${maxDistance}`],
    };
  },
  choice: ({ field }, { choices }) => {
    const { [field]: values = [] } = choices;
    return values.length > 0 ? { keys: [fact(field, values)] } : {};
  },
  range: ofRange,
  months: ofRange,
  brand: (_, { brands }, { isAlone }) => {
    if (brands.length === 0) return {};
    // Without other keys, the index of brands and prices is faster.
    return isAlone ? { checks: [sql`brand = any(${brands})`] } : { keys: [fact("brand", brands)] };
  },
  price: (_, { price }) => ({ checks: between(sql`price_cents`, price) }),
  date: (_, search, { now, isAlone }) => {
    const since = listedSince(search.date, now);
    if (!since) return {};
    return {
      keys: isAlone ? [] : [newestMonths(monthsSince(since, now), now)],
      checks: [sql`created_at >= ${since}`],
    };
  },
};

/**
 * The conditions of all filters.
 * @param words those of the words
 * @throws when the search chooses values of a field that the category has no filter for
 */
export function filterConditions(
  definition: CategoryDefinition,
  search: Search,
  { centre, now }: Pick<ConditionContext, "centre" | "now">,
  words: SearchConditions,
): SearchConditions {
  return rarestFirst(definition, search).reduce((conditions, filter): SearchConditions => {
    const conditionOf = FILTER_CONDITIONS[filter.by] as FilterCondition<Filter["by"]>;
    const isAlone = conditions.keys.length === 0;
    const added = conditionOf(filter, search, { definition, centre, now, isAlone });
    const [first, then] = added.first ? [added, conditions] : [conditions, added];
    return {
      excluded: conditions.excluded,
      keys: [...(first.keys ?? []), ...(then.keys ?? [])],
      checks: [...(first.checks ?? []), ...(then.checks ?? [])],
    };
  }, words);
}

const filtersByRarity = new WeakMap<readonly Filter[], readonly Filter[]>();

function rarestFirst(definition: CategoryDefinition, { choices, ranges }: Search): readonly Filter[] {
  const filters = searchFilters(definition);
  const fields = new Set(filters.map((filter) => filterTraits(filter).field));
  const unfiltered = [...Object.keys(choices), ...Object.keys(ranges)].filter((name) => !fields.has(name));
  if (unfiltered.length > 0)
    throw new Error(`Searches of ${definition.plural} have no filter for ${unfiltered.join(", ")}.`);
  const sorted =
    filtersByRarity.get(filters) ??
    filters.toSorted((a, b) => RAREST_FIRST.indexOf(a.by) - RAREST_FIRST.indexOf(b.by));
  filtersByRarity.set(filters, sorted);
  return sorted;
}

/** A subquery has each end, whose value must not change the plan of a prepared statement. */
export function priceWithin({ min, max }: Range): Condition[] {
  const ends: Condition[] = [];
  if (min !== null) ends.push(sql`price_cents >= (select ${min}::int)`);
  if (max !== null) ends.push(sql`price_cents <= (select ${max}::int)`);
  return ends;
}

function between(value: Condition, { min, max }: Range): Condition[] {
  const ends: Condition[] = [];
  if (min !== null) ends.push(sql`${value} >= ${min}`);
  if (max !== null) ends.push(sql`${value} <= ${max}`);
  return ends;
}

function monthsSince(since: Date, now: Date): number {
  const years = now.getUTCFullYear() - since.getUTCFullYear();
  return years * 12 + now.getUTCMonth() - since.getUTCMonth() + 1;
}
