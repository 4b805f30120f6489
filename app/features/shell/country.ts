import { COUNTRIES, type Country, isCountry } from "#app/domain/place.ts";

const KEY = "country";
const YEAR_SECONDS = 31_536_000;

/** The country that a person chose in this browser; the Netherlands until then (spec account §9). */
export function chosenCountry(): Country {
  try {
    const stored = localStorage.getItem(KEY) ?? "";
    return isCountry(stored) ? stored : COUNTRIES[0];
  } catch {
    return COUNTRIES[0];
  }
}

/** Keeps the choice for this browser, and in the cookie `country` for the server. */
export function chooseCountry(country: Country): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve.
  document.cookie = `${KEY}=${country}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  try {
    localStorage.setItem(KEY, country);
  } catch {
    // Storage is closed to us: the cookie has it.
  }
}
