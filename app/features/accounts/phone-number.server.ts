import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Country } from "#app/domain/place.ts";

/**
 * Parses a phone number to E.164 ("+31612345678"), or returns null when it is invalid.
 * @param typed with the country's code, or as it is dialled within `country`
 */
export function readPhoneNumber(typed: string, country: Country): string | null {
  const number = parsePhoneNumberFromString(typed, country);
  return number?.isValid() && !number.ext ? number.number : null;
}

/** Formats a number as its country does: "+31 6 12345678". */
export function shownPhoneNumber(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}
