/** Reads rows by their keys. What does not exist is left out. */
export type Load<Row> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>;

/**
 * A look-up of one row that is done together with the others of the same moment, by one call of `load`: before it, all that
 * is called in one go has said what it looks for.
 */
export function together<Row>(load: Load<Row>): (key: string) => Promise<Row | undefined> {
  let next: { readonly keys: Set<string>; readonly rows: ReturnType<Load<Row>> } | undefined;
  return async (key) => {
    if (!next) {
      const keys = new Set<string>();
      const rows = Promise.resolve().then(() => {
        next = undefined;
        return load([...keys]);
      });
      next = { keys, rows };
    }
    next.keys.add(key);
    return (await next.rows).get(key);
  };
}
