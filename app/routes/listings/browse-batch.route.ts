import { href } from "react-router";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { browseAddressOf, pagePartQuery, pagePartRequested } from "#app/features/browse/addresses.server.ts";
import {
  browseEverywhere,
  limitSearch,
  readBrowseSearch,
} from "#app/features/browse/browse-search.server.ts";
import type { BatchView } from "#app/features/listings/view.ts";
import { cardsFor } from "#app/features/reviews/cards.server.ts";
import { searchListings } from "#app/features/search/search.server.ts";
import { cachePage } from "#app/platform/request-context.server.ts";
import type { Route } from "./+types/browse-batch.route";

/** The cards of one page of results as JSON, of a category or of /search, for a list that grows. */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  const { path, params } = pagePartRequested(request);
  const requested =
    path === href("/search")
      ? { ...(await browseEverywhere(request, params)), definition: null }
      : await browsed(request, path, params);
  if (!requested) return new Response(null, { status: 404 });
  const { viewer, search, results } = requested;
  // A page beyond the last one is empty here; the browse page shows its last page instead.
  const rows = results.page === search.page ? results.rows : [];
  if (!viewer) {
    const { type } = requested.definition ?? {};
    cachePage([
      ...(type && search.q === "" ? [type] : CATEGORIES.map((category) => category.type)),
      "reviews",
    ]);
  }
  return Response.json((await cardsFor(viewer, rows)) satisfies BatchView);
}

loader.query = pagePartQuery;

async function browsed(request: Request, path: string, params: URLSearchParams) {
  const address = browseAddressOf(path);
  if (!address) return null;
  const { definition, search, context, visit, exact } = await readBrowseSearch(request, address, params);
  const viewer = visit?.viewer ?? null;
  if (!viewer) await limitSearch(request, search);
  return { definition, viewer, search, results: await searchListings(definition, search, context, exact) };
}
