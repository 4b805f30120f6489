import { browseAddressOf } from "#app/features/browse/addresses.server.ts";
import { browseSearch, limitSearch } from "#app/features/browse/browse-search.server.ts";
import { presentFacetCounts } from "#app/features/browse/browse-view.server.ts";
import { interpretTyped } from "#app/features/search/dictionary/interpret.server.ts";
import { facetCounts } from "#app/features/search/facets/facets.server.ts";
import { questionOf, searchListings } from "#app/features/search/search.server.ts";
import type { Route } from "./+types/browse-counts.route";

/**
 * Loaded separately for signed-in people, whose page is not cached. `in` is the path of the browse page; the other
 * parameters are its query.
 */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  const params = new URL(request.url).searchParams;
  const address = browseAddressOf(params.get("in") ?? "");
  if (!address) return new Response(null, { status: 404 });
  const { definition, search, context, visit, exact } = await browseSearch(request, address, params);
  if (!visit) await limitSearch(request, search);
  // The words of a search may stand for filters, so they are interpreted before the results are counted.
  const results = search.q === "" ? null : await searchListings(definition, search, context, exact);
  const asked = results ?? questionOf(search, context, await interpretTyped(""));
  const counts = await facetCounts(definition, asked.search, asked.context);
  return Response.json(presentFacetCounts(counts));
}
