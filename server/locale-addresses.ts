import { localizedHref, splitLocale } from "#app/domain/local-path.ts";
import { tidyPath } from "#app/domain/tidy-path.ts";
import settings from "../project.inlang/settings.json" with { type: "json" };

/** Web workers and the viewer of the API have no texts of ours, so all languages share them. */
export function isShared(name: string): boolean {
  return name.includes(".worker-") || name.startsWith("swagger-ui-");
}

/** Lists of preloaded scripts leave out the first slash. */
const SCRIPT = /(["'`]\/?assets\/)([\w.-]+\.js)(?=["'`])/g;

/**
 * Replaces the URLs of scripts in a text by those of a language: "/assets/home.js" by "/assets/de/home.js". The base
 * language has no folder.
 */
export function localeAddresses(text: string, locale: string): string {
  if (locale === settings.baseLocale) return text;
  return text.replace(SCRIPT, (address, start: string, name: string) =>
    isShared(name) ? address : `${start}${locale}/${name}`,
  );
}

/**
 * The permanent redirect to the canonical spelling of a URL; null when the URL is canonical. The router finds a page
 * only below the prefix of its language as links write it, so a form and a data request get this redirect too.
 */
export function tidyAddressRedirect({ method, url }: Request): Response | null {
  const { pathname, search } = new URL(url);
  const ending = pathname.endsWith(".data") ? ".data" : "";
  const { locale, path } = splitLocale(pathname.slice(0, pathname.length - ending.length));
  const isRead = method === "GET" || method === "HEAD";
  const tidy = localizedHref(isRead && ending === "" ? tidyPath(path) : path, locale) + ending;
  if (tidy === pathname) return null;
  // With 308 a form is sent again as a form.
  const headers = { location: tidy + search, "cache-control": "public, max-age=3600" };
  return new Response(null, { status: isRead ? 301 : 308, headers });
}
