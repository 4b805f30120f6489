import type { Route } from "./+types/sitemap-pages.route";
import { mapped, mayMap, partXml, xmlAnswer } from "./sitemap.server.ts";
import { sitemapPaths } from "./stocked.server.ts";

async function* pages() {
  yield (await sitemapPaths()).map((path) => mapped(path));
}

/** The part of the sitemap with everything but listings and sellers. */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  await mayMap(request);
  return xmlAnswer(partXml(pages()));
}
