import { localizedHref } from "#app/domain/local-path.ts";
import type { Locale } from "#app/paraglide/runtime.js";

/** The languages in the order of the region dialog. */
export const LOCALES: readonly { locale: Locale; label: string }[] = [
  { locale: "en-GB", label: "English UK" },
  { locale: "en-US", label: "English US" },
  { locale: "nl", label: "Nederlands" },
  { locale: "de", label: "Deutsch" },
  { locale: "fr", label: "Français" },
];

/**
 * The canonical path of a page, with its query and without a language prefix: the `canonicalPath` of the innermost
 * route whose loader data has one. Null means that search engines must not index the page.
 */
export function canonicalOf(loaderData: readonly unknown[]): string | null {
  return loaderData.reduce<string | null>((canonical, data) => {
    if (typeof data !== "object" || data === null || !("canonicalPath" in data)) return canonical;
    return typeof data.canonicalPath === "string" ? data.canonicalPath : null;
  }, null);
}

/**
 * The values of `<link rel="alternate" hreflang>`: the page's URL in each language, and the default (decision 0008).
 */
export function alternatesOf(origin: string, path: string): { hrefLang: string; href: string }[] {
  return [
    ...LOCALES.map(({ locale }) => ({ hrefLang: locale, href: origin + localizedHref(path, locale) })),
    { hrefLang: "x-default", href: origin + path },
  ];
}
