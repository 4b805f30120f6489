import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { Coordinates } from "#app/domain/place.ts";
import type { Search, Sort } from "#app/domain/search.ts";
import { all, COUNTED, isMatch, ORDERS } from "#app/features/listings/gather.server.ts";
import { type Narrowed, narrow, newestMonths } from "#app/features/listings/narrow.server.ts";
import { type CardRow, cardsByKey, type ListingKey } from "#app/features/listings/queries.server.ts";
import { type Wanted, wantedAt } from "#app/features/listings/words.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import { EVERYTHING } from "./everything.ts";
import { nearestOf } from "./nearest.server.ts";

/** What a search across types is made with besides what is in the address. */
export interface EverythingContext {
  /** What `search.q` was understood as; ignored where that is empty. */
  readonly wanted: readonly Wanted[];
  readonly centre: Coordinates | null;
  readonly pageSize: number;
  readonly now: Date;
}

/** How many of a type were found; with `capped`, at least so many. */
export interface TypeCount {
  readonly type: string;
  readonly total: number;
  readonly capped: boolean;
}

export interface FoundEverywhere {
  readonly rows: readonly CardRow[];
  readonly total: number;
  readonly capped: boolean;
  /** The page that the rows are from: the last one, where a later one was asked for. */
  readonly page: number;
  /** Every type, in the order of the menu. */
  readonly types: readonly TypeCount[];
}

type Order = "newest" | "price_asc" | "price_desc";

const ORDER_OF: Readonly<Record<Sort, Order>> = {
  relevance: "newest",
  newest: "newest",
  // Without a place to count from; with one, see `nearestOf`.
  nearest: "newest",
  price_asc: "price_asc",
  price_desc: "price_desc",
};

/** How far back is looked in turn, in months; null is all. */
const WINDOWS = [2, 8, null] as const;
type Window = (typeof WINDOWS)[number];

/** More than this are not gathered and put in order, but met in order: every few rows is one of them. */
const GATHERED = 4000;

/** One type's part of the search. */
interface Part {
  readonly definition: CategoryDefinition;
  readonly narrowed: Narrowed;
  /** Matches within each window that was looked at, in turn; counting stops beyond GATHERED. */
  readonly counts: Map<Window, number>;
  /** Matches among all; beyond COUNTED just one more. */
  total: number;
}

/** What the index of words, facts and places finds in a window, in no order. */
function gathered(part: Part, window: Window, now: Date, most = GATHERED + 1): RawBuilder<unknown> {
  const { keys, checks } = part.narrowed;
  const within = window === null ? keys : [...keys, newestMonths(window, now)];
  // The keys alone, so that they are answered in no other way than by their index: see listings/search.server.ts.
  return sql`(
    with found as materialized (
      select id, price_cents, latitude, longitude, attributes, brand, user_id, created_at
      from ${sql.table(part.definition.plural)} where ${all(within.map((key) => sql`search @@ ${key}`))}
    )
    select id, price_cents, created_at from found where ${all(checks)}
    limit ${most}
  )`;
}

/** The first `most` of a type in an order, met while reading the table in it. */
function met(part: Part, order: Order, most: number): RawBuilder<unknown> {
  const { keys, checks } = part.narrowed;
  return sql`(
    select id, price_cents, created_at from ${sql.table(part.definition.plural)}
    where ${all([...keys.map(isMatch), ...checks])}
    order by ${ORDERS[order]} limit ${most}
  )`;
}

/** Counts each part's matches within its window. */
async function count(parts: readonly (readonly [Part, Window])[], now: Date): Promise<void> {
  if (parts.length === 0) return;
  const counts = parts.map(
    ([part, window], at) =>
      sql`select ${sql.lit(at)} as at, count(*)::int as n from ${gathered(part, window, now)} one`,
  );
  const query = sql<{ at: number; n: number }>`${sql.join(counts, sql` union all `)}`;
  // The first round is always the same statement; of those after it there are too many to be kept prepared.
  const rows = parts.length === CATEGORIES.length ? await prepared(query) : (await query.execute(db())).rows;
  for (const { at, n } of rows) {
    const [part, window] = parts[at] ?? [];
    if (!part || window === undefined) continue;
    part.counts.set(window, n);
    if (n > COUNTED || window === null) part.total = Math.min(n, COUNTED + 1);
  }
}

