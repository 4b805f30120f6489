import { categoryOfType } from "#app/domain/categories/registry.ts";
import { shownDetail } from "#app/features/listings/queries.server.ts";
import type { RelatedView } from "#app/features/listings/view.ts";
import { RELATED_TAGS, relatedCards } from "#app/features/model-pages/related-cards.server.ts";
import { cachePage } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/related.route";

/** The cards below a listing as JSON. Its page asks for them when a visitor comes near (`RelatedRows`). */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  const params = new URL(request.url).searchParams;
  const definition = categoryOfType(params.get("type") ?? "");
  const viewer = await viewerOf(request);
  const listing =
    definition && (await shownDetail(viewer, { type: definition.type, id: params.get("id") ?? "" }));
  if (!listing) return new Response(null, { status: 404 });
  const { related, whole } = await relatedCards(definition, listing, viewer);
  if (!viewer && whole) cachePage(RELATED_TAGS);
  return Response.json(related satisfies RelatedView);
}

loader.query = ["type", "id"];
