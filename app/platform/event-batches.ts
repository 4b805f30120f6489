/** Removes up to `most` items from the set and returns them. */
export function takeFirst(ids: Set<string>, most: number): string[] {
  const batch: string[] = [];
  for (const id of ids) {
    if (batch.length === most) break;
    batch.push(id);
    ids.delete(id);
  }
  return batch;
}

/** The items in chunks of at most `size`. */
export function* chunks<T>(items: T[], size: number): Generator<T[]> {
  for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size);
}