/**
 * Counts the matches of each type, up to COUNTED: what is common among the newest is not looked for among all. As rare
 * as some are there, more months would not hold enough either, so that all are looked at at once.
 */
async function countTypes(parts: readonly Part[], now: Date): Promise<void> {
  const lastOf = (part: Part) => [...part.counts.entries()].at(-1) ?? [WINDOWS[0], 0];
  const open = () => parts.filter((part) => lastOf(part)[0] !== null && lastOf(part)[1] <= COUNTED);
  const windowAfter = (part: Part): Window => {
    const [window, n] = lastOf(part);
    return window === WINDOWS[0] && n >= COUNTED / 5 ? WINDOWS[1] : null;
  };
  await count(
    parts.map((part) => [part, WINDOWS[0]] as const),
    now,
  );
  for (const _ of WINDOWS.slice(1)) {
    await count(
      open().map((part) => [part, windowAfter(part)] as const),
      now,
    );
  }
}

/** Counts each type's listings where the index of words has nothing to say. */
async function countPlain(parts: readonly Part[]): Promise<void> {
  const counts = parts.map(({ definition: { type, plural }, narrowed: { checks } }) =>
    checks.length === 0
      ? sql`select ${type} as type, (select least(coalesce(sum(difference), 0), ${COUNTED + 1})::int
          from listing_counts where type = ${type}) as n`
      : sql`select ${type} as type, count(*)::int as n
          from (select from ${sql.table(plural)} where ${all(checks)} limit ${COUNTED + 1}) one`,
  );
  const rows = await prepared<{ type: string; n: number }>(sql`${sql.join(counts, sql` union all `)}`);
  for (const part of parts) part.total = rows.find(({ type }) => type === part.definition.type)?.n ?? 0;
}

/** Where a type's first matches in an order come from. With `isFull` the first window holds all that can be shown. */
function source(part: Part, order: Order, most: number, isFull: boolean, now: Date): RawBuilder<unknown> {
  const [window, n] = (isFull ? [...part.counts] : [...part.counts].slice(-1))[0] ?? [];
  if (window === undefined || n === undefined) return met(part, order, most);
  if (order === "newest") {
    // What is rare now but was not once: all of it, rather than a walk through what is new.
    if (window === null) return gathered(part, null, now, Number.MAX_SAFE_INTEGER);
    return n > GATHERED ? met(part, order, most) : gathered(part, window, now);
  }
  // The cheapest may be old: unless all were looked at, every few listings is one.
  return window === null && n <= GATHERED ? gathered(part, null, now) : met(part, order, most);
}

/** Words in the name or the brand count before those in the facts, these before those of the description. */
function tier(part: Part, wanted: readonly Wanted[]): RawBuilder<unknown> {
  const { type } = part.definition;
  return sql`case when search @@ ${wantedAt(wanted, type, "A")} then 0
    when search @@ ${wantedAt(wanted, type, "AB")} then 1 else 2 end`;
}

function stockedOnes(parts: readonly Part[]): Part[] {
  return parts.filter((part) => part.total > 0);
}

interface PageAsked {
  readonly sort: Sort;
  readonly offset: number;
  readonly size: number;
  readonly wanted: readonly Wanted[];
  readonly now: Date;
}

