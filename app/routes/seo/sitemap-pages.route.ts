import { partXml, requireSitemap, sitemapPage, xmlAnswer } from "#app/features/seo/sitemap.server.ts";
import { sitemapPaths } from "#app/features/seo/stocked.server.ts";
import type { Route } from "./+types/sitemap-pages.route";

async function* pages() {
  yield (await sitemapPaths()).map((path) => sitemapPage(path));
}

/** /sitemaps/pages.xml: the part of the sitemap with all indexed pages except listings and sellers. */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  await requireSitemap(request);
  return xmlAnswer(partXml(pages()));
}
