import type { Centre, Coordinates } from "./place.ts";

/** Sizes of the grid cells in degrees, coarse to fine: g0 to g3 of the database function `listing_cells`. */
const CELL_SIZES = [9, 2, 0.5, 0.125] as const;
/** Of latitude, as in the database function `distance_km`. */
const KM_PER_DEGREE = 111.19508;
/** Exceeds any rounding error, so that a circle never misses a listing at its edge. */
const SLACK_DEGREES = 1e-6;
/** With more cells, the next coarser size is faster. */
const MAX_CELLS = 16;
/**
 * Exceeds MAX_CELLS, because with the next coarser size a search would read and drop four to ten times as many
 * listings.
 */
const MAX_FINE_CELLS = 48;

/**
 * The precision in km when only the region of a position is known. More than four fifths of all postal areas lie within
 * this distance of the point that stands for their region.
 */
export const REGION_KM = 50;

/** At least REGION_KM around a centre of which only the region is known. */
export function filterRadiusKm(km: number, centre: Centre): number {
  return centre.approximate ? Math.max(km, REGION_KM) : km;
}

/** Rounds the distance to a position of which only the region is known: to a multiple of REGION_KM, never zero. */
export function roughKm(km: number): number {
  return Math.max(1, Math.round(km / REGION_KM)) * REGION_KM;
}

/** As on a plane: good enough for distances within a country. The database function `distance_km` is exact. */
export function kmBetween(a: Coordinates, b: Coordinates): number {
  const across = Math.cos(radians(a.latitude)) * (a.longitude - b.longitude);
  return KM_PER_DEGREE * Math.hypot(a.latitude - b.latitude, across);
}

/** Up to this distance, a search needs only one lexeme: the "near" cell of its centre (`nearCell`). */
export const NEAR_KM = 50;
/**
 * Up to this distance, a search uses grid cells of the finest size. The "near" cell would match ten times as many
 * listings.
 */
const FINE_KM = 25;

/**
 * The cell that contains a position, as a lexeme ("n=104:228", the database function `listing_near`). Every listing
 * within NEAR_KM of any point of the cell has this lexeme.
 */
function nearCell({ latitude, longitude }: Coordinates): string {
  const row = Math.floor(latitude * 2);
  const columns = Math.max(1, Math.floor(720 * Math.cos(radians(row / 2 + 0.25))));
  const column = Math.floor(((longitude + 180) / 360) * columns);
  return `n=${row}:${column % columns}`;
}

/**
 * The cells that cover a circle, as lexemes of the search index. Null when too many cells of even the coarsest size are
 * needed: then the search compares the distance of every listing.
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

/** How far east and west a circle reaches, in degrees of longitude: 180 when it contains a pole. */
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

/** Columns wrap around the globe: -180 and 180 are neighbours. */
function wrapped(column: number, columns: number): number {
  const half = columns / 2;
  return ((((column + half) % columns) + columns) % columns) - half;
}
