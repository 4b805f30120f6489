import { formatNumber } from "../../format.ts";
import { formatPlace, formatPostalCode, isCountry } from "../../place.ts";
import { readPostalCode } from "../../postal-text.ts";
import type { Search } from "../../search.ts";
import { type FilterKind, readWhole, USUAL } from "./kind.ts";

export interface PlaceOfListing {
  readonly by: "location";
  /** The slider's distances in km. Without a slider, the visitor types the distance. */
  readonly slider?: { readonly min: number; readonly max: number; readonly step: number };
}

/** The default distance around a postal code, in km. */
const DEFAULT_DISTANCE = 50;
/** In km: half the circumference of the earth. */
const FARTHEST = 20_000;

const NAME = "location";

function placeIn(params: URLSearchParams): Search["place"] {
  const country = params.get("country") ?? "NL";
  const postalCode = isCountry(country) ? readPostalCode(country, params.get("postalCode") ?? "") : null;
  return isCountry(country) && postalCode !== null ? { country, postalCode } : null;
}

export const byLocation: FilterKind<PlaceOfListing> = {
  ...USUAL,
  ofAll: { by: "location" },
  name: () => NAME,
  params: () => ["country", "postalCode", "maxDistance"],
  read({ slider }, params) {
    const place = placeIn(params);
    // A slider always shows a value, so with a slider a postal code without a distance gets the default distance.
    const otherwise = slider && place ? DEFAULT_DISTANCE : null;
    // Whole kilometres, like the displayed distances. Finer steps would reveal a listing's exact location.
    return { place, maxDistance: readWhole(params.get("maxDistance"), 0, FARTHEST) ?? otherwise };
  },
  write({ place, maxDistance }, params) {
    if (place) {
      params.set("country", place.country);
      params.set("postalCode", place.postalCode);
    }
    if (maxDistance !== null) params.set("maxDistance", String(maxDistance));
  },
  chosen: (_, { place, maxDistance }) => (place && maxDistance !== null ? [NAME] : []),
  without: (_, search) => ({
    ...search,
    sort: search.sort === "nearest" ? "relevance" : search.sort,
    place: null,
    maxDistance: null,
  }),
  text: (_, __, { place, maxDistance }, { texts, town }) =>
    texts.m.browse_chip_within({
      distance: formatNumber(maxDistance ?? DEFAULT_DISTANCE, texts.locale()),
      place: place ? formatPlace(place, town) : "",
    }),
  view: ({ slider }, search, { label, countries, country, place: written }) => ({
    kind: "location",
    name: NAME,
    label: label(NAME),
    countries,
    country: search.place?.country ?? written?.country ?? country,
    postalCode: search.place
      ? formatPostalCode(search.place.country, search.place.postalCode)
      : (written?.postalCode ?? ""),
    error: written?.error ?? null,
    maxDistance: search.maxDistance ?? (slider ? DEFAULT_DISTANCE : null),
    slider: slider ?? null,
    isFaulty: Boolean(written?.error),
    isTyped: true,
  }),
};
