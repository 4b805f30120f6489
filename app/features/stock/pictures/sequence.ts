import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";

/**
 * Sorts the photos that are in `wanted` into the order of `wanted`, by exchanging their positions. The positions of all
 * other photos stay the same.
 */
export function reordered(photos: readonly string[], wanted: readonly string[]): string[] {
  const existing = new Set(photos);
  const inOrder = [...new Set(wanted)].filter((id) => existing.has(id));
  const moved = new Set(inOrder);
  return photos.map((id) => (moved.has(id) ? (inOrder.shift() ?? id) : id));
}

/**
 * Inserts `arrived` after the nearest photo of the listing before it in `named`, else before the nearest photo after it
 * in `named`, else at the end.
 * @param named the photo of each URL in the listing's row of the stock file; null if it was not fetched
 * @returns the photos; null if the listing has no room for another one
 */
export function withArrived(
  photos: readonly string[],
  named: readonly (string | null)[],
  arrived: string,
): string[] | null {
  if (photos.includes(arrived)) return [...photos];
  if (photos.length >= MAX_PHOTOS) return null;
  const at = named.indexOf(arrived);
  const isThere = (id: string | null): id is string => id !== null && photos.includes(id);
  const before = named.slice(0, at).findLast(isThere);
  const after = named.slice(at + 1).find(isThere);
  const place = before ? photos.indexOf(before) + 1 : after ? photos.indexOf(after) : photos.length;
  return photos.toSpliced(place, 0, arrived);
}
