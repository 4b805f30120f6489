// `locale` is a BCP 47 tag.

import type { Currency, Rate } from "./currency.ts";

/** Caches one formatter per language, because creating one costs a hundred times as much as using it. */
function perLocale<Formatter>(make: (locale: string) => Formatter): (locale: string) => Formatter {
  const cache = new Map<string, Formatter>();
  return (locale) => {
    const value = cache.get(locale) ?? make(locale);
    cache.set(locale, value);
    return value;
  };
}

const amountsIn = (currency: Currency) =>
  perLocale((locale) => new Intl.NumberFormat(locale, { style: "currency", currency }));
const amounts = { EUR: amountsIn("EUR"), GBP: amountsIn("GBP"), USD: amountsIn("USD") };
const days = perLocale((locale) => dayFormat(locale, "UTC"));
const months = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }),
);
const currencies = perLocale((locale) => new Intl.DisplayNames(locale, { type: "currency" }));
const regions = perLocale((locale) => new Intl.DisplayNames(locale, { type: "region" }));
const languages = perLocale((locale) => new Intl.DisplayNames(locale, { type: "language" }));
const numbers = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const figures = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));
const changes = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, { style: "percent", signDisplay: "exceptZero", maximumFractionDigits: 2 }),
);
const kilometres = perLocale((locale) => new Intl.NumberFormat(locale, { style: "unit", unit: "kilometer" }));

/** Euro cents, always with two decimals: "€1,189.00". */
export function formatPrice(cents: number, locale: string): string {
  return amounts.EUR(locale).format(cents / 100);
}

const wholeAmounts = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: "currency", currency: "EUR", maximumFractionDigits: 0 }),
);

/** Whole euros, from one amount to another: "€95–130". */
export function formatPriceRange(low: number, high: number, locale: string): string {
  return wholeAmounts(locale)
    .formatRangeToParts(low / 100, high / 100)
    .map(({ type, source, value }) => {
      if (type === "currency" && source === "endRange") return "";
      return type === "literal" && source === "shared" && /[-–]/.test(value) ? "–" : value;
    })
    .join("");
}

/** Whole euros: "€115". */
export function formatWholePrice(cents: number, locale: string): string {
  return wholeAmounts(locale).format(cents / 100);
}

const typedAmounts = perLocale(
  (locale) => new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits: 2 }),
);

/** Euro cents without grouping: "1.00". From 1000 euros, zeros at the end are left out: "1189". */
export function formatTypedPrice(cents: number, locale: string): string {
  return cents >= 100_000 ? String(cents / 100) : typedAmounts(locale).format(cents / 100);
}

const briefAmounts = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: "currency", currency: "EUR", notation: "compact" }),
);

/** Euro cents in a short form: "€250", "€1.2K". */
export function formatBriefPrice(cents: number, locale: string): string {
  return briefAmounts(locale).format(cents / 100);
}

/** Euro cents in another currency, at its rate per euro (decision 0026): "≈ £93.10". */
export function formatApproximation(cents: number, { currency, rate }: Rate, locale: string): string {
  return `≈ ${amounts[currency](locale).format((cents * rate) / 100)}`;
}

/**
 * Formats a day with its month abbreviated: "Nov 20, 2026", as the specification has it, in both Englishes
 * (decision 0135), and as is usual in other languages.
 * @param timeZone undefined for the machine's
 */
export function dayFormat(
  locale: string,
  timeZone: string | undefined,
  parts: Intl.DateTimeFormatOptions = { dateStyle: "medium" },
): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(/^en\b/.test(locale) ? "en-US" : locale, { timeZone, ...parts });
}

/** A day in UTC, for days that are the same for everybody: "Nov 20, 2026". */
export function formatDay(moment: Date, locale: string): string {
  return days(locale).format(moment);
}

/** A month in UTC: "November 2026". */
export function formatMonth(moment: Date, locale: string): string {
  return months(locale).format(moment);
}

