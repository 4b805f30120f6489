import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { NEAR_KM } from "#app/domain/geo.ts";
import type { Search, Sort } from "#app/domain/search.ts";
import { onOffer } from "#app/features/listings/on-offer.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import type { SearchContext, TypeCount } from "./conditions.server.ts";
import { conditionsOf, newestMonths, type SearchConditions } from "./conditions.server.ts";
import { EVERYTHING } from "./everything.ts";
import { all, COUNTED, isMatch, ORDERS } from "./gather.server.ts";

/** `wanted`: the understood words of `search.q`; ignored when that is empty. */
export type EverythingContext = Omit<SearchContext, "meaning" | "viewerId">;

export type Order = "newest" | "price_asc" | "price_desc";

export const ORDER_OF: Readonly<Record<Sort, Order>> = {
  relevance: "newest",
  newest: "newest",
  // Without a place to measure from; with one, see `nearestOfAllTypes`.
  nearest: "newest",
  price_asc: "price_asc",
  price_desc: "price_desc",
};

/** Search windows in months, tried in turn before all listings. */
export const WINDOWS = [2, 8] as const;
export type Window = (typeof WINDOWS)[number] | null;

/**
 * More matches than this are not gathered and sorted. The table is read in order instead, because every few rows
 * match.
 */
export const GATHERED = 4000;

export interface Part {
  readonly definition: CategoryDefinition;
  readonly narrowed: SearchConditions;
  /** Matches within each window so far, in order; counting stops beyond GATHERED. */
  readonly counts: Map<Window, number>;
  /** Matches among all listings, once known; beyond COUNTED it is one more. */
  total: number;
}

/** The index matches within a window, unordered. */
export function gathered(part: Part, window: Window, now: Date, most = GATHERED + 1): RawBuilder<unknown> {
  const { keys, checks } = part.narrowed;
  const within = window === null ? keys : [...keys, newestMonths(window, now)];
  // Selects only the keys, so that the planner uses their index: see `looks` in gather.server.ts.
  return sql`(
    with found as materialized (
      select id, price_cents, latitude, longitude, approximate, created_at
      from ${onOffer(part.definition)} where ${all(within.map((key) => sql`search @@ ${key}`))}
    )
    select id, price_cents, created_at from found where ${all(checks)}
    limit ${most}
  )`;
}

/** The first `most` matches of a type, found by reading the table in the given order. */
export function met(part: Part, order: Order, most: number): RawBuilder<unknown> {
  const { keys, checks } = part.narrowed;
  return sql`(
    select id, price_cents, created_at from ${onOffer(part.definition)}
    where ${all([...keys.map(isMatch), ...checks])}
    order by ${ORDERS[order]} limit ${most}
  )`;
}

/** Whether a type may still have few matches, so that all its listings must be searched. */
export function isOpen({ narrowed, counts }: Part): boolean {
  const [window, n] = [...counts].at(-1) ?? [WINDOWS[0], 0];
  return narrowed.keys.length > 0 && window !== null && n <= COUNTED;
}

export function counted(part: Part, window: Window, n: number): void {
  part.counts.set(window, n);
  if (n > COUNTED || window === null) part.total = Math.min(n, COUNTED + 1);
}

export async function count(parts: readonly Part[], window: Window, now: Date): Promise<void> {
  if (parts.length === 0) return;
  const counts = parts.map(
    (part, at) =>
      sql`select ${sql.lit(at)} as at, count(*)::int as n from ${gathered(part, window, now)} one`,
  );
  const query = sql<{ at: number; n: number }>`${sql.join(counts, sql` union all `)}`;
  // The first round is always the same statement. Later rounds vary too much to be prepared.
  const rows = parts.length === CATEGORIES.length ? await prepared(query) : (await query.execute(db())).rows;
  for (const { at, n } of rows) {
    const part = parts[at];
    if (part) counted(part, window, n);
  }
}

/**
 * Counts each type's matches among the newest listings. A type with many there is not searched in full. When a type
 * has so few that a longer window would not hold enough either, it stays open.
 */
async function countNewest(parts: readonly Part[], now: Date): Promise<void> {
  await count(parts, WINDOWS[0], now);
  const promising = ({ counts }: Part) => (counts.get(WINDOWS[0]) ?? 0) >= COUNTED / 5;
  await count(
    parts.filter((part) => isOpen(part) && promising(part)),
    WINDOWS[1],
    now,
  );
}

/** Counts each type's listings when the word index is not used. */
async function countPlain(parts: readonly Part[]): Promise<void> {
  const counts = parts.map(({ definition: { type, plural }, narrowed: { checks } }) =>
    checks.length === 0
      ? sql`select ${type} as type, (select least(coalesce(sum(difference), 0), ${COUNTED + 1})::int
          from listing_counts where type = ${type}) as n`
      : sql`select ${type} as type, count(*)::int as n
          from (select from ${onOffer({ plural })} where ${all(checks)} limit ${COUNTED + 1}) one`,
  );
  const rows = await prepared<{ type: string; n: number }>(sql`${sql.join(counts, sql` union all `)}`);
  for (const part of parts) part.total = rows.find(({ type }) => type === part.definition.type)?.n ?? 0;
}

export function partsOf(search: Search, context: EverythingContext): Part[] {
  const { types = null } = context;
  const named = CATEGORIES.filter(({ type }) => types === null || types.includes(type));
  return named.map((category): Part => {
    const definition = { ...EVERYTHING, type: category.type, plural: category.plural };
    const narrowed = conditionsOf(definition, search, { ...context, meaning: null, viewerId: null }, "whole");
    return { definition, narrowed, counts: new Map(), total: 0 };
  });
}

/** Counts each type's matches where that is cheap; the other types stay open. */
export async function countFirst(
  parts: readonly Part[],
  search: Search,
  context: EverythingContext,
): Promise<void> {
  const plain = parts.filter((part) => part.narrowed.keys.length === 0);
  if (plain.length > 0) await countPlain(plain);
  const keyed = parts.filter((part) => part.narrowed.keys.length > 0);
  if (keyed.length === 0) return;
  // The cheapest listing may be old, and a nearby search rarely has too many matches to read in full.
  const isNearby = context.centre !== null && search.maxDistance !== null && search.maxDistance <= NEAR_KM;
  if (isNearby && ORDER_OF[search.sort] !== "newest") return;
  await countNewest(keyed, context.now);
}

export function presentable(parts: readonly Part[]): TypeCount[] {
  return parts.map(({ definition: { type }, total }) => ({
    type,
    total: Math.min(total, COUNTED),
    capped: total > COUNTED,
  }));
}

/** The sum over all types; counting stops beyond COUNTED. */
export function sumOf(types: readonly TypeCount[]): { readonly total: number; readonly capped: boolean } {
  const sum = types.reduce((before, { total }) => before + total, 0);
  return { total: Math.min(sum, COUNTED), capped: sum > COUNTED || types.some(({ capped }) => capped) };
}

/** Counts each type's matches without fetching them. */
export async function countEverywhere(search: Search, context: EverythingContext): Promise<TypeCount[]> {
  const parts = partsOf(search, context);
  await countFirst(parts, search, context);
  await count(parts.filter(isOpen), null, context.now);
  return presentable(parts);
}
