import { type Located, type PostalPlace, publicPostalCode } from "#app/domain/place.ts";
import { locateListings } from "#app/features/listings/places.server.ts";

/** The cache is cleared when it has more postal codes. */
const MAX_CACHED_PLACES = 5_000;

function keyOf({ country, postalCode }: PostalPlace): string {
  return `${country} ${publicPostalCode(country, postalCode)}`;
}

/** A cache of the positions of postal codes. A shop's listings often have the same postal code. */
export class Places {
  private readonly cached = new Map<string, Located | null>();

  /** `of` returns the position of one of these postal codes; null if it is unknown. */
  async find(places: readonly PostalPlace[]): Promise<{ of(place: PostalPlace): Located | null }> {
    if (this.cached.size > MAX_CACHED_PLACES) this.cached.clear();
    const unknown = new Map(places.map((place) => [keyOf(place), place]));
    for (const key of unknown.keys()) if (this.cached.has(key)) unknown.delete(key);
    const located = unknown.size > 0 ? await locateListings([...unknown.values()]) : [];
    for (const [n, key] of [...unknown.keys()].entries()) this.cached.set(key, located[n] ?? null);
    return { of: (place) => this.cached.get(keyOf(place)) ?? null };
  }
}
