import { choicesIn, isLanguage, LANGUAGES, type Language } from "#app/domain/choices.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { browserCookie } from "#app/ui/browser-cookie.ts";

/** The key of the declined language in localStorage. */
const KEY = "languageOffer";
const YEAR_SECONDS = 31_536_000;

const family = (tag: string) => tag.toLowerCase().split("-")[0] ?? "";

/**
 * The language to offer on a page (docs/decisions/0008): the visitor's choice, else the first of the browser's
 * languages that the shop has. Null when the page is in that language; British and American English count as the same.
 */
export function languageToOffer(
  page: Language,
  chosen: Language | null,
  browser: readonly string[],
): Language | null {
  const supported = (tag: string) => LANGUAGES.find((language) => family(language) === family(tag));
  const wanted = chosen ?? browser.map(supported).find((language) => language !== undefined) ?? null;
  return wanted !== null && family(wanted) !== family(page) ? wanted : null;
}

/** The language to offer on this page; null for none, or when the visitor declined it. */
export function offerHere(): Language | null {
  const page = getLocale();
  if (!isLanguage(page)) return null;
  const offered = languageToOffer(page, choicesIn(document.cookie).language, navigator.languages);
  return offered !== null && declined() !== offered ? offered : null;
}

function declined(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function decline(offered: Language): void {
  try {
    localStorage.setItem(KEY, offered);
  } catch {
    // A private window has no storage, so the next page offers it again.
  }
}

/**
 * Stores the language that the user chose by opening a page in it. Also stores that they declined the language that
 * would otherwise be offered there.
 */
export function rememberLanguage(language: Language): void {
  const declining = languageToOffer(language, choicesIn(document.cookie).language, navigator.languages);
  if (declining !== null) decline(declining);
  // biome-ignore lint/suspicious/noDocumentCookie: some supported browsers lack the Cookie Store API.
  document.cookie = browserCookie("language", language, YEAR_SECONDS);
}
