import { choicesIn, isLanguage, LANGUAGES, type Language } from "#app/domain/choices.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { browserCookie } from "./browser-cookie.ts";

/** The language whose offer was declined. */
const KEY = "languageOffer";
const YEAR_SECONDS = 31_536_000;

const family = (tag: string) => tag.toLowerCase().split("-")[0] ?? "";

/**
 * The language to offer somebody on a page (docs/decisions/0008): the one they chose, else the first of their browser's
 * that we speak. None where the page is in it: who reads one English reads the other.
 */
export function languageToOffer(
  page: Language,
  chosen: Language | null,
  browser: readonly string[],
): Language | null {
  const spoken = (tag: string) => LANGUAGES.find((language) => family(language) === family(tag));
  const wanted = chosen ?? browser.map(spoken).find((language) => language !== undefined) ?? null;
  return wanted !== null && family(wanted) !== family(page) ? wanted : null;
}

/** What to offer in this browser, on this page; nothing that was declined before. */
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
    // A private window: it is offered again with the next page.
  }
}

/** Somebody went to another language by themselves: it is the one that they read from now on. */
export function rememberLanguage(language: Language): void {
  const declining = languageToOffer(language, choicesIn(document.cookie).language, navigator.languages);
  if (declining !== null) decline(declining);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve.
  document.cookie = browserCookie("language", language, YEAR_SECONDS);
}
