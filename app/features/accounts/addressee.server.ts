import { countryOf } from "#app/platform/choices.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import type { Addressee } from "./codes.server.ts";
import { readPhoneNumber, shownPhoneNumber } from "./phone-number.server.ts";
import { identifierKind } from "./rules.ts";
import { forgotSchema } from "./schema.ts";

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

export function shownAddressee({ kind, to }: Addressee): string {
  return kind === "phone" ? shownPhoneNumber(to) : shownEmail(to);
}
