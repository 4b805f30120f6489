import { filterRadiusKm } from "#app/domain/geo.ts";
import {
  type Country,
  formatPlace,
  formatPostalCode,
  isCountry,
  type Located,
  POSTAL_TEXT_MAX,
} from "#app/domain/place.ts";
import type { Search } from "#app/domain/search.ts";
import { locate } from "#app/features/listings/places.server.ts";
import { m } from "#app/paraglide/messages.js";

/** The place that a visitor searches around, as typed, and the result of looking it up. */
export interface WrittenPlace {
  /**
   * The position from which distances are measured. Null when the postal code is missing, invalid or unknown, or when
   * neither a distance filter nor the order "nearest" needs a position.
   */
  readonly centre: Located | null;
  /** If only the region of the postal code is known, a smaller distance is raised to REGION_KM. */
  readonly search: Search;
  readonly country: Country | null;
  readonly postalCode: string;
  /** The message beside the field of the postal code; null when there is no error. */
  readonly error: string | null;
  /** A sentence that says why the results ignore or enlarge the requested distance; null when they do neither. */
  readonly notice: string | null;
}

/**
 * An invalid postal code is reported, and never makes the page empty.
 * @param when "always" looks up a place that only says from where distances are measured
 */
export async function writtenPlace(
  search: Search,
  params: URLSearchParams,
  when: "used" | "always" = "used",
): Promise<WrittenPlace> {
  const { place, maxDistance } = search;
  const isUsed = when === "always" || maxDistance !== null || search.sort === "nearest";
  const country = params.get("country") ?? "";
  const written = (params.get("postalCode") ?? "").trim().slice(0, POSTAL_TEXT_MAX);
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
