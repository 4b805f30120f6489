import { browseAddressOf } from "#app/features/listings/addresses.server.ts";
import { browseSearch } from "#app/features/listings/browse-search.server.ts";
import { presentCounts } from "#app/features/listings/browse-view.server.ts";
import { facetCounts } from "#app/features/listings/facets.server.ts";
import { searchListings } from "#app/features/listings/search.server.ts";
import { limitSearch } from "#app/features/search/limit.server.ts";
import { withWords } from "#app/features/search/understand.server.ts";
import type { Route } from "./+types/browse-counts.route";

/**
 * The counts beside the options of a browse page, loaded separately for signed-in visitors, whose page is not cached.
 * `in` is the page's path, the rest is its query.
 */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  const params = new URL(request.url).searchParams;
  const address = browseAddressOf(params.get("in") ?? "");
  if (!address) return new Response(null, { status: 404 });
  const { definition, search, context, visit, exact } = await browseSearch(request, address, params);
  if (!visit) await limitSearch(request, search);
  // Only a search shows how the words are understood.
  const { understood } = await withWords(search.q, exact, async ({ wanted }) =>
    search.q === "" ? { total: 0 } : searchListings(definition, search, { ...context, wanted }),
  );
  const counts = await facetCounts(definition, search, { ...context, wanted: understood.wanted });
  return Response.json(presentCounts(counts));
}
