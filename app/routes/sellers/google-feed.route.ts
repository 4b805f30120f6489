import { sellerPath } from "#app/domain/username.ts";
import { sellerAt } from "#app/features/sellers/by-address.server.ts";
import { googleFeed } from "#app/features/seo/own-stock/google.server.ts";
import { limitReaders, xmlAnswer } from "#app/features/seo/sitemap.server.ts";
import type { Route } from "./+types/google-feed.route.ts";

/** /sellers/:username/google.xml: what a seller has on offer, for Google Merchant Center (decision 0187). */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  await limitReaders(request);
  const seller = await sellerAt(params.username, (name) => `${sellerPath(name)}/google.xml`);
  return xmlAnswer(googleFeed(seller));
}
