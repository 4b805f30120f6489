import { z } from "zod";
import { tidyEmail } from "#app/domain/email.ts";
import { newUsernameFault } from "#app/domain/new-username.ts";
import { tidyUsername } from "#app/domain/username.ts";
import { m } from "#app/paraglide/messages.js";
import { address, forgotSchema, USERNAME_TEXTS } from "../schema.ts";

/** Maximum lengths in characters, the same as in db/migrations/0002_people.sql. */
const FULL_NAME_MAX = 200;
export const PHONE_MAX = 50;
const ADDRESS_MAX = 500;

// Only postal addresses may contain line feeds and tabs. No text may contain other control characters.
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

/** A text of one line; null when it is empty. */
export const line = (max: number) => optionalText(max, (raw) => raw, null);
/** A text of several lines; null when it is empty. Browsers send line ends as CRLF. */
export const lines = (max: number) => optionalText(max, (raw) => raw.replace(/\r\n?/g, "\n"), /[\n\t]/g);

function username(currentName: string) {
  return z
    .string({ error: () => m.auth_username_short() })
    .transform(tidyUsername)
    .superRefine((value, context) => {
      // The user keeps their current name, even if newer rules forbid it.
      const fault = value === currentName ? null : newUsernameFault(value);
      if (!fault) return;
      const text = fault === "required" ? USERNAME_TEXTS.short : USERNAME_TEXTS[fault];
      context.addIssue({ code: "custom", message: text() });
    });
}

/** The email field. An empty one becomes null and changes nothing: an account always has an email address. */
const mirroredEmail = z
  .string({ error: () => m.auth_email_invalid() })
  .optional()
  .transform((raw) => tidyEmail(raw ?? ""))
  .superRefine((value, context) => {
    if (value !== "" && !address.safeParse(value).success)
      context.addIssue({ code: "custom", message: m.auth_email_invalid() });
  })
  .transform((value) => (value === "" ? null : value));

/** The profile form of the user with the name `own`. Empty texts become null. */
export function profileSchema(currentName: string) {
  return z.object({
    username: username(currentName),
    full_name: line(FULL_NAME_MAX),
    email: mirroredEmail,
    phone: line(PHONE_MAX),
    shipping_address: lines(ADDRESS_MAX),
    billing_address: lines(ADDRESS_MAX),
  });
}

export type ProfileInput = z.infer<ReturnType<typeof profileSchema>>;

export const PROFILE_FIELDS = [
  "username",
  "full_name",
  "email",
  "phone",
  "shipping_address",
  "billing_address",
] as const;

export type ProfileField = (typeof PROFILE_FIELDS)[number];

export const emailChangeSchema = forgotSchema.pick({ email: true });

const fraction = z.coerce.number().min(0).max(1);

/**
 * The visible part of a picture: its left, top and width, each relative to the upright picture's width or height (0
 * to 1). An invalid value means the middle.
 */
export const cropSchema = z.object({ x: fraction, y: fraction, width: fraction.positive() });
