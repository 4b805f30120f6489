import { sql } from "kysely";
import { cellsWithin } from "#app/domain/geo.ts";
import type { Centre } from "#app/domain/place.ts";
import { distance } from "#app/features/listings/places.server.ts";
import type { AskedCategory } from "./conditions.server.ts";
import { anyOf, type Condition } from "./filter-conditions.server.ts";
import { COUNT_LIMIT } from "./match-tables.server.ts";
import { type MatchPage, type PageRequest, readPage } from "./read-page.server.ts";

/** Distances below it round to fewer kilometres. */
const edge = (km: number) => km - 0.5;

/** In kilometres. The last radius covers the earth. */
const RINGS = [5, 15, 50, 150, 500, 1_500, 20_100] as const;

/**
 * Sorts by rounded kilometres, then newest first; listings without coordinates come last. It searches a small radius by
 * the index of grid cells, then larger ones, until it has enough. If one radius has too few listings and the next too
 * many to sort, it finds a radius in between by bisection.
 * @param newest its order is "newest"; pages end at COUNT_LIMIT
 */
export async function findNearest(
  asked: readonly AskedCategory[],
  newest: PageRequest,
  centre: Centre,
  maxDistance: number | null,
): Promise<MatchPage> {
  const { offset, size } = newest;
  const nearest: PageRequest = { ...newest, sort: "nearest" };
  const askedFor = (check: Condition, cells: readonly string[] | null = null) =>
    asked.map(({ category, conditions: { keys, checks, excluded } }) => ({
      category,
      conditions: { keys: cells ? [anyOf(cells), ...keys] : keys, checks: [...checks, check], excluded },
    }));
  const within = (km: number) =>
    readPage(askedFor(sql`${distance(centre)} < ${edge(km)}`, cellsWithin(centre, km)), nearest);

  const hasKeys = asked.every(({ conditions }) => conditions.keys.length > 0);
  const all = await readPage(asked, hasKeys ? nearest : { ...newest, offset: 0, size: 0 });
  if (hasKeys && all.complete) return all;
  const { totals } = all;
  // The page is beyond the last.
  if (offset >= Math.min(matchesOf(all), COUNT_LIMIT)) return { ...all, rows: [] };

  const needed = Math.min(offset + size, COUNT_LIMIT + 1);
  let near = 0;
  let inside: MatchPage = { totals: [], rows: [], complete: true };
  let far: number = RINGS[0];
  for (const km of RINGS) {
    far = km;
    const reach = await within(km);
    if (reach.complete && matchesOf(reach) >= needed) return { ...reach, totals };
    if (!reach.complete) break;
    near = km;
    inside = reach;
    if (maxDistance !== null && km > maxDistance) return { ...reach, totals };
  }
  if (near === far) {
    // All listings with coordinates are on earlier rows. Those without any follow.
    return { ...(await filled(newest, inside, askedFor(sql`latitude is null`))), totals };
  }
  while (far - near > 1) {
    const middle = Math.floor((near + far) / 2);
    const middleReach = await within(middle);
    if (middleReach.complete && matchesOf(middleReach) >= needed) return { ...middleReach, totals };
    if (middleReach.complete) {
      near = middle;
      inside = middleReach;
    } else far = middle;
  }
  const ring = sql`${distance(centre)} >= ${edge(near)} and ${distance(centre)} < ${edge(far)}`;
  return { ...(await filled(newest, inside, askedFor(ring, cellsWithin(centre, far)))), totals };
}

function matchesOf({ totals }: MatchPage): number {
  return totals.reduce((sum, { total }) => sum + total, 0);
}

/** After the rows of `first`, a page has the newest of `rest`; these are all equally near. */
async function filled(
  newest: PageRequest,
  first: MatchPage,
  rest: readonly AskedCategory[],
): Promise<MatchPage> {
  const offset = Math.max(0, newest.offset - matchesOf(first));
  const after = await readPage(rest, { ...newest, offset, size: newest.size - first.rows.length });
  return { ...after, rows: [...first.rows, ...after.rows] };
}
