import { prefixOf, splitLocale } from "#app/domain/local-path.ts";
import { getLocale, type Locale, locales } from "#app/paraglide/runtime.js";
import { env } from "./env.server.ts";

/** The prefix of the paths in each language: "/nl", and "" for the default language. */
export const PREFIXES: readonly string[] = locales.map(prefixOf);

/** The language of a full URL of this site. */
export function localeOf(address: string): Locale {
  return splitLocale(new URL(address).pathname).locale;
}

/** A full URL of this site, for mails and search engines. The default language is that of the request. */
export function wholeAddress(path: string, locale: Locale = getLocale()): string {
  const prefix = prefixOf(locale);
  return env().baseUrl + prefix + (path === "/" && prefix !== "" ? "" : path);
}

/** The path of a page, without the language and without the ".data" of React Router's data requests. */
export function pagePath(pathname: string): string {
  return splitLocale(pathname.replace(/\/_\.data$/, "/").replace(/\.data$/, "")).path;
}

/**
 * The path and query of a URL, without the language and without what React Router adds to data requests (".data",
 * "_routes", "index").
 */
export function appPath(address: string): string {
  const url = new URL(address);
  url.searchParams.delete("_routes");
  if (url.searchParams.get("index") === "") url.searchParams.delete("index");
  return pagePath(url.pathname) + url.search;
}

/**
 * The language of a text that a person wrote, for the attribute `lang` of its element. Empty where it is that of the
 * page, or is not known.
 */
export function writtenIn(language: string | null): { lang?: string } {
  const family = (tag: string) => tag.split("-")[0];
  return language === null || family(language) === family(getLocale()) ? {} : { lang: language };
}
