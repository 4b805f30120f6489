import { type FormEvent, type RefObject, useState } from "react";
import { useLocation } from "react-router";
import { COUNTRIES, chosenCountry, isCountry } from "#app/domain/place.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale, isLocale } from "#app/paraglide/runtime.js";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { chooseCountry } from "../country.ts";
import { LOCALES, localizedHref } from "../locale.ts";

const FORM = "region-form";

/** Country and language (spec account §2 and §9, design §5). The language is in the address, so Confirm goes there. */
export function RegionDialog({
  open,
  onOpenChange,
  opener,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  opener?: RefObject<HTMLElement | null>;
}) {
  const { pathname, search, hash } = useLocation();
  const locale = getLocale();
  const [leaving, setLeaving] = useState(false);

  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget);
    const country = String(chosen.get("country"));
    const language = String(chosen.get("language"));
    if (isCountry(country)) chooseCountry(country);
    if (isLocale(language) && language !== locale) {
      setLeaving(true);
      window.location.assign(localizedHref(pathname + search + hash, language));
    } else onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      opener={opener}
      title={m.shell_region()}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{m.ui_cancel()}</Button>
          <Button type="submit" form={FORM} variant="primary" busy={leaving}>
            {m.shell_confirm()}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={confirm} className="grid gap-5">
        <SelectField
          label={m.shell_country()}
          name="country"
          hint={m.shell_country_hint()}
          defaultValue={chosenCountry(document.cookie)}
          options={COUNTRIES.map((value) => ({ value, label: countryName(locale, value) }))}
        />
        <SelectField
          label={m.shell_language()}
          name="language"
          defaultValue={locale}
          options={LOCALES.map((entry) => ({ value: entry.locale, label: languageName(locale, entry) }))}
        />
      </form>
    </Dialog>
  );
}

function countryName(locale: string, code: string): string {
  return new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? code;
}

/** In its own language first, for those who read no other, then in the reader's: "Nederlands (Dutch)". */
function languageName(reader: string, { locale, label }: { locale: string; label: string }): string {
  if (locale.startsWith("en")) return label;
  const there = new Intl.DisplayNames(reader, { type: "language" }).of(locale) ?? label;
  return there.toLowerCase() === label.toLowerCase() ? label : `${label} (${there})`;
}
