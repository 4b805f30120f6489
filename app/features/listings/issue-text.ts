import { type IssueCode, isIssueCode } from "#app/domain/categories/fields/kind.ts";
import { formatPrice, formatTypedPrice } from "#app/domain/format.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";

interface FieldTexts {
  readonly label: string;
  readonly requiredText: string;
}

const TEXTS: Readonly<Record<IssueCode, (field: FieldTexts, parameters: readonly string[]) => string>> = {
  required: (field) => field.requiredText,
  characters: (field) => m.listing_error_characters({ label: field.label }),
  too_long: (field, [max = ""]) => m.listing_error_too_long({ label: field.label, max }),
  not_a_month: (field) => m.listing_error_month({ label: field.label }),
  not_a_number: (field) => m.listing_error_number({ label: field.label }),
  ambiguous_amount: (_, parameters) => {
    const [first = 0, other = 0] = parameters.map(Number);
    const locale = getLocale();
    return m.listing_error_ambiguous_amount({
      one: formatPrice(first, locale),
      other: formatPrice(other, locale),
      typedOne: formatTypedPrice(first, locale),
      typedOther: formatTypedPrice(other, locale),
    });
  },
  other_currency: () => m.listing_error_other_currency(),
  not_an_amount: (field) => m.listing_error_amount({ label: field.label }),
  range: (field, [min = "", max = ""]) => m.listing_error_range({ label: field.label, min, max }),
  step: (field, [step = ""]) => m.listing_error_step({ label: field.label, step }),
  not_offered: (field) => m.listing_error_option({ label: field.label }),
  too_high: (field, [max = ""]) => m.listing_error_too_high({ label: field.label, max }),
  too_many_photos: () => m.photos_too_many_total(),
  negative: (field) => m.listing_error_negative({ label: field.label }),
  postal_code: () => m.listing_error_postal_code(),
  unknown_place: () => m.listing_error_unknown_place(),
  country: () => m.listing_error_country(),
};

/** What is wrong with a field, in words: `issue` comes from `issue()`, or is a refusal's sentence, which stays. */
export function issueText(issue: string, field: FieldTexts): string {
  const [code = "", ...parameters] = issue.split(":");
  return isIssueCode(code) ? TEXTS[code](field, parameters) : issue;
}
