import { LOCALES, localizedHref } from "./locale.ts";

/**
 * The one path under which a page is to be found: what the last route says that says anything (`canonicalPath` in its
 * data, with the query that belongs to it, without a language). Null: search engines are to leave it out.
 */
export function canonicalOf(loaderData: readonly unknown[]): string | null {
  return loaderData.reduce<string | null>((found, data) => {
    if (typeof data !== "object" || data === null || !("canonicalPath" in data)) return found;
    return typeof data.canonicalPath === "string" ? data.canonicalPath : null;
  }, null);
}

/** The page in each language (decision 0008), for `<link rel="alternate" hreflang>`. */
export function alternatesOf(origin: string, path: string): { hrefLang: string; href: string }[] {
  return [
    ...LOCALES.map(({ locale }) => ({ hrefLang: locale, href: origin + localizedHref(path, locale) })),
    { hrefLang: "x-default", href: origin + path },
  ];
}
