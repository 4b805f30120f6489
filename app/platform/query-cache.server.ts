/**
 * Caches the results of queries that many pages need, each until its tag is invalidated: a listing type, or another
 * cache tag (docs/decisions/0007). Nothing is cached while this server cannot listen for changes.
 */
export class QueryCache {
  readonly #results = new Map<string, Map<string, Promise<unknown>>>();
  #listening = false;

  /** The result of `query`, cached under `tag` and the unique `name`. */
  get<Result>(name: string, tag: string, query: (tag: string) => Promise<Result>): Promise<Result> {
    if (!this.#listening) return query(tag);
    const results = this.#results.get(tag) ?? new Map<string, Promise<unknown>>();
    this.#results.set(tag, results);
    const cached = results.get(name) as Promise<Result> | undefined;
    if (cached) return cached;
    const result = query(tag);
    results.set(name, result);
    result.catch(() => results.delete(name));
    return result;
  }

  /** Also drops running queries, which may have read stale data. */
  invalidate(tag: string): void {
    this.#results.delete(tag);
  }

  /** Whether this server is told of changes, so that results are cached. */
  get isListening(): boolean {
    return this.#listening;
  }

  setListening(yes: boolean): void {
    this.#listening = yes;
    this.#results.clear();
  }
}

export const queryCache = new QueryCache();
