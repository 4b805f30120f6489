import { searchNames } from "#app/domain/categories/derive/search.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { INDEXING } from "#app/domain/indexing.ts";

/** URLs that are not in app/routes.ts, because server/app.ts answers them. Robots may read the files of photos. */
const HOST_PATHS = ["/events", "/healthz", "/metrics", "/readyz"];

/** The query parameters that exclude a browse page from search engines: all except the brand and the page. */
function filterParams(): string[] {
  const all = new Set(["exact", "preselected", ...CATEGORIES.flatMap(searchNames)]);
  for (const name of ["brand", "page"]) all.delete(name);
  return [...all].sort();
}

/** Turns "/rackets/:id/edit" into "/*\/edit$", since robots.txt has no parameters. */
function robotsPattern(place: string): string {
  return place.includes("/:") ? `${place.replace(/^.*\/:[^/]+/, "/*")}$` : place;
}

/**
 * robots.txt disallows private pages in every language, and filtered browse pages, of which there are more than
 * listings.
 * @param prefixes of the languages in URLs, without a slash at the end
 */
export function robotsText(prefixes: readonly string[], sitemap: string): string {
  const closed = Object.keys(INDEXING).filter((place) => INDEXING[place] === "closed");
  const patterns = [...new Set(closed.map(robotsPattern))].sort();
  const places = patterns.flatMap((place) =>
    place.startsWith("/*") ? [place] : prefixes.map((prefix) => prefix + place),
  );
  const narrowing = filterParams().flatMap((name) => [`/*?${name}=`, `/*&${name}=`]);
  const lines = [...HOST_PATHS, ...places, ...narrowing, "/*&brand="].map((place) => `Disallow: ${place}`);
  return ["User-agent: *", ...lines, "", `Sitemap: ${sitemap}`, ""].join("\n");
}

/**
 * robots.txt where search engines are kept out. It allows all URLs, because robots must read the noindex headers.
 */
export const ROBOTS_ALLOW_ALL = "User-agent: *\nDisallow:\n";
