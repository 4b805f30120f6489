import { pagingOf } from "#app/features/listings/rules.ts";
import { EVERYTHING, parseEverything } from "#app/features/search/engine/everything.ts";
import { searchListings } from "#app/features/search/engine/search.server.ts";
import { limitSearch } from "#app/features/search/limit.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { writtenPlace } from "./written-place.server.ts";

/** Serves the results page of all categories, and the requests for further cards of that page. */
export async function searchEverywhere(request: Request, params: URLSearchParams) {
  const viewer = await viewerOf(request);
  const requested = parseEverything(params);
  if (!viewer) await limitSearch(request, requested);
  const exact = params.get("exact") === "1";
  const place = await writtenPlace(requested, params);
  const context = { centre: place.centre, ...pagingOf(request.headers, params), now: new Date() };
  const found = await searchListings(
    EVERYTHING,
    place.search,
    { ...context, meaning: null, viewerId: null },
    exact,
  );
  return { viewer, exact, place, search: place.search, context, found };
}
