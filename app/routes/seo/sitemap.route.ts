import { SITEMAP_KINDS, sitemapParts } from "#app/features/seo/queries.server.ts";
import { requireSitemap, xmlAnswer } from "#app/features/seo/sitemap.server.ts";
import { indexXml } from "#app/features/seo/sitemap-xml.ts";
import { env } from "#app/platform/env.server.ts";
import type { Route } from "./+types/sitemap.route";

/** /sitemap.xml */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  await requireSitemap(request);
  const names = new Map(SITEMAP_KINDS.map(({ kind, name }) => [kind, name]));
  const parts = (await sitemapParts()).map(({ kind, firstId, changedAt }) => ({
    href: `${env().baseUrl}/sitemaps/${names.get(kind)}/${firstId}.xml`,
    changedAt,
  }));
  return xmlAnswer(indexXml([{ href: `${env().baseUrl}/sitemaps/pages.xml`, changedAt: null }, ...parts]));
}
