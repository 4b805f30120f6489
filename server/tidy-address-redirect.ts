import { localizedHref, splitLocale } from "#app/domain/local-path.ts";
import { tidyPath } from "#app/domain/tidy-path.ts";

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
