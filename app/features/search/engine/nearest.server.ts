import { sql } from "kysely";
import { cellsWithin } from "#app/domain/geo.ts";
import type { Centre } from "#app/domain/place.ts";
import { distance } from "#app/features/listings/places.server.ts";
import { anyOf, type Condition, type SearchConditions } from "./conditions.server.ts";
import { COUNTED, type Gathered, gather, ORDERS, type Page } from "./gather.server.ts";

/** The search radii in kilometres, from near to far. The last one covers the earth. */
const RINGS = [5, 15, 50, 150, 500, 1_500, 20_100] as const;

/** Fills the page after `first` with the newest of listings that are all equally near. */
async function filled(
  page: Page,
  first: Gathered,
  rest: SearchConditions,
  newest: (page: Page, narrowed: SearchConditions) => Promise<Gathered>,
): Promise<Gathered> {
  const offset = Math.max(0, page.offset - first.total);
  const size = page.size - first.rows.length;
  const after = await newest({ ...page, offset, size }, rest);
  return { total: first.total + after.total, rows: [...first.rows, ...after.rows], whole: true };
}

/**
 * A page of listings by whole kilometres from a place, the newest first within one. Those without a place come last.
 * It searches a few kilometres by the index of places, then farther, until enough is found. Where very many are close
 * together, it searches for the distance between too few listings and too many to sort.
 * @param page its order is "newest"; nothing beyond the counted listings can be reached
 * @param newest finds the same listings newest first
 */
export async function findNearest(
  asked: Page,
  narrowed: SearchConditions,
  centre: Centre,
  maxDistance: number | null,
  now: Date,
  newest: (page: Page, narrowed: SearchConditions) => Promise<Gathered>,
): Promise<Gathered> {
  const offset = Math.min(asked.offset, COUNTED);
  const page: Page = { ...asked, offset, order: ORDERS.nearest, newestFirst: false, walkable: false };
  const byNew: Page = { ...asked, offset };
  const with_ = (check: Condition, cells: readonly string[] | null = null): SearchConditions => ({
    keys: cells ? [anyOf(cells), ...narrowed.keys] : narrowed.keys,
    checks: [...narrowed.checks, check],
  });
  const within = (km: number) =>
    gather(page, with_(sql`${distance(centre)} < ${km}`, cellsWithin(centre, km)), centre, now);

  // Few matches are sorted directly.
  const all = narrowed.keys.length > 0 ? await gather(page, narrowed, centre, now) : null;
  if (all?.whole) return all;
  const { total } = all ?? (await newest({ ...byNew, offset: 0, size: 1 }, narrowed));

  const wanted = Math.min(offset + page.size, COUNTED + 1);
  let near = 0;
  let inside: Gathered = { total: 0, rows: [], whole: true };
  let far: number = RINGS[0];
  for (const km of RINGS) {
    far = km;
    const found = await within(km);
    if (found.whole && found.total >= wanted) return { ...found, total };
    if (!found.whole) break;
    near = km;
    inside = found;
    if (maxDistance !== null && km > maxDistance) return { ...found, total };
  }
  if (near === far) {
    // All listings with a place are found.
    return { ...(await filled(byNew, inside, with_(sql`latitude is null`), newest)), total };
  }
  while (far - near > 1) {
    const middle = Math.floor((near + far) / 2);
    const found = await within(middle);
    if (found.whole && found.total >= wanted) return { ...found, total };
    if (found.whole) {
      near = middle;
      inside = found;
    } else far = middle;
  }
  const ring = sql`${distance(centre)} >= ${near} and ${distance(centre)} < ${far}`;
  return { ...(await filled(byNew, inside, with_(ring, cellsWithin(centre, far)), newest)), total };
}
