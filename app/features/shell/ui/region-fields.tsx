import { useRouteLoaderData } from "react-router";
import type { Choices } from "#app/domain/choices.ts";
import { CURRENCIES } from "#app/domain/currency.ts";
import { formatCountry, formatCurrency, formatDay, formatLanguage } from "#app/domain/format.ts";
import { COUNTRIES } from "#app/domain/place.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { LOCALES } from "../canonical.ts";
import type { ShellData } from "../shell-data.ts";

/** Country, language and currency, in the specification's order. */
export function RegionFields({
  formId,
  now,
  faults = {},
}: {
  formId: string;
  now: Choices;
  /** By field; "" for the whole form. */
  faults?: Readonly<Record<string, string>>;
}) {
  const locale = getLocale();
  const dated = useRouteLoaderData<ShellData>("root")?.ratesDated;
  return (
    <>
      <FormErrors formId={formId} errors={faults} />
      <SelectField
        id={`${formId}-country`}
        label={m.shell_country()}
        name="country"
        hint={m.shell_country_hint()}
        error={faults.country}
        defaultValue={now.country}
        options={COUNTRIES.map((value) => ({ value, label: formatCountry(value, locale) }))}
      />
      <SelectField
        id={`${formId}-language`}
        label={m.shell_language()}
        name="language"
        error={faults.language}
        defaultValue={now.language}
        options={LOCALES.map((entry) => ({ value: entry.locale, label: languageName(locale, entry) }))}
      />
      <SelectField
        id={`${formId}-currency`}
        label={m.shell_currency()}
        name="currency"
        hint={dated && m.shell_currency_hint({ date: formatDay(new Date(dated), locale) })}
        error={faults.currency}
        defaultValue={now.currency}
        options={CURRENCIES.map((value) => ({ value, label: `${value} · ${formatCurrency(value, locale)}` }))}
      />
    </>
  );
}

/** "Nederlands (Dutch)": first for people who read only that language, then for the reader of the page. */
function languageName(reader: string, { locale, label }: { locale: string; label: string }): string {
  if (locale.startsWith("en")) return label;
  const translated = formatLanguage(locale, reader);
  return translated.toLowerCase() === label.toLowerCase() ? label : `${label} (${translated})`;
}
