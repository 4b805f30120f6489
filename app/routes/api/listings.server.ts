import { z } from "zod";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { id, listingType } from "#app/features/api/fields.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { browseQueryOf, findResources, foundListings } from "#app/features/browse/resource.server.ts";
import { missingReason, shownDetail } from "#app/features/listings/queries.server.ts";
import { similarListings } from "#app/features/listings/related.server.ts";
import {
  listingResource,
  presentResource,
  presentResources,
} from "#app/features/listings/resource.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { modelById } from "#app/features/models/question.server.ts";
import { SELLER_TAGS } from "#app/features/sellers/present.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

const key = z.strictObject({ listing_type: listingType, listing_id: id });

/** @throws Refused "listing_not_found", "listing_deleted" */
async function shownListing(viewer: Viewer | null, { listing_type: type, listing_id }: z.output<typeof key>) {
  const definition = categoryOfType(type);
  if (!definition) throw new Error(`${type} is no category`);
  const row = await shownDetail(viewer, { type, id: listing_id });
  if (row) return { definition, row };
  throw new Refused(await missingReason({ type, id: listing_id }), {
    sentence: sentence(definition, "not_found"),
  });
}

/** One list for each category, because each has filters of its own. */
const browseOperations = CATEGORIES.map((definition) => {
  const { type, plural } = definition;
  return operation({
    method: "GET",
    path: `/listings/${type}`,
    id: `browse${plural.charAt(0).toUpperCase()}${plural.slice(1)}`,
    summary: `Lists the ${plural} on offer, with the filters and orders of their page.`,
    access: "anyone",
    query: browseQueryOf(definition),
    answer: foundListings,
    tags: ({ query: { q = "" } }) => (q === "" ? [type] : undefined),
    run: ({ query, viewer, request }) => findResources(definition, query, { viewer, request }),
  });
});

export const listingOperations = [
  ...browseOperations,
  operation({
    method: "GET",
    path: "/listings/{listing_type}/{listing_id}",
    id: "getListing",
    summary: "Answers with a listing. Its owner also gets a hidden one.",
    access: "anyone",
    params: key,
    answer: listingResource,
    tags: ({ params }) => [params.listing_type, ...SELLER_TAGS],
    async run({ params, viewer }) {
      const { definition, row } = await shownListing(viewer, params);
      const model = await modelById(definition, row.model_id);
      const listing = presentResource(row, { viewer, model });
      if (!listing) throw new Error(`${row.type} is no category`);
      return listing;
    },
  }),
  operation({
    method: "GET",
    path: "/listings/{listing_type}/{listing_id}/similar",
    id: "listSimilarListings",
    summary: "Lists what is on offer and most like a listing, the most similar first.",
    access: "anyone",
    params: key,
    answer: z.object({ data: z.array(listingResource) }),
    tags: ({ params }) => [params.listing_type],
    async run({ params, viewer }) {
      const { definition, row } = await shownListing(viewer, params);
      const rows = await similarListings(definition, row, viewer?.id ?? null);
      return { data: presentResources(rows, viewer) };
    },
  }),
];