const shortMonths = {
  short: perLocale((locale) => new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" })),
  narrow: perLocale((locale) => new Intl.DateTimeFormat(locale, { month: "narrow", timeZone: "UTC" })),
};

/** A month without its year, in UTC: "Nov", or "N". */
export function formatShortMonth(moment: Date, width: keyof typeof shortMonths, locale: string): string {
  return shortMonths[width](locale).format(moment);
}

/** A country by its ISO 3166 code: "Netherlands". */
export function formatCountry(code: string, locale: string): string {
  return regions(locale).of(code) ?? code;
}

/** "Dutch" */
export function formatLanguage(language: string, locale: string): string {
  return languages(locale).of(language) ?? language;
}

/** A currency by its ISO 4217 code: "British Pound". */
export function formatCurrency(code: string, locale: string): string {
  return currencies(locale).of(code) ?? code;
}

/** A number with its separators: "1,234.5". Whole numbers below 1000 avoid creating a formatter, which is slow. */
export function formatNumber(value: number, locale: string): string {
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return numbers(locale).format(value);
}

/** A figure of gear, which may have hundredths: "1.25". */
export function formatFigure(value: number, locale: string): string {
  return figures(locale).format(value);
}

/** A change, in hundredths of a percent: "+10%", "-2.5%". */
export function formatChange(hundredths: number, locale: string): string {
  return changes(locale).format(hundredths / 10_000);
}

const shares = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }),
);

/** A part of a whole, 0 to 1: "12.5%". */
export function formatShare(share: number, locale: string): string {
  return shares(locale).format(share);
}

const lists = perLocale((locale) => new Intl.ListFormat(locale));
/** French and Dutch have unusual abbreviations: "il y a 2 m." reads as metres, "2 dgn geleden" as a shorthand. */
const spans = perLocale(
  (locale) => new Intl.RelativeTimeFormat(locale, { style: /^(fr|nl)/.test(locale) ? "long" : "short" }),
);
const waits = {
  second: perLocale(
    (locale) => new Intl.NumberFormat(locale, { style: "unit", unit: "second", unitDisplay: "long" }),
  ),
  minute: perLocale(
    (locale) => new Intl.NumberFormat(locale, { style: "unit", unit: "minute", unitDisplay: "long" }),
  ),
};

/** A list in words: "Wilson, Head and Yonex". */
export function formatList(values: readonly string[], locale: string): string {
  return lists(locale).format(values);
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Each unit of time, its length, and the count from which the next unit is used. */
const UNITS = [
  ["minute", MINUTE_MS, 60],
  ["hour", 60 * MINUTE_MS, 24],
  ["day", DAY_MS, 14],
  ["week", 7 * DAY_MS, 9],
  ["month", 30.44 * DAY_MS, 12],
  ["year", 365.25 * DAY_MS, Number.POSITIVE_INFINITY],
] as const;

/** "5 min ago", "2 days ago", "3 mo ago". A moment after `now` counts as a minute ago. */
export function formatAgo(moment: Date, now: Date, locale: string): string {
  const ago = Math.max(MINUTE_MS, now.getTime() - moment.getTime());
  const [unit, length] = UNITS.find(([, length, most]) => ago < most * length) ?? UNITS[5];
  return spans(locale).format(-Math.max(1, Math.floor(ago / length)), unit);
}

/** How long to wait, in the unit that fits: "1 second", "40 seconds", "2 minutes". */
export function formatWait(seconds: number, locale: string): string {
  return seconds <= 60
    ? waits.second(locale).format(seconds)
    : waits.minute(locale).format(Math.ceil(seconds / 60));
}

/** Whole kilometres, at least one. */
export function formatKm(km: number, locale: string): string {
  return kilometres(locale).format(Math.max(1, Math.round(km)));
}

const rules = new Map<string, Intl.PluralRules>();

/** Whether a noun with this count has its singular: with 1, and in French also with 0 ("0 annonce"). */
export function isSingular(count: number, locale: string): boolean {
  const rule = rules.get(locale) ?? new Intl.PluralRules(locale);
  rules.set(locale, rule);
  return rule.select(count) === "one";
}
