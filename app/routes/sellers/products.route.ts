import { sellerPath } from "#app/domain/username.ts";
import { sellerAt } from "#app/features/sellers/by-address.server.ts";
import { productList } from "#app/features/seo/own-stock/products.server.ts";
import { cachedAnswer, limitReaders } from "#app/features/seo/sitemap.server.ts";
import type { Route } from "./+types/products.route.ts";

/** /sellers/:username/products.json: what a seller has on offer, as JSON-LD (decision 0187). */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  await limitReaders(request);
  const seller = await sellerAt(params.username, (name) => `${sellerPath(name)}/products.json`);
  return cachedAnswer(productList(seller), "application/ld+json");
}
