import { COUNTRY_COOKIE, type Country } from "#app/domain/place.ts";

const YEAR_SECONDS = 31_536_000;

/** Keeps the choice for this browser, where the server reads it too: it is what postal codes begin with. */
export function chooseCountry(country: Country): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve.
  document.cookie = `${COUNTRY_COOKIE}=${country}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}
