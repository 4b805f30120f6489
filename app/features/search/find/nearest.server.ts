import { sql } from "kysely";
import { cellsWithin } from "#app/domain/geo.ts";
import type { Centre } from "#app/domain/place.ts";
import { distance } from "#app/features/listings/places.server.ts";
import { anyOf, type Condition, type SearchConditions } from "./filter-conditions.server.ts";
import { COUNT_LIMIT, findInIndex, type MatchPage, ORDERS, type Page } from "./word-index.server.ts";

/** Distances below it round to fewer kilometres. */
const edge = (km: number) => km - 0.5;

/** In kilometres. The last radius covers the earth. */
const RINGS = [5, 15, 50, 150, 500, 1_500, 20_100] as const;

/**
 * Sorts by rounded kilometres, then newest first; listings without coordinates come last. It searches a small radius by
 * the index of grid cells, then larger ones, until it has enough. If one radius has too few listings and the next too
 * many to sort, it finds a radius in between by bisection.
 * @param requested its order is "newest"; pages end at COUNT_LIMIT
 * @param newest finds a page of listings that match conditions, newest first
 */
export async function findNearest(
  requested: Page,
  conditions: SearchConditions,
  centre: Centre,
  maxDistance: number | null,
  now: Date,
  newest: (page: Page, conditions: SearchConditions) => Promise<MatchPage>,
): Promise<MatchPage> {
  const offset = Math.min(requested.offset, COUNT_LIMIT);
  const page: Page = { ...requested, offset, order: ORDERS.nearest, time: null, scannable: false };
  const byNew: Page = { ...requested, offset };
  const with_ = (check: Condition, cells: readonly string[] | null = null): SearchConditions => ({
    keys: cells ? [anyOf(cells), ...conditions.keys] : conditions.keys,
    checks: [...conditions.checks, check],
  });
  const within = (km: number) =>
    findInIndex(page, with_(sql`${distance(centre)} < ${edge(km)}`, cellsWithin(centre, km)), centre, now);

  const all = conditions.keys.length > 0 ? await findInIndex(page, conditions, centre, now) : null;
  if (all?.complete) return all;
  const { total } = all ?? (await newest({ ...byNew, offset: 0, size: 1 }, conditions));

  const needed = Math.min(offset + page.size, COUNT_LIMIT + 1);
  let near = 0;
  let inside: MatchPage = { total: 0, rows: [], complete: true };
  let far: number = RINGS[0];
  for (const km of RINGS) {
    far = km;
    const reach = await within(km);
    if (reach.complete && reach.total >= needed) return { ...reach, total };
    if (!reach.complete) break;
    near = km;
    inside = reach;
    if (maxDistance !== null && km > maxDistance) return { ...reach, total };
  }
  if (near === far) {
    // All listings with coordinates are on earlier rows. Those without any follow.
    return { ...(await filled(byNew, inside, with_(sql`latitude is null`), newest)), total };
  }
  while (far - near > 1) {
    const middle = Math.floor((near + far) / 2);
    const middleReach = await within(middle);
    if (middleReach.complete && middleReach.total >= needed) return { ...middleReach, total };
    if (middleReach.complete) {
      near = middle;
      inside = middleReach;
    } else far = middle;
  }
  const ring = sql`${distance(centre)} >= ${edge(near)} and ${distance(centre)} < ${edge(far)}`;
  return { ...(await filled(byNew, inside, with_(ring, cellsWithin(centre, far)), newest)), total };
}

/** After the rows of `first`, a page has the newest listings that match `rest`; these are all equally near. */
async function filled(
  page: Page,
  first: MatchPage,
  rest: SearchConditions,
  newest: (page: Page, conditions: SearchConditions) => Promise<MatchPage>,
): Promise<MatchPage> {
  const offset = Math.max(0, page.offset - first.total);
  const size = page.size - first.rows.length;
  const after = await newest({ ...page, offset, size }, rest);
  return { total: first.total + after.total, rows: [...first.rows, ...after.rows], complete: true };
}
