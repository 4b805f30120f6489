/** Prices, dates and distances as people read them. `locale` is a BCP 47 tag. */

/** Euro cents, always with two decimals (marketplace spec §1): "€1,189.00". */
export function formatPrice(cents: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(cents / 100);
}

/** A day, by UTC: "Nov 20, 2026" in English (account-shell-home spec §9), the language's own order elsewhere. */
export function formatDay(moment: Date, locale: string): string {
  const tag = locale.startsWith("en") ? "en-US" : locale;
  return new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" }).format(moment);
}

export function formatNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value);
}

/** Whole kilometres from one on. */
export function formatKm(km: number, locale: string): string {
  const rounded = Math.max(1, Math.round(km));
  return new Intl.NumberFormat(locale, { style: "unit", unit: "kilometer" }).format(rounded);
}
