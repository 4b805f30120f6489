import type { Locale } from "#app/paraglide/runtime.js";

/** The languages, in the order of the dialog (A9.20), with the start of their addresses (decision 0008). */
export const LOCALES: readonly { locale: Locale; prefix: string; label: string }[] = [
  { locale: "en-GB", prefix: "", label: "English UK" },
  { locale: "en-US", prefix: "/en-us", label: "English US" },
  { locale: "nl", prefix: "/nl", label: "Nederlands" },
  { locale: "de", prefix: "/de", label: "Deutsch" },
  { locale: "fr", prefix: "/fr", label: "Français" },
];

/** The language that an address without a prefix is in. */
const DEFAULT_LOCALE: Locale = "en-GB";

/**
 * Takes the language off a pathname. The path of a language's home page is "/", also where React Router asks for its
 * data: at "/nl.data".
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

/** The same place in another language. Takes a path with or without a language, query and hash included. */
export function localizedHref(href: string, locale: Locale): string {
  const [, pathname = "/", rest = ""] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  const { path } = splitLocale(pathname);
  const prefix = LOCALES.find((entry) => entry.locale === locale)?.prefix ?? "";
  if (prefix === "") return path + rest;
  return (path === "/" ? prefix : prefix + path) + rest;
}