/** The keys of one page: of the first COUNTED in the order, which relevance then orders anew. */
async function pageOf(
  parts: readonly Part[],
  { sort, offset, size, wanted, now }: PageAsked,
): Promise<ListingKey[]> {
  const order = ORDER_OF[sort];
  const isRanked = sort === "relevance" && wanted.length > 0;
  const most = isRanked ? COUNTED : Math.min(offset + size, COUNTED);
  const stocked = stockedOnes(parts);
  const isNew = parts.reduce((sum, part) => sum + (part.counts.get(WINDOWS[0]) ?? 0), 0) > COUNTED;
  if (stocked.length === 0) return [];
  const first = stocked.map(
    (part) => sql`(select ${part.definition.type} as type, id, price_cents, created_at
      from ${source(part, order, most, isNew && order === "newest", now)} one order by ${ORDERS[order]} limit ${most})`,
  );
  const found = sql`found as materialized (
    select * from (${sql.join(first, sql` union all `)}) every order by ${ORDERS[order]} limit ${most}
  )`;
  const ranked = stocked.map(
    (
      part,
    ) => sql`select type, id, created_at, ${tier(part, wanted)} as tier from ${sql.table(part.definition.plural)}
      where type = ${part.definition.type}
        and id = any(array(select id from found where type = ${part.definition.type}))`,
  );
  const query = isRanked
    ? sql<ListingKey>`with ${found} select type, id from (${sql.join(ranked, sql` union all `)}) ranked
        order by tier, created_at desc, id desc offset ${offset} limit ${size}`
    : sql<ListingKey>`with ${found} select type, id from found
        order by ${ORDERS[order]} offset ${offset} limit ${size}`;
  return (await query.execute(db())).rows;
}

async function countedParts(search: Search, context: EverythingContext): Promise<Part[]> {
  const wanted = search.q === "" ? [] : context.wanted;
  const parts = CATEGORIES.map((category): Part => {
    const definition = { ...EVERYTHING, type: category.type, plural: category.plural };
    const narrowed = narrow(
      definition,
      search,
      { ...context, meaning: null, viewerId: null, wanted },
      "whole",
    );
    return { definition, narrowed, counts: new Map(), total: 0 };
  });
  const hasKeys = parts.some((part) => part.narrowed.keys.length > 0);
  await (hasKeys ? countTypes(parts, context.now) : countPlain(parts));
  return parts;
}

function presentable(parts: readonly Part[]): TypeCount[] {
  return parts.map(({ definition: { type }, total }) => ({
    type,
    total: Math.min(total, COUNTED),
    capped: total > COUNTED,
  }));
}

/** What all types have together; counting stops beyond COUNTED. */
export function sumOf(types: readonly TypeCount[]): { readonly total: number; readonly capped: boolean } {
  const sum = types.reduce((before, { total }) => before + total, 0);
  return { total: Math.min(sum, COUNTED), capped: sum > COUNTED || types.some(({ capped }) => capped) };
}

/** How many of each type a search would find, without finding them. */
export async function countEverywhere(search: Search, context: EverythingContext): Promise<TypeCount[]> {
  return presentable(await countedParts(search, context));
}

/**
 * Finds a page of listings of all types. Relevance is where the words stand, then what is new, among the newest
 * COUNTED: what lies behind those is not reached in any order (docs/decisions/0016).
 */
export async function searchEverywhere(search: Search, context: EverythingContext): Promise<FoundEverywhere> {
  const { centre, now, pageSize } = context;
  const wanted = search.q === "" ? [] : context.wanted;
  const parts = await countedParts(search, context);
  const types = presentable(parts);
  const { total, capped } = sumOf(types);
  const page = Math.min(search.page, Math.max(1, Math.ceil(total / pageSize)));
  const offset = (page - 1) * pageSize;
  const rows =
    search.sort === "nearest" && centre
      ? await nearestOf(
          stockedOnes(parts).map(({ definition }) => definition),
          { ...search, page: 1 },
          { ...context, wanted, pageSize: offset + pageSize },
        )
      : await cardsByKey(
          await pageOf(parts, { sort: search.sort, offset, size: pageSize, wanted, now }),
          centre,
        );
  return {
    rows: search.sort === "nearest" && centre ? rows.slice(offset) : rows,
    total,
    capped,
    page,
    types,
  };
}
