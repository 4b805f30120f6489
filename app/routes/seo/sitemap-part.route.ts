import { listingPath } from "#app/domain/categories/paths.ts";
import { isId } from "#app/domain/ids.ts";
import { sellerPath } from "#app/domain/username.ts";
import {
  listingsWithin,
  type PartRange,
  rangeOfPart,
  SELLERS,
  SITEMAP_KINDS,
  sellersWithin,
} from "#app/features/seo/queries.server.ts";
import { partXml, requireSitemap, sitemapPage, xmlAnswer } from "#app/features/seo/sitemap.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/sitemap-part.route";

async function* pages(name: string, range: PartRange) {
  if (name === SELLERS) {
    for await (const rows of sellersWithin(range))
      yield rows.map((row) => sitemapPage(sellerPath(row.username)));
    return;
  }
  for await (const rows of listingsWithin(name, range)) {
    yield rows.map(({ id, changedAt, photoKey }) =>
      sitemapPage(listingPath({ plural: name }, id), changedAt, photoKey),
    );
  }
}

/** /sitemaps/:kind/:part: the listings of a category, or the sellers, from the id in the URL to the next part. */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  await requireSitemap(request);
  const firstId = params.part.replace(/\.xml$/, "");
  const sitemap = SITEMAP_KINDS.find(({ name }) => name === params.kind);
  const range = sitemap && isId(firstId) ? await rangeOfPart(sitemap.kind, firstId) : null;
  if (!sitemap || !range) throw new Refused("home_not_found");
  return xmlAnswer(partXml(pages(sitemap.name, range)));
}
