import type { Locale } from "#app/paraglide/runtime.js";

/** The languages in the order of the region dialog (A9.20), each with the prefix of its URLs (decision 0008). */
export const LOCALES: readonly { locale: Locale; prefix: string; label: string }[] = [
  { locale: "en-GB", prefix: "", label: "English UK" },
  { locale: "en-US", prefix: "/en-us", label: "English US" },
  { locale: "nl", prefix: "/nl", label: "Nederlands" },
  { locale: "de", prefix: "/de", label: "Deutsch" },
  { locale: "fr", prefix: "/fr", label: "Français" },
];

const DEFAULT_LOCALE: Locale = "en-GB";

/**
 * The language of a pathname, and the path without its prefix. Also understands the data requests of React Router:
 * "/nl.data" is the home page in Dutch.
 */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
  for (const { locale, prefix } of LOCALES) {
    if (prefix !== "" && pathname === `${prefix}.data`) return { locale, path: "/" };
    if (prefix !== "" && (pathname === prefix || pathname.startsWith(`${prefix}/`))) {
      return { locale, path: pathname.slice(prefix.length) || "/" };
    }
  }
  return { locale: DEFAULT_LOCALE, path: pathname };
}

/** The same URL in another language. `href` may have a language prefix, a query and a hash. */
export function localizedHref(href: string, locale: Locale): string {
  const [, pathname = "/", rest = ""] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  const { path } = splitLocale(pathname);
  const prefix = LOCALES.find((entry) => entry.locale === locale)?.prefix ?? "";
  if (prefix === "") return path + rest;
  return (path === "/" ? prefix : prefix + path) + rest;
}
