import { COUNTRIES, type Country, normalizePostalCode, publicPostalCode } from "#app/domain/place.ts";

export interface GeoNamesRow {
  readonly country: Country;
  readonly code: string;
  /** The postal area of the code, which may be the code itself. */
  readonly area: string;
  readonly place: string;
  readonly latitude: number;
  readonly longitude: number;
}

export type GeoNamesLine =
  | { readonly kind: "row"; readonly row: GeoNamesRow }
  /** A country that the shop does not support. */
  | { readonly kind: "foreign"; readonly country: string }
  /** `reason` has no capital and no full stop: "the postal code is empty". */
  | { readonly kind: "fault"; readonly reason: string }
  | { readonly kind: "blank" };

/** Territories that are countries in GeoNames, by the supported country whose format of postal codes they use. */
const ISLANDS: Readonly<Partial<Record<Country, readonly string[]>>> = {
  FR: ["GP", "MQ", "GF", "RE", "YT", "PM", "BL", "MF", "NC", "PF", "WF"],
  GB: ["GG", "JE", "IM"],
  US: ["PR", "VI", "GU", "AS", "MP", "FM", "MH", "PW"],
};

function postOf(from: string): Country | undefined {
  return COUNTRIES.find((country) => country === from || ISLANDS[country]?.includes(from));
}

/** Characters; the longest lines of GeoNames have some 300. */
export const LONGEST_LINE = 4_000;
const LONGEST_PLACE = 180;
/** Without the accuracy at the end, which some editions lack. */
const FEWEST_COLUMNS = 11;

function coordinate(text: string, most: number): number | null {
  if (!/^-?\d{1,3}(\.\d+)?$/.test(text)) return null;
  const degrees = Number(text);
  return Math.abs(degrees) <= most ? degrees : null;
}

/** British codes have a space, French business codes end in CEDEX. */
function codeOf(country: Country, written: string): string | null {
  const code = normalizePostalCode(country, country === "FR" ? written.replace(/\s*cedex.*$/i, "") : written);
  // Only the first five digits of a nine-digit ZIP code.
  return code !== null && country === "US" ? publicPostalCode(country, code) : code;
}

function fault(reason: string): GeoNamesLine {
  return { kind: "fault", reason };
}

/**
 * Parses a line of a postal file of GeoNames, with tabs between country, code, place, three areas with their codes,
 * latitude, longitude, and perhaps the accuracy.
 */
export function parseGeoNamesLine(line: string): GeoNamesLine {
  if (line.trim() === "") return { kind: "blank" };
  if (line.length > LONGEST_LINE) return fault(`the line has more than ${LONGEST_LINE} characters`);
  if (line.includes("\0")) return fault("the line holds what is not text");
  const columns = line.split("\t").map((column) => column.trim());
  if (columns.length < FEWEST_COLUMNS) {
    return fault(`it has too few columns between tabs (${columns.length} of ${FEWEST_COLUMNS})`);
  }
  const [from = "", written = "", place = "", , , , , , , latitudeText = "", longitudeText = ""] = columns;
  if (!/^[A-Z]{2}$/.test(from)) return fault(`"${from.slice(0, 20)}" is not a country`);
  const country = postOf(from);
  if (!country) return { kind: "foreign", country: from };
  if (written === "") return fault("the postal code is empty");
  const code = codeOf(country, written);
  if (code === null) return fault(`"${written.slice(0, 20)}" is no postal code of ${country}`);
  const latitude = coordinate(latitudeText, 90);
  const longitude = coordinate(longitudeText, 180);
  if (latitude === null) return fault(`"${latitudeText.slice(0, 20)}" is not a latitude`);
  if (longitude === null) return fault(`"${longitudeText.slice(0, 20)}" is not a longitude`);
  // Many programs write 0, 0 for "unknown".
  if (latitude === 0 && longitude === 0) return fault("the coordinates are 0, 0");
  const area = publicPostalCode(country, code);
  return {
    kind: "row",
    row: { country, code, area, place: place.slice(0, LONGEST_PLACE), latitude, longitude },
  };
}
