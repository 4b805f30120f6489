import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { type Criterion, DEFAULT_DISTANCE } from "#app/domain/categories/derive/search.ts";
import { optionOf } from "#app/domain/categories/field-kinds.ts";
import { formatNumber, formatPrice } from "#app/domain/format.ts";
import { formatPlace } from "#app/domain/place.ts";
import type { DateFilter, Range, Search } from "#app/domain/search.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { brandText, fieldLabel, optionLabel, valueText } from "./texts.server.ts";

export const DATE_TEXTS: Readonly<Record<DateFilter, () => string>> = {
  all: m.browse_date_all,
  today: m.browse_date_today,
  week: m.browse_date_week,
  month: m.browse_date_month,
  three_months: m.browse_date_three_months,
  six_months: m.browse_date_six_months,
  year: m.browse_date_year,
};

function rangeText(range: Range | undefined, format: (value: number) => string): string {
  const { min = null, max = null } = range ?? {};
  if (min !== null && max !== null) return m.browse_chip_between({ min: format(min), max: format(max) });
  if (min !== null) return m.browse_chip_from({ min: format(min) });
  return m.browse_chip_to({ max: format(max ?? 0) });
}

/** "Wilson", "Weight 250 g to 300 g". `town` is the town of the searched postal code, if known. */
export function criterionLabel(
  definition: CategoryDefinition,
  search: Search,
  criterion: Criterion,
  town: string | null = null,
): string {
  const value = criterionValue(definition, search, criterion, town);
  return criterion.about === "range" ? `${fieldLabel(definition, criterion.field ?? "")} ${value}` : value;
}

/** Without its filter's name: "Wilson", "250 g to 300 g". */
export function criterionValue(
  definition: CategoryDefinition,
  search: Search,
  criterion: Criterion,
  town: string | null = null,
): string {
  const { about, field: name = "", value = "", range } = criterion;
  const locale = getLocale();
  switch (about) {
    case "q":
      return m.browse_chip_words({ words: value });
    case "date":
      return DATE_TEXTS[value as DateFilter]();
    case "brand":
      return brandText(value);
    case "price":
      return rangeText(range, (cents) => formatPrice(cents, locale));
    case "location":
      return m.browse_chip_within({
        distance: formatNumber(search.maxDistance ?? DEFAULT_DISTANCE, locale),
        place: search.place ? formatPlace(search.place, town) : "",
      });
    case "choice": {
      const field = definition.fields[name];
      const option = field && "options" in field ? optionOf(field.options, value) : undefined;
      return option ? optionLabel(option) : value;
    }
    case "range": {
      const field = definition.fields[name];
      return rangeText(range, (number) => (field ? valueText(field, number) : String(number)));
    }
  }
}
