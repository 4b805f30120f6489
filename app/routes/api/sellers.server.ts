import { z } from "zod";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { id, listingType, moment } from "#app/features/api/fields.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { cursorFor, listOf, listQuery, positionIn } from "#app/features/api/pages.server.ts";
import { listingsOf } from "#app/features/listings/queries.server.ts";
import { listingResource, presentResources } from "#app/features/listings/resource.server.ts";
import { SELLER_TAGS } from "#app/features/sellers/present.server.ts";
import { sellerFactsOf } from "#app/features/sellers/queries.server.ts";
import { presentSellerResource, sellerNamed, sellerResource } from "#app/features/sellers/resource.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

const named = z.strictObject({ username: z.string().max(200) });

const ALL_TYPES = CATEGORIES.map(({ type }) => type);

const position = z.object({
  type: listingType,
  id,
  created_at: moment.transform((text) => new Date(text)),
});

export const sellerOperations = [
  operation({
    method: "GET",
    path: "/sellers/{username}",
    id: "getSeller",
    summary: "Answers with a person and their record as a seller. A former username finds them for a while.",
    access: "anyone",
    params: named,
    answer: sellerResource,
    tags: () => [...ALL_TYPES, ...SELLER_TAGS],
    async run({ params }) {
      const row = await sellerNamed(params.username);
      const facts = await sellerFactsOf(row.id);
      if (!facts) throw new Refused("seller_not_found");
      return presentSellerResource(row, facts);
    },
  }),
  operation({
    method: "GET",
    path: "/sellers/{username}/listings",
    id: "listSellerListings",
    summary: "Lists the listings of a seller, the newest first.",
    access: "anyone",
    params: named,
    query: listQuery.extend({ listing_type: listingType.optional() }),
    answer: listOf(listingResource),
    tags: ({ query: { listing_type: type } }) => [...(type ? [type] : ALL_TYPES), ...SELLER_TAGS],
    async run({ params, query, viewer }) {
      const { id: sellerId } = await sellerNamed(params.username);
      const list = `listings of ${sellerId}`;
      const { limit, cursor, listing_type: type } = query;
      const after = positionIn(list, cursor, position);
      const rows = await listingsOf(sellerId, { type, after, most: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const isMore = rows.length > limit && last !== undefined;
      return {
        data: presentResources(shown, viewer),
        next: isMore ? cursorFor(list, { type: last.type, id: last.id, created_at: last.created_at }) : null,
      };
    },
  }),
];
