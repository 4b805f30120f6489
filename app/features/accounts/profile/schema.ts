import { z } from "zod";
import { newUsernameFault } from "#app/domain/new-username.ts";
import { tidyUsername } from "#app/domain/username.ts";
import { m } from "#app/paraglide/messages.js";
import { tidyEmail } from "../rules.ts";
import { address, forgotSchema, USERNAME_TEXTS } from "../schema.ts";

/** Lengths in characters; the same numbers stand in db/migrations/0001_people.sql. */
const FULL_NAME_MAX = 200;
const PHONE_MAX = 50;
const ADDRESS_MAX = 500;

// Line feeds and tabs are for addresses alone; no text holds any other control character.
const CONTROLS = /\p{Cc}/u;

function optionalText(max: number, tidy: (raw: string) => string, mayHave: RegExp | null) {
  return z
    .string({ error: () => m.profile_text_characters() })
    .optional()
    .transform((raw) => tidy(raw ?? "").trim())
    .superRefine((value, context) => {
      const text = mayHave ? value.replace(mayHave, "") : value;
      if (CONTROLS.test(text)) context.addIssue({ code: "custom", message: m.profile_text_characters() });
      else if ([...value].length > max)
        context.addIssue({ code: "custom", message: m.profile_text_long({ max }) });
    })
    .transform((value) => (value === "" ? null : value));
}

const line = (max: number) => optionalText(max, (raw) => raw, null);
// A browser sends the ends of lines as Windows writes them.
const lines = (max: number) => optionalText(max, (raw) => raw.replace(/\r\n?/g, "\n"), /[\n\t]/g);

function username(own: string) {
  return z
    .string({ error: () => m.auth_username_short() })
    .transform(tidyUsername)
    .superRefine((value, context) => {
      // Whoever has a name keeps it, whatever the rules have become.
      const fault = value === own ? null : newUsernameFault(value);
      if (!fault) return;
      const text = fault === "required" ? USERNAME_TEXTS.short : USERNAME_TEXTS[fault];
      context.addIssue({ code: "custom", message: text() });
    });
}

/** Emptied, it says nothing: an account always has an address. */
const mirroredEmail = z
  .string({ error: () => m.auth_email_invalid() })
  .optional()
  .transform((raw) => tidyEmail(raw ?? ""))
  .superRefine((value, context) => {
    if (value !== "" && !address.safeParse(value).success)
      context.addIssue({ code: "custom", message: m.auth_email_invalid() });
  })
  .transform((value) => (value === "" ? null : value));

/** The profile form of somebody who is called `own` (A5.1). Empty texts are null. */
export function profileSchema(own: string) {
  return z.object({
    username: username(own),
    full_name: line(FULL_NAME_MAX),
    email: mirroredEmail,
    phone: line(PHONE_MAX),
    shipping_address: lines(ADDRESS_MAX),
    billing_address: lines(ADDRESS_MAX),
    /** Which profile was being looked at. */
    version: z.string().max(40).optional(),
  });
}

export type ProfileInput = z.infer<ReturnType<typeof profileSchema>>;

/** The fields of the form, in its order. */
export const PROFILE_FIELDS = [
  "username",
  "full_name",
  "email",
  "phone",
  "shipping_address",
  "billing_address",
] as const;

export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** Where to send the link that changes the address of an account. */
export const emailChangeSchema = forgotSchema.pick({ email: true });

const fraction = z.coerce.number().min(0).max(1);

/**
 * The part of a picture that is shown: its left, its top and its width, each as a part of the upright picture's width
 * or height, 0 to 1. Anything else means the middle.
 */
export const cropSchema = z.object({ x: fraction, y: fraction, width: fraction.positive() });
