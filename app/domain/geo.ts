import type { Centre, Coordinates } from "./place.ts";

/** Sizes of the grid cells in degrees, coarse to fine: g0 to g3 of the function `listing_cells`. */
const CELL_SIZES = [9, 2, 0.5, 0.125] as const;
/** Of a sphere of the earth's mean radius, as `distance_km` has it. */
const KM_PER_DEGREE = 111.19508;
/** What rounding can move a place by, and much more: a circle must not come out too small. */
const SLACK_DEGREES = 1e-6;
/** More cells than this cost more to look up than the next coarser size does to check. */
const MAX_CELLS = 16;
/** Of the finest, more are worth it: what is coarser holds four to ten times as much, all of it to be read and dropped. */
const MAX_FINE_CELLS = 48;

/**
 * How precisely a place is known of which only the region is known: four fifths of all postal areas and more lie within so
 * many km of their region's point.
 */
export const REGION_KM = 50;

/** The distance that a filter around a centre can take, in km: none finer than the centre is known. */
export function reachOf(km: number, centre: Centre): number {
  return centre.approximate ? Math.max(km, REGION_KM) : km;
}

/** A distance to a place of which only the region is known, in whole steps of what is known. */
export function roughKm(km: number): number {
  return Math.max(1, Math.round(km / REGION_KM)) * REGION_KM;
}

/** Up to this distance one lexeme says "near here". */
export const NEAR_KM = 50;
/** Up to this distance the finest cells are asked for: all that is near here would be ten times as much. */
const FINE_KM = 25;

/**
 * The cell that holds a place, as the lexeme that every listing within NEAR_KM of anywhere in it carries
 * ("n=104:228", the function `listing_near`).
 */
function nearCell({ latitude, longitude }: Coordinates): string {
  const row = Math.floor(latitude * 2);
  const columns = Math.max(1, Math.floor(720 * Math.cos(radians(row / 2 + 0.25))));
  const column = Math.floor(((longitude + 180) / 360) * columns);
  return `n=${row}:${column % columns}`;
}

/**
 * The cells that cover a circle, as lexemes of the search index: the one cell near which it all is, or of the grid
 * ("g2=104:9") those of the finest size that needs few. Null when even the coarsest needs many: then only the distance
 * itself decides.
 */
export function cellsWithin(centre: Coordinates, km: number): string[] | null {
  if (km > FINE_KM && km <= NEAR_KM) return [nearCell(centre)];
  const reach = km / KM_PER_DEGREE + SLACK_DEGREES;
  const across = reachAcross(centre.latitude, reach);
  for (let level = CELL_SIZES.length - 1; level >= 0; level--) {
    const size = CELL_SIZES[level] ?? 1;
    const rows = span(centre.latitude, reach, size);
    const columns = span(centre.longitude, across, size);
    const most = level === CELL_SIZES.length - 1 ? MAX_FINE_CELLS : MAX_CELLS;
    if ((rows.last - rows.first + 1) * (columns.last - columns.first + 1) > most) continue;
    const cells: string[] = [];
    for (let row = rows.first; row <= rows.last; row++) {
      for (let column = columns.first; column <= columns.last; column++) {
        cells.push(`g${level}=${row}:${wrapped(column, 360 / size)}`);
      }
    }
    return cells;
  }
  return null;
}

/** How far east and west a circle reaches, in degrees of longitude: all round when a pole is in it. */
function reachAcross(latitude: number, reach: number): number {
  if (Math.abs(latitude) + reach >= 90) return 180;
  const ratio = Math.sin(radians(reach)) / Math.cos(radians(latitude));
  return (Math.asin(ratio) * 180) / Math.PI;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function span(middle: number, reach: number, size: number) {
  return { first: Math.floor((middle - reach) / size), last: Math.floor((middle + reach) / size) };
}

/** Columns go on round the globe: -180 and 180 are neighbours. */
function wrapped(column: number, columns: number): number {
  const half = columns / 2;
  return ((((column + half) % columns) + columns) % columns) - half;
}
