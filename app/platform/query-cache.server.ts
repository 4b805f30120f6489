/**
 * Caches the results of queries on all listings of a type, which many pages need, until a listing of that type changes.
 * Pages are cached likewise (docs/decisions/0007). While this server cannot listen for changes, each page runs its
 * queries.
 */
export class QueryCache {
  readonly #results = new Map<string, Map<string, Promise<unknown>>>();
  #listening = false;

  /** The result of `query` for the type; `name` must be unique to this query. */
  get<Result>(name: string, type: string, query: (type: string) => Promise<Result>): Promise<Result> {
    if (!this.#listening) return query(type);
    const results = this.#results.get(type) ?? new Map<string, Promise<unknown>>();
    this.#results.set(type, results);
    const known = results.get(name) as Promise<Result> | undefined;
    if (known) return known;
    const result = query(type);
    results.set(name, result);
    result.catch(() => results.delete(name));
    return result;
  }

  /** A listing of this type changed. A running query may be stale too. */
  invalidate(type: string): void {
    this.#results.delete(type);
  }

  setListening(yes: boolean): void {
    this.#listening = yes;
    this.#results.clear();
  }
}

export const queryCache = new QueryCache();
