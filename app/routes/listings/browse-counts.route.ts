import { browseAddressOf, pagePartRequested } from "#app/features/browse/addresses.server.ts";
import { limitSearch, readBrowseSearch } from "#app/features/browse/browse-search.server.ts";
import { presentFacetCounts } from "#app/features/browse/browse-view.server.ts";
import { facetCounts } from "#app/features/search/facets/facets.server.ts";
import { questionThatFinds } from "#app/features/search/search.server.ts";
import type { Route } from "./+types/browse-counts.route";

/**
 * How many listings each filter option of a browse page would find, as JSON. A signed-in person's page asks for it
 * afterwards (`useCounts`): it is not cached, and would wait for the counts.
 */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  const { path, params } = pagePartRequested(request);
  const address = browseAddressOf(path);
  if (!address) return new Response(null, { status: 404 });
  const { definition, search, context, visit, exact } = await readBrowseSearch(request, address, params);
  // A visitor's page has its counts, but a session can end meanwhile.
  if (!visit) await limitSearch(request, search);
  const question = await questionThatFinds(definition, search, context, exact);
  const counts = await facetCounts(definition, question.search, question.context);
  return Response.json(presentFacetCounts(counts));
}
