import { LOCALES, localizedHref } from "./locale.ts";

/**
 * The one path of a page: the last route that says it in its data (`canonicalPath`, with the query that belongs to
 * it, without a language), else the root's own.
 */
export function canonicalOf(loaderData: readonly unknown[]): string | undefined {
  return loaderData.reduce<string | undefined>((found, data) => {
    if (typeof data !== "object" || data === null || !("canonicalPath" in data)) return found;
    return typeof data.canonicalPath === "string" ? data.canonicalPath : found;
  }, undefined);
}

/** The page in each language (design §5), for `<link rel="alternate" hreflang>`. */
export function alternatesOf(origin: string, path: string): { hrefLang: string; href: string }[] {
  return [
    ...LOCALES.map(({ locale }) => ({ hrefLang: locale, href: origin + localizedHref(path, locale) })),
    { hrefLang: "x-default", href: origin + path },
  ];
}
