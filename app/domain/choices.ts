import { withoutPrefix } from "./cookie-name.ts";
import { type Currency, isCurrency } from "./currency.ts";
import { COUNTRIES, type Country, isCountry } from "./place.ts";

/** The languages of the specification (A9.20), the default first. */
export const LANGUAGES = ["en-GB", "en-US", "nl", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

export function isLanguage(value: string): value is Language {
  return (LANGUAGES as readonly string[]).includes(value);
}

/** Where somebody is, what they read and which money they think in (A2.119). */
export interface Choices {
  readonly country: Country;
  readonly language: Language;
  readonly currency: Currency;
}

/** The same, where each may never have been chosen. */
export type SomeChoices = { readonly [Name in keyof Choices]: Choices[Name] | null };

export const NOTHING_CHOSEN: SomeChoices = { country: null, language: null, currency: null };

/** The cookies in which a browser keeps them have their names. */
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

/** What a Cookie header says was chosen; what nobody can have chosen was not. */
export function choicesIn(cookies: string | null): SomeChoices {
  if (!cookies) return NOTHING_CHOSEN;
  const found: Partial<Record<string, string>> = Object.fromEntries(pairsOf(cookies));
  const read = <Name extends keyof Choices>(name: Name): Choices[Name] | null => {
    const value = found[name] ?? "";
    return UNDERSTOOD[name](value) ? value : null;
  };
  return { country: read("country"), language: read("language"), currency: read("currency") };
}

/** Whether a Cookie header holds choices alone: then it tells nobody from another who chose the same. */
export function onlyChoices(cookies: string): boolean {
  return pairsOf(cookies).every(([name, value]) => isChoice(name) && UNDERSTOOD[name](value));
}

/** What is first chosen for who never did (A9.19); the language is the address's. */
export const DEFAULT_COUNTRY: Country = COUNTRIES[0];
