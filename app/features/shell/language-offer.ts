import { href } from "react-router";
import { choicesIn, isLanguage, LANGUAGES, type Language } from "#app/domain/choices.ts";
import { browserCookie } from "#app/domain/cookie-name.ts";
import { getLocale } from "#app/paraglide/runtime.js";

const KEY = "languageOffer";
const YEAR_SECONDS = 31_536_000;

const family = (tag: string) => tag.toLowerCase().split("-")[0] ?? "";

/**
 * The language to offer on a page (docs/decisions/0008): the visitor's choice, or else the first language of the
 * browser that the shop has. Null when the page is in this language; British and American English count as one.
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

/** `languageToOffer` for the current page; also null when the visitor declined the language. */
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
    // Private windows may have no storage. The next page will offer the language again.
  }
}

/**
 * Stores that the visitor chose `language`, also in the account of a signed-in user, and that they declined the one that
 * its pages would offer. Otherwise the next page would offer it, if the root loader reads the account before it has
 * changed: then it restores the cookie.
 */
export function rememberLanguage(language: Language, { signedIn }: { signedIn: boolean }): void {
  const declining = languageToOffer(language, choicesIn(document.cookie).language, navigator.languages);
  if (declining !== null) decline(declining);
  // biome-ignore lint/suspicious/noDocumentCookie: some supported browsers lack the Cookie Store API.
  document.cookie = browserCookie("language", language, YEAR_SECONDS, location.protocol === "https:");
  if (!signedIn) return;
  const form = new URLSearchParams({ language });
  // The request goes on while the browser opens the next page. That page works without it, so nobody waits for it.
  const headers = { accept: "application/json" };
  const sent = { method: "POST", body: form, headers, keepalive: true };
  void fetch(href("/preferences/language"), sent).catch(() => {});
}
