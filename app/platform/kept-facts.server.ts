/**
 * Facts about all listings of a type that many pages ask for, kept in memory until one of that type changes, as pages
 * are (docs/decisions/0007). A copy, never the truth: while changes cannot be heard of, each page asks anew.
 */
export class KeptFacts {
  readonly #facts = new Map<string, Map<string, Promise<unknown>>>();
  #hearing = false;

  /** What `find` says of the type; `name` is of this `find` alone. */
  of<Fact>(name: string, type: string, find: (type: string) => Promise<Fact>): Promise<Fact> {
    if (!this.#hearing) return find(type);
    const facts = this.#facts.get(type) ?? new Map<string, Promise<unknown>>();
    this.#facts.set(type, facts);
    const known = facts.get(name) as Promise<Fact> | undefined;
    if (known) return known;
    const found = find(type);
    facts.set(name, found);
    // What failed is tried again.
    found.catch(() => facts.delete(name));
    return found;
  }

  /** A listing of this type changed: even what is just being found out may be of before. */
  drop(type: string): void {
    this.#facts.delete(type);
  }

  /** Whether changes made elsewhere are heard of. */
  hearing(yes: boolean): void {
    this.#hearing = yes;
    this.#facts.clear();
  }
}

/** This server's kept facts. */
export const keptFacts = new KeptFacts();
