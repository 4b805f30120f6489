import { suggestionsFor } from "#app/features/search/suggest.server.ts";
import { clientAddress, limitInMemory } from "#app/platform/rate-limit.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/suggestions.route";

/** GET /search/suggestions?q=: `Suggestion[]`, in the language of the URL. The same for all visitors. */
export async function loader({ request }: Route.LoaderArgs) {
  const refused = await orRefused(limitInMemory("suggestions_client", clientAddress(request)));
  if (refused) return Response.json([], { status: refused.status, headers: refused.headers });
  const suggestions = await suggestionsFor(new URL(request.url).searchParams.get("q") ?? "");
  return Response.json(suggestions, { headers: { "cache-control": "public, max-age=60" } });
}
