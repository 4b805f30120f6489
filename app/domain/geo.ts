import type { Coordinates } from "./place.ts";

/** Sizes of the grid cells in degrees, coarse to fine: g0, g1, g2 of the function `listing_cells`. */
const CELL_SIZES = [2, 0.5, 0.125] as const;
const KM_PER_DEGREE = 111.195;
/** More cells than this cost more to look up than the next coarser size does to check. */
const MOST_CELLS = 64;

/**
 * The cells that cover a circle, as lexemes of the search index ("g1=104:9"), of the finest size that needs few.
 * Null when even the coarsest needs many: then only the distance itself decides.
 */
export function cellsWithin(centre: Coordinates, km: number): string[] | null {
  const latitudes = km / KM_PER_DEGREE;
  const shrink = Math.cos((Math.min(89, Math.abs(centre.latitude) + latitudes) * Math.PI) / 180);
  const longitudes = latitudes / shrink;
  for (let level = CELL_SIZES.length - 1; level >= 0; level--) {
    const size = CELL_SIZES[level] ?? 1;
    const rows = span(centre.latitude, latitudes, size);
    const columns = span(centre.longitude, longitudes, size);
    if ((rows.last - rows.first + 1) * (columns.last - columns.first + 1) > MOST_CELLS) continue;
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

function span(middle: number, reach: number, size: number) {
  return { first: Math.floor((middle - reach) / size), last: Math.floor((middle + reach) / size) };
}

/** Columns go on round the globe: -180 and 180 are neighbours. */
function wrapped(column: number, columns: number): number {
  const half = columns / 2;
  return ((((column + half) % columns) + columns) % columns) - half;
}
