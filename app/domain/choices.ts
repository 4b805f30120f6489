import { withoutPrefix } from "./cookie-name.ts";
import { type Currency, isCurrency } from "./currency.ts";
import { COUNTRIES, type Country, isCountry } from "./place.ts";

/** The languages of the specification, the default first. */
export const LANGUAGES = ["en-GB", "en-US", "nl", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

export function isLanguage(value: string): value is Language {
  return (LANGUAGES as readonly string[]).includes(value);
}

/** The visitor's country, language and currency. */
export interface Choices {
  readonly country: Country;
  readonly language: Language;
  readonly currency: Currency;
}

/** The choices of a visitor, each null when the visitor has not made it. */
export type SomeChoices = { readonly [Name in keyof Choices]: Choices[Name] | null };

export const NOTHING_CHOSEN: SomeChoices = { country: null, language: null, currency: null };

/** The cookies that store the choices have these names. */
export const CHOICE_NAMES = ["country", "language", "currency"] as const;

const UNDERSTOOD: { readonly [Name in keyof Choices]: (value: string) => value is Choices[Name] } = {
  country: isCountry,
  language: isLanguage,
  currency: isCurrency,
};

function isChoice(name: string): name is keyof Choices {
  return (CHOICE_NAMES as readonly string[]).includes(name);
}

function pairsOf(cookies: string): (readonly [name: string, value: string])[] {
  return cookies.split(/;\s*/).map((pair) => {
    const at = pair.indexOf("=");
    return [withoutPrefix(pair.slice(0, at)), pair.slice(at + 1)] as const;
  });
}

/** Invalid values are ignored. */
export function choicesIn(cookies: string | null): SomeChoices {
  if (!cookies) return NOTHING_CHOSEN;
  const values: Partial<Record<string, string>> = Object.fromEntries(pairsOf(cookies));
  const read = <Name extends keyof Choices>(name: Name): Choices[Name] | null => {
    const value = values[name] ?? "";
    return UNDERSTOOD[name](value) ? value : null;
  };
  return { country: read("country"), language: read("language"), currency: read("currency") };
}

/** The cookie with the layout that a page measured, set when the request's headers suggest the other layout. */
export const LAYOUT_COOKIE = "layout";
const LAYOUTS = ["compact", "wide"] as const;
export type Layout = (typeof LAYOUTS)[number];

function isLayout(value: string): value is Layout {
  return (LAYOUTS as readonly string[]).includes(value);
}

export function layoutIn(cookies: string | null): Layout | null {
  const value = cookies ? pairsOf(cookies).find(([name]) => name === LAYOUT_COOKIE)?.[1] : undefined;
  return value !== undefined && isLayout(value) ? value : null;
}

/** The cookie with the browser's time zone. */
export const TIME_ZONE_COOKIE = "timezone";

function isTimeZoneName(value: string): boolean {
  return /^[A-Za-z][\w+/-]{1,63}$/.test(value);
}

/** Null without a time zone that the server knows. */
export function timeZoneIn(cookies: string | null): string | null {
  const value = cookies ? pairsOf(cookies).find(([name]) => name === TIME_ZONE_COOKIE)?.[1] : undefined;
  if (value === undefined || !isTimeZoneName(value)) return null;
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return value;
  } catch {
    return null;
  }
}

/**
 * Whether a Cookie header holds only choices, the layout and the time zone, so that it does not identify the visitor.
 */
export function onlyChoices(cookies: string): boolean {
  return pairsOf(cookies).every(([name, value]) => {
    if (name === LAYOUT_COOKIE) return isLayout(value);
    if (name === TIME_ZONE_COOKIE) return isTimeZoneName(value);
    return isChoice(name) && UNDERSTOOD[name](value);
  });
}

/** The default country. */
export const DEFAULT_COUNTRY: Country = COUNTRIES[0];
