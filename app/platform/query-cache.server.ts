/**
 * Caches the results of queries that many pages need. A result is cached under a listing type, until a listing of this
 * type changes, or under another cache tag, such as `SETTINGS_TAG`. PageCache uses the same tags (docs/decisions/0007).
 * While this server cannot listen for changes, nothing is cached.
 */
export class QueryCache {
  readonly #results = new Map<string, Map<string, Promise<unknown>>>();
  #listening = false;

  /** The result of `query`, cached under `tag`: a listing type or another tag. No other query may have this `name`. */
  get<Result>(name: string, tag: string, query: (tag: string) => Promise<Result>): Promise<Result> {
    if (!this.#listening) return query(tag);
    const results = this.#results.get(tag) ?? new Map<string, Promise<unknown>>();
    this.#results.set(tag, results);
    const known = results.get(name) as Promise<Result> | undefined;
    if (known) return known;
    const result = query(tag);
    results.set(name, result);
    result.catch(() => results.delete(name));
    return result;
  }

  /** Drops the results under this tag. Running queries are dropped too, because they may read stale data. */
  invalidate(tag: string): void {
    this.#results.delete(tag);
  }

  setListening(yes: boolean): void {
    this.#listening = yes;
    this.#results.clear();
  }
}

export const queryCache = new QueryCache();
