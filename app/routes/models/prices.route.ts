import { categoryOfType } from "#app/domain/categories/registry.ts";
import { priceGuideOf } from "#app/features/prices/guide.server.ts";
import { clientAddress, limitInMemory } from "#app/platform/rate-limit.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/prices.route";

/** GET /models/prices.json?type=&model=&condition=: the price guide of a model, named by its slug, or null. */
export async function loader({ request }: Route.LoaderArgs) {
  const refused = await orRefused(limitInMemory("prices_client", clientAddress(request)));
  if (refused) return Response.json(null, { status: refused.status, headers: refused.headers });
  const { searchParams } = new URL(request.url);
  const parameter = (name: string) => searchParams.get(name) ?? "";
  const definition = categoryOfType(parameter("type"));
  const guide = definition && (await priceGuideOf(definition, parameter("model"), parameter("condition")));
  return Response.json(guide ?? null, { headers: { "cache-control": "public, max-age=60" } });
}
