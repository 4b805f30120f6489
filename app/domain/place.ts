/** The countries of the specification, the default first. */
export const COUNTRIES = ["NL", "DE", "FR", "GB", "US"] as const;
export type Country = (typeof COUNTRIES)[number];

export function isCountry(value: string): value is Country {
  return (COUNTRIES as readonly string[]).includes(value);
}

export interface PostalPlace {
  readonly country: Country;
  readonly postalCode: string;
}

/** In degrees (WGS 84). */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** Coordinates to measure from; `approximate` when they are those of a whole region. */
export interface Centre extends Coordinates {
  readonly approximate: boolean;
}

export interface Located extends Centre {
  /** The area's name; null when only a region is known, or the area has no name. */
  readonly town: string | null;
}

/** Without spaces and in capitals. */
const SHAPES: Readonly<Record<Country, RegExp>> = {
  NL: /^\d{4}([A-Z]{2})?$/,
  DE: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]?(\d[A-Z]{2})?$/,
  US: /^\d{5}(-?\d{4})?$/,
};

/** A postal code without spaces, in capitals; null when it is not only a code in the country's form. */
export function normalizePostalCode(country: Country, code: string): string | null {
  const compact = code.replace(/\s+/g, "").toUpperCase();
  return SHAPES[country].test(compact) ? compact : null;
}

/** The longest text of a code with its town. */
export const POSTAL_TEXT_MAX = 60;

/** A postal code in its country's format: "1012 AB", "SW1A 1AA", "94103-1234". Other codes are returned unchanged. */
export function formatPostalCode(country: Country, code: string): string {
  const compact = normalizePostalCode(country, code) ?? code;
  if (country === "NL") return compact.replace(/^(\d{4})([A-Z]{2})$/, "$1 $2");
  if (country === "GB") return compact.replace(/^(.{2,4})(\d[A-Z]{2})$/, "$1 $2");
  if (country === "US") return compact.replace(/^(\d{5})-?(\d{4})$/, "$1-$2");
  return compact;
}

/** Where people write the code behind the town. */
const TOWN_FIRST: readonly Country[] = ["GB", "US"];

/** As on an envelope: "1012 AB Amsterdam, NL", "London SW1A 1AA, GB"; without a town "1012 AB NL". */
export function formatPlace({ country, postalCode }: PostalPlace, town: string | null): string {
  const code = formatPostalCode(country, postalCode);
  if (town === null) return `${code} ${country}`;
  return `${TOWN_FIRST.includes(country) ? `${town} ${code}` : `${code} ${town}`}, ${country}`;
}

/** Whether `code` stands for a whole region: it is only the beginning of the country's postal codes. */
export function isRegion(country: Country, code: string): boolean {
  return normalizePostalCode(country, code) === null;
}

/**
 * The areas that contain a postal code, the most precise first. British areas are not plain prefixes: "E1 1AA" lies in
 * E1, and E11 is another part of London.
 * @param code as `normalizePostalCode` returns it
 */
export function postalAreas(country: Country, code: string): string[] {
  if (country === "GB") {
    const outward = publicPostalCode(country, code);
    const district = outward.replace(/(?<=\d)[A-Z]$/, "");
    return [...new Set([code, outward, district, district.replace(/\d+$/, "")])];
  }
  const digits = /^\d{1,5}/.exec(code)?.[0] ?? "";
  const beginnings = Array.from({ length: digits.length }, (_, cut) => digits.slice(0, digits.length - cut));
  return country === "NL" && code !== digits ? [code, ...beginnings] : beginnings;
}

/** The part of a postal code that others may see: the postal area, not the street (decision 0014). */
export function publicPostalCode(country: Country, code: string): string {
  const compact = code.replace(/\s+/g, "").toUpperCase();
  if (country === "NL") return compact.slice(0, 4);
  if (country === "US") return compact.slice(0, 5);
  if (country === "GB") return compact.length > 4 ? compact.slice(0, -3) : compact;
  return compact;
}
