import { localizedHref } from "#app/domain/local-path.ts";
import { LOCALES } from "./locale.ts";

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
