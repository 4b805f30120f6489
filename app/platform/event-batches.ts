/** Removes up to `most` items from the set and returns them. */
export function takeFirst(ids: Set<string>, most: number): string[] {
  const taken: string[] = [];
  for (const id of ids) {
    if (taken.length === most) break;
    taken.push(id);
    ids.delete(id);
  }
  return taken;
}

/** The items in chunks of at most `size`. */
export function* chunks<T>(items: T[], size: number): Generator<T[]> {
  for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size);
}
