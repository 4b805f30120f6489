import { z } from "zod";
import { line, lines, PHONE_MAX } from "#app/features/accounts/profile/schema.ts";
import { providerEmail } from "#app/features/accounts/schema.ts";
import { m } from "#app/paraglide/messages.js";

/** Lengths in characters, as in db/migrations/0002_people.sql. */
const NAME_MAX = 200;
const ADDRESS_MAX = 500;
const REGISTRATION_MAX = 200;
const VAT_MAX = 50;

function required(text: ReturnType<typeof line>) {
  return text.transform((value, context) => {
    if (value !== null) return value;
    context.addIssue({ code: "custom", message: m.trader_required() });
    return z.NEVER;
  });
}

/** What a person who sells as a business must state: Art. 30 of the EU's Digital Services Act. */
export const traderSchema = z.object({
  name: required(line(NAME_MAX)),
  address: required(lines(ADDRESS_MAX)),
  registration: required(line(REGISTRATION_MAX)),
  email: providerEmail,
  phone: required(line(PHONE_MAX)),
  vat_id: line(VAT_MAX),
  certified: z.literal("on", { error: () => m.trader_certify_required() }),
});

export type TraderInput = Omit<z.output<typeof traderSchema>, "certified">;

export const TRADER_FIELDS = [
  "name",
  "address",
  "registration",
  "email",
  "phone",
  "vat_id",
  "certified",
] as const;
