import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";

/** The photos of a listing, with the `wanted` ones in this order on the places that they had. The others stay. */
export function reordered(photos: readonly string[], wanted: readonly string[]): string[] {
  const existing = new Set(photos);
  const inOrder = [...new Set(wanted)].filter((id) => existing.has(id));
  const moved = new Set(inOrder);
  return photos.map((id) => (moved.has(id) ? (inOrder.shift() ?? id) : id));
}

/**
 * The photos of a listing with `arrived` added: after the nearest that is named before it, else before the nearest
 * that is named after it, else at the end. Photos added or moved by hand keep their place. Null when there is no room
 * for one more. `named` are the photos fetched so far for a row's addresses, in their order.
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
