import { suggestModels } from "#app/features/models/suggest.server.ts";
import { clientAddress, limitInMemory } from "#app/platform/rate-limit.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/suggestions.route";

/** GET /models.json?type=&q=: `ModelSuggestion[]`, the best first. The same for all visitors and languages. */
export async function loader({ request }: Route.LoaderArgs) {
  const refused = await orRefused(limitInMemory("models_client", clientAddress(request)));
  if (refused) return Response.json([], { status: refused.status, headers: refused.headers });
  const { searchParams } = new URL(request.url);
  const models = await suggestModels(searchParams.get("type") ?? "", searchParams.get("q") ?? "");
  return Response.json(models, { headers: { "cache-control": "public, max-age=60" } });
}
