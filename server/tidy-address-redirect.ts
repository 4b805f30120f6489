import { tidyPath } from "#app/domain/tidy-path.ts";
import { localizedHref, splitLocale } from "#app/features/shell/locale.ts";

/** The permanent redirect to the canonical spelling of a URL; null when the URL is canonical. */
export function tidyAddressRedirect(request: Request): Response | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const { pathname, search } = new URL(request.url);
  if (pathname.endsWith(".data")) return null;
  const written = pathname.replace(/^\/(en-us|nl|de|fr)(?=\/|$)/i, (prefix) => prefix.toLowerCase());
  const { locale, path } = splitLocale(written);
  const tidy = localizedHref(tidyPath(path), locale);
  // "//elsewhere" would lead to another site.
  if (tidy === pathname || tidy.startsWith("//")) return null;
  const headers = { location: tidy + search, "cache-control": "public, max-age=3600" };
  return new Response(null, { status: 301, headers });
}
