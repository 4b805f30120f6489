import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";

/**
 * Sorts the photos of a listing that are in `wanted` into the order of `wanted`: they exchange places with each other,
 * and all other photos stay where they are.
 */
export function reordered(photos: readonly string[], wanted: readonly string[]): string[] {
  const existing = new Set(photos);
  const inOrder = [...new Set(wanted)].filter((id) => existing.has(id));
  const moved = new Set(inOrder);
  return photos.map((id) => (moved.has(id) ? (inOrder.shift() ?? id) : id));
}

/**
 * Adds a fetched photo, `arrived`, to the photos of a listing. `named` has the photo of each URL in the listing's row
 * of the stock file, in the order of the row; null while there is none. `arrived` is placed after the nearest photo of
 * the listing before it in `named`, else before the nearest one after it, else at the end. The order of the other
 * photos stays the same.
 * @returns the photos; null when the listing has no room for one more
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
