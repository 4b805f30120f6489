import { filterRadiusKm } from "#app/domain/geo.ts";
import { type Country, formatPlace, formatPostalCode, isCountry, type Located } from "#app/domain/place.ts";
import type { Search } from "#app/domain/search.ts";
import { m } from "#app/paraglide/messages.js";
import { locate } from "./places.server.ts";

/** The place that a visitor searches around, as written, and the result of its lookup. */
export interface WrittenPlace {
  /**
   * The centre of distances. Null without a known place, or where neither a distance (M5.39) nor the nearest-first
   * order uses it.
   */
  readonly centre: Located | null;
  /** The search with a distance that can be answered: not smaller than the area that is known of the place. */
  readonly search: Search;
  /** The chosen country; null without one. */
  readonly country: Country | null;
  readonly postalCode: string;
  /** The error of the postal code. */
  readonly error: string | null;
  /** A sentence about why the results ignore the requested distance. */
  readonly notice: string | null;
}

/** The longest postal code that is shown again. The rest of a longer one is cut. */
const LONGEST = 12;

/** Finds the place of a search, or reports its error. A wrong place never makes the page empty. */
export async function writtenPlace(search: Search, params: URLSearchParams): Promise<WrittenPlace> {
  const { place, maxDistance } = search;
  const isUsed = maxDistance !== null || search.sort === "nearest";
  const country = params.get("country") ?? "";
  const written = (params.get("postalCode") ?? "").trim().slice(0, LONGEST);
  if (place === null) {
    const malformed = written !== "";
    return {
      centre: null,
      search,
      country: isCountry(country) ? country : null,
      postalCode: written,
      error: malformed ? m.listing_error_postal_code() : null,
      notice: malformed && maxDistance !== null ? m.browse_malformed_place({ place: written }) : null,
    };
  }
  const centre = isUsed ? await locate(place.country, place.postalCode) : null;
  const reach = centre && maxDistance !== null ? filterRadiusKm(maxDistance, centre) : maxDistance;
  const typed = { country: place.country, postalCode: formatPostalCode(place.country, place.postalCode) };
  const unknown = isUsed && centre === null;
  const notice = () => {
    const text = { place: formatPlace(place, null), distance: String(reach) };
    if (unknown) return m.browse_unknown_place(text);
    return reach === maxDistance ? null : m.browse_only_region(text);
  };
  return {
    centre,
    search: { ...search, maxDistance: reach },
    ...typed,
    error: unknown ? m.listing_error_unknown_place() : null,
    notice: notice(),
  };
}
