import { baseLocale, getLocale, type Locale, locales } from "#app/paraglide/runtime.js";
import { env } from "./env.server.ts";

// The default language has no prefix (docs/decisions/0008).
function prefixOf(locale: Locale): string {
  return locale === baseLocale ? "" : `/${locale.toLowerCase()}`;
}

/** The prefix of the paths in each language: "/nl", and "" for the default language. */
export const PREFIXES: readonly string[] = locales.map(prefixOf);

function localeOfPath(path: string): Locale {
  const page = `${path.replace(/\.data$/, "")}/`;
  return locales.find((one) => prefixOf(one) && page.startsWith(`${prefixOf(one)}/`)) ?? baseLocale;
}

/** The language of a full URL of this site. */
export function localeOf(address: string): Locale {
  return localeOfPath(new URL(address).pathname);
}

/** A full URL of this site, for mails and search engines. The default language is that of the request. */
export function wholeAddress(path: string, locale: Locale = getLocale()): string {
  const prefix = prefixOf(locale);
  return env().baseUrl + prefix + (path === "/" && prefix !== "" ? "" : path);
}

/**
 * The path and query of a URL, without the language and without what React Router adds to data requests (".data",
 * "_routes", "index").
 */
export function appPath(address: string): string {
  const url = new URL(address);
  let path = url.pathname.replace(/\/_\.data$/, "/").replace(/\.data$/, "");
  path = path.slice(prefixOf(localeOfPath(path)).length) || "/";
  url.searchParams.delete("_routes");
  if (url.searchParams.get("index") === "") url.searchParams.delete("index");
  return path + url.search;
}
