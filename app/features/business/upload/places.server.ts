import { type Located, type PostalPlace, publicPostalCode } from "#app/domain/place.ts";
import { locateListings } from "#app/features/listings/places.server.ts";

/** The number of postal codes at which the cache is cleared. Few sellers have listings with so many. */
const MAX_CACHED = 5_000;

function keyOf({ country, postalCode }: PostalPlace): string {
  return `${country} ${publicPostalCode(country, postalCode)}`;
}

/** A cache of the positions of postal codes, for one run of the job. A shop's listings often have the same one. */
export class Places {
  private readonly known = new Map<string, Located | null>();

  /**
   * Looks up the positions of these postal codes, in one query for all that are not cached. `of` returns the position
   * of one of them, null if it is unknown.
   */
  async find(places: readonly PostalPlace[]): Promise<{ of(place: PostalPlace): Located | null }> {
    if (this.known.size > MAX_CACHED) this.known.clear();
    const unknown = new Map(places.map((place) => [keyOf(place), place]));
    for (const key of unknown.keys()) if (this.known.has(key)) unknown.delete(key);
    const found = unknown.size > 0 ? await locateListings([...unknown.values()]) : [];
    for (const [n, key] of [...unknown.keys()].entries()) this.known.set(key, found[n] ?? null);
    return { of: (place) => this.known.get(keyOf(place)) ?? null };
  }
}
