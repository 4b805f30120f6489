import { z } from "zod";
import { line } from "#app/features/accounts/profile/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { type Locale, locales } from "#app/paraglide/runtime.js";

const BANNER_MAX = 300;

/** For "default", the environment variable OFFERS decides. */
export const OFFERS_CHOICES = ["default", "on", "off"] as const;

/** Null for an empty field: then the environment variable applies, or the default of the program. */
const percent = (min: number, max: number) =>
  z
    .string()
    .optional()
    .transform((raw = "") => raw.trim())
    .refine(
      (value) => value === "" || (/^\d{1,3}$/.test(value) && Number(value) >= min && Number(value) <= max),
      {
        error: () => m.settings_percent_invalid({ min, max }),
      },
    )
    .transform((value) => (value === "" ? null : Number(value)));

const FEE_MAX = 50;

/** Hundredths of a percent are written with a point or a comma. */
const fee = z
  .string()
  .optional()
  .transform((raw = "") => raw.trim().replace(",", "."))
  .refine((value) => value === "" || (/^\d{1,2}(\.\d{1,2})?$/.test(value) && Number(value) <= FEE_MAX), {
    error: () => m.settings_fee_invalid({ max: FEE_MAX }),
  })
  .transform((value) => (value === "" ? null : Number(value)));

const text = line(BANNER_MAX);
const texts = { "en-GB": text, "en-US": text, de: text, fr: text, nl: text } satisfies Record<
  Locale,
  unknown
>;

export const settingsSchema = z
  .object({
    offers: z.enum(OFFERS_CHOICES, { error: () => m.auth_form_broken() }),
    percent: percent(1, 100),
    fee,
    ...texts,
    until: z.iso.date({ error: () => m.settings_until_required() }).optional(),
  })
  .superRefine((value, context) => {
    if (value.until === undefined && locales.some((locale) => value[locale] !== null))
      context.addIssue({ code: "custom", path: ["until"], message: m.settings_until_required() });
  });

export type SettingsInput = z.output<typeof settingsSchema>;
