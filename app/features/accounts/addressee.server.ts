import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Country } from "#app/domain/place.ts";
import { countryOf } from "#app/platform/choices.server.ts";
import { shownEmail } from "#app/platform/mail.server.ts";
import type { Addressee } from "./codes.server.ts";
import { forgotSchema, identifierKind } from "./schema.ts";

/**
 * Reads a typed email address or phone number. A number may be written as it is dialled in the visitor's country.
 * Returns null for any other text.
 */
export async function readAddressee(request: Request, typed: string): Promise<Addressee | null> {
  if (identifierKind(typed) === "email") {
    const parsed = forgotSchema.safeParse({ email: typed });
    return parsed.success ? { kind: "email", to: parsed.data.email } : null;
  }
  const number = readPhoneNumber(typed, await countryOf(request));
  return number ? { kind: "phone", to: number } : null;
}

/** As in libphonenumber. */
const LONGEST_NUMBER = 250;

export function shownAddressee({ kind, to }: Addressee): string {
  return kind === "phone" ? shownPhoneNumber(to) : shownEmail(to);
}

/**
 * Parses a phone number to E.164 ("+31612345678"), or returns null when it is invalid.
 * @param typed with the country's code, or as it is dialled within `country`
 */
export function readPhoneNumber(typed: string, country: Country): string | null {
  // The library reads a number's context before it checks the length, in a time that grows with its square.
  if (typed.length > LONGEST_NUMBER) return null;
  const number = parsePhoneNumberFromString(typed, country);
  return number?.isValid() && !number.ext ? number.number : null;
}

/** Formats a number as its country does: "+31 6 12345678". */
export function shownPhoneNumber(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}
