import { CHOICE_NAMES, type Choices, isLanguage } from "#app/domain/choices.ts";
import { isCurrency } from "#app/domain/currency.ts";
import { isCountry } from "#app/domain/place.ts";
import { m } from "#app/paraglide/messages.js";

export const REGION_FIELDS = [...CHOICE_NAMES, "next"] as const;

export type RegionFaults = Partial<Record<keyof Choices, string>>;

/** The choices in the form, or a sentence about each invalid one. */
export function readRegion(form: FormData): { choices: Choices } | { faults: RegionFaults } {
  const [country, language, currency] = CHOICE_NAMES.map((name) => String(form.get(name) ?? ""));
  if (country === undefined || language === undefined || currency === undefined) return { faults: {} };
  if (isCountry(country) && isLanguage(language) && isCurrency(currency))
    return { choices: { country, language, currency } };
  return {
    faults: {
      ...(!isCountry(country) && { country: m.shell_country_unknown() }),
      ...(!isLanguage(language) && { language: m.shell_language_unknown() }),
      ...(!isCurrency(currency) && { currency: m.shell_currency_unknown() }),
    },
  };
}
