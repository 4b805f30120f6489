import { listingPath } from "#app/domain/categories/paths.ts";
import { isId } from "#app/domain/ids.ts";
import { sellerPath } from "#app/domain/username.ts";
import {
  type Ends,
  endsOf,
  KINDS,
  listingsWithin,
  SELLERS,
  sellersWithin,
} from "#app/features/seo/queries.server.ts";
import { mapped, mayMap, partXml, xmlAnswer } from "#app/features/seo/sitemap.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/sitemap-part.route";

async function* pages(name: string, ends: Ends) {
  if (name === SELLERS) {
    for await (const rows of sellersWithin(ends)) yield rows.map((row) => mapped(sellerPath(row.username)));
    return;
  }
  for await (const rows of listingsWithin(name, ends)) {
    yield rows.map(({ id, changedAt, photoKey }) =>
      mapped(listingPath({ plural: name }, id), changedAt, photoKey),
    );
  }
}

/** A part of the sitemap: the listings of a category, or the sellers, from an id to the start of the next part. */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  await mayMap(request);
  const firstId = params.part.replace(/\.xml$/, "");
  const known = KINDS.find(({ name }) => name === params.kind);
  const ends = known && isId(firstId) ? await endsOf(known.kind, firstId) : null;
  if (!known || !ends) throw new Refused("home_not_found");
  return xmlAnswer(partXml(pages(known.name, ends)));
}
