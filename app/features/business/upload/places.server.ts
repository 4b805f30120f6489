import { type Located, type PostalPlace, publicPostalCode } from "#app/domain/place.ts";
import { locateListings } from "#app/features/listings/places.server.ts";

/** The size at which the cache is cleared. Few sellers have listings in so many places. */
const MAX_CACHED = 5_000;

function keyOf({ country, postalCode }: PostalPlace): string {
  return `${country} ${publicPostalCode(country, postalCode)}`;
}

/** A cache of places for one run of the job: a shop's whole stock is often in one place. */
export class Places {
  private readonly known = new Map<string, Located | null>();

  /** Returns the positions of places. Those that are not cached are looked up in one query. */
  async find(places: readonly PostalPlace[]): Promise<{ of(place: PostalPlace): Located | null }> {
    if (this.known.size > MAX_CACHED) this.known.clear();
    const unknown = new Map(places.map((place) => [keyOf(place), place]));
    for (const key of unknown.keys()) if (this.known.has(key)) unknown.delete(key);
    const found = unknown.size > 0 ? await locateListings([...unknown.values()]) : [];
    for (const [n, key] of [...unknown.keys()].entries()) this.known.set(key, found[n] ?? null);
    return { of: (place) => this.known.get(keyOf(place)) ?? null };
  }
}
