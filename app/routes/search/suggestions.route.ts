import { suggestionsFor } from "#app/features/search/suggest.server.ts";
import { clientAddress, secondsToWaitInMemory } from "#app/platform/rate-limit.server.ts";
import type { Route } from "./+types/suggestions.route";

/** GET /search/suggestions?q=: `Suggestion[]`, in the address's language. The same for all visitors. */
export async function loader({ request }: Route.LoaderArgs) {
  const seconds = await secondsToWaitInMemory("suggestions_client", clientAddress(request));
  if (seconds !== null)
    return Response.json([], { status: 429, headers: { "retry-after": String(seconds) } });
  const suggestions = await suggestionsFor(new URL(request.url).searchParams.get("q") ?? "");
  return Response.json(suggestions, { headers: { "cache-control": "public, max-age=60" } });
}
