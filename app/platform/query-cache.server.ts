/**
 * Results of queries about all listings of a type that many pages need, cached until a listing of that type changes, as
 * pages are (docs/decisions/0007). While this server cannot listen for changes, each page queries anew.
 */
export class QueryCache {
  readonly #results = new Map<string, Map<string, Promise<unknown>>>();
  #listening = false;

  /** The result of `query` for the type; `name` belongs to this query alone. */
  get<Result>(name: string, type: string, query: (type: string) => Promise<Result>): Promise<Result> {
    if (!this.#listening) return query(type);
    const results = this.#results.get(type) ?? new Map<string, Promise<unknown>>();
    this.#results.set(type, results);
    const known = results.get(name) as Promise<Result> | undefined;
    if (known) return known;
    const result = query(type);
    results.set(name, result);
    // A failed query is not cached.
    result.catch(() => results.delete(name));
    return result;
  }

  /** A listing of this type changed: a query that is under way may be stale too. */
  invalidate(type: string): void {
    this.#results.delete(type);
  }

  /** Whether this server hears of changes made elsewhere. */
  setListening(yes: boolean): void {
    this.#listening = yes;
    this.#results.clear();
  }
}

/** The query cache of this server. */
export const queryCache = new QueryCache();
