import { rangeParams } from "#app/domain/categories/derive/search.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { INDEXING } from "#app/domain/indexing.ts";

/** What the host answers by itself, which is in no table of routes. */
const OF_THE_HOST = ["/events", "/healthz", "/metrics", "/readyz"];

/** What a browse page can be asked that leads to no page which is found. Its brand and its page do, when they come first. */
function narrowingParams(): string[] {
  const ofAll = [
    "q",
    "sort",
    "dateFilter",
    "country",
    "postalCode",
    "maxDistance",
    "perPage",
    "exact",
    "preselected",
  ];
  const ofFilters = CATEGORIES.flatMap(({ filters }) =>
    filters.flatMap((filter) => {
      if (filter.by === "choice") return [filter.field];
      if (filter.by === "range") return Object.values(rangeParams(filter.field));
      return filter.by === "price" ? Object.values(rangeParams("price")) : [];
    }),
  );
  return [...new Set([...ofAll, ...ofFilters])].sort();
}

/** "/rackets/:id/edit" -> "/*\/edit$": a robot knows no parameters. */
function asRobotsReadIt(place: string): string {
  return place.includes("/:") ? `${place.replace(/^.*\/:[^/]+/, "/*")}$` : place;
}

/**
 * What robots are asked to stay away from: what is somebody's own, in every language (`prefixes`, each without a slash
 * at its end), and every address of a browse page that only narrows, of which there are more than listings.
 */
export function robotsText(prefixes: readonly string[], sitemap: string): string {
  const closed = Object.keys(INDEXING).filter((place) => INDEXING[place] === "closed");
  const own = [...new Set(closed.map(asRobotsReadIt))].sort();
  const places = own.flatMap((place) =>
    place.startsWith("/*") ? [place] : prefixes.map((prefix) => prefix + place),
  );
  const narrowing = narrowingParams().flatMap((name) => [`/*?${name}=`, `/*&${name}=`]);
  const lines = [...OF_THE_HOST, ...places, ...narrowing, "/*&brand="].map((place) => `Disallow: ${place}`);
  return ["User-agent: *", ...lines, "", `Sitemap: ${sitemap}`, ""].join("\n");
}

/** Where search engines are kept out: robots may look, or they would never read in the answers that nothing is to be shown. */
export const ROBOTS_OF_HIDDEN = "User-agent: *\nDisallow:\n";
