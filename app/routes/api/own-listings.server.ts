import { z } from "zod";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { LISTING_STATUSES, type ListingKey } from "#app/domain/listing.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { id, listingType } from "#app/features/api/fields.ts";
import { operation, Reply } from "#app/features/api/operation.server.ts";
import { listOf, listQuery, pageOf, positionIn } from "#app/features/api/pages.server.ts";
import { deleteListing, sellOne, takeSaleBack } from "#app/features/listings/commands.server.ts";
import { ownListing, ownListings } from "#app/features/listings/own/queries.server.ts";
import { ownResource, presentOwnResource } from "#app/features/listings/own/resource.server.ts";
import { listingVersion } from "#app/features/listings/queries.server.ts";
import { MAX_QUANTITY } from "#app/features/listings/rules.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { listingChanges, newListing } from "#app/features/sell/json/body.server.ts";
import {
  changeFromJson,
  LISTING_FIELD_OF,
  listFromJson,
  replaceFromJson,
} from "#app/features/sell/json/commands.server.ts";
import { stillForSale } from "#app/features/silent-sellers/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import { Refused } from "#app/platform/refused.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";

const PATH = "/my/listings/{listing_type}/{listing_id}";
const ofListing = z.strictObject({ listing_type: listingType, listing_id: id });

const keyIn = ({ listing_type: type, listing_id }: z.output<typeof ofListing>): ListingKey => ({
  type,
  id: listing_id,
});

/** @throws Refused "listing_not_found" */
async function read(viewer: Viewer, key: ListingKey) {
  const row = await ownListing(viewer, key);
  if (row) return presentOwnResource(row, viewer);
  const definition = categoryOfType(key.type);
  throw definition
    ? new Refused("listing_not_found", { sentence: sentence(definition, "not_found") })
    : new Refused("home_not_found");
}

const version = ({ params }: { params: z.output<typeof ofListing> }) => listingVersion(keyIn(params));

const position = z.object({ micros: z.string(), id: z.string() });
const LIST = "own listings";

const pieces = z.strictObject({
  pieces: z.int().min(1).max(MAX_QUANTITY).default(1).meta({ description: "How many." }),
});

const EXAMPLE = {
  listing_type: "ball",
  name: "Roland Garros clay court balls, can of 4",
  brand: "Wilson",
  price: 7.5,
  images: [],
  balls_per_can: "4",
  packaging_type: "can",
  shipping: "Shipping",
  country: "NL",
  postal_code: "1012 AB",
};

export const ownListingOperations = [
  operation({
    method: "POST",
    path: "/listings",
    id: "createListing",
    summary: "Lists an item. The photos are sent first (`POST /photos`).",
    access: "listings:write",
    body: newListing,
    answer: ownResource,
    status: 201,
    fieldOf: LISTING_FIELD_OF,
    example: EXAMPLE,
    async run({ body, viewer, request }) {
      const key = await listFromJson(viewer, body);
      const location = new URL(`my/listings/${key.type}/${key.id}`, request.url).pathname;
      return new Reply(await read(viewer, key), { status: 201, headers: { location } });
    },
  }),
  operation({
    method: "GET",
    path: "/my/listings",
    id: "listOwnListings",
    summary: "Your own listings of every status, the newest first.",
    access: "listings:read",
    query: listQuery.extend({
      listing_type: listingType.optional(),
      status: z.enum(LISTING_STATUSES).optional(),
    }),
    answer: listOf(ownResource),
    async run({ query: { listing_type: type, status, limit, cursor }, viewer }) {
      const after = positionIn(LIST, cursor, position);
      const rows = await ownListings(viewer, { type, status, after, most: limit + 1 });
      const { data, next } = pageOf(
        LIST,
        rows,
        limit,
        (row) => row,
        ({ micros, id }) => ({ micros, id }),
      );
      return { data: await Promise.all(data.map((row) => presentOwnResource(row, viewer))), next };
    },
  }),
  operation({
    method: "GET",
    path: PATH,
    id: "getOwnListing",
    summary: "A listing of your own, whatever its status.",
    access: "listings:read",
    params: ofListing,
    answer: ownResource,
    run: ({ params, viewer }) => read(viewer, keyIn(params)),
  }),
  operation({
    method: "PUT",
    path: PATH,
    id: "replaceListing",
    summary:
      "Writes a listing anew. Without `quantity` its pieces stay. With If-Match, what was changed since it was read is not overwritten.",
    access: "listings:write",
    params: ofListing,
    body: newListing,
    answer: ownResource,
    fieldOf: LISTING_FIELD_OF,
    version,
    async run({ params, body, viewer, seen }) {
      const key = keyIn(params);
      if (body.listing_type !== key.type)
        throw faultAt("listing_type", m.csv_type({ type: body.listing_type }));
      await replaceFromJson(viewer, key, body, seen);
      return read(viewer, key);
    },
  }),
  operation({
    method: "PATCH",
    path: PATH,
    id: "changeListing",
    summary: "Changes some fields of a listing, such as its price or its quantity. The others stay.",
    access: "listings:write",
    params: ofListing,
    body: listingChanges,
    answer: ownResource,
    fieldOf: LISTING_FIELD_OF,
    example: { price: 119 },
    version,
    async run({ params, body, viewer, seen }) {
      await changeFromJson(viewer, keyIn(params), body, seen);
      return read(viewer, keyIn(params));
    },
  }),
  operation({
    method: "DELETE",
    path: PATH,
    id: "deleteListing",
    summary: "Withdraws a listing for good. Its conversations stay.",
    access: "listings:write",
    params: ofListing,
    answer: null,
    version,
    async run({ params, viewer, seen }) {
      await deleteListing(viewer, keyIn(params), seen);
      return undefined;
    },
  }),
  operation({
    method: "POST",
    path: `${PATH}/sold`,
    id: "markSold",
    summary: "Takes pieces that were sold elsewhere off the shelf.",
    access: "listings:write",
    params: ofListing,
    body: pieces,
    answer: ownResource,
    fieldOf: { stock_none_left: "pieces", stock_reserved: "pieces" },
    example: { pieces: 1 },
    async run({ params, body, viewer }) {
      await sellOne(viewer, keyIn(params), body.pieces);
      return read(viewer, keyIn(params));
    },
  }),
  operation({
    method: "POST",
    path: `${PATH}/available`,
    id: "markAvailable",
    summary: "Puts pieces back on the shelf that were marked as sold by mistake.",
    access: "listings:write",
    params: ofListing,
    body: pieces,
    answer: ownResource,
    fieldOf: { stock_none_left: "pieces" },
    example: { pieces: 1 },
    async run({ params, body, viewer }) {
      await takeSaleBack(viewer, keyIn(params), body.pieces);
      return read(viewer, keyIn(params));
    },
  }),
  operation({
    method: "POST",
    path: "/my/listings/still-for-sale",
    id: "confirmForSale",
    summary:
      "Says that your listings are still for sale. Those that were hidden because you answered nobody are shown again.",
    access: "listings:write",
    answer: z.object({ shown: z.boolean().meta({ description: "Whether some were hidden." }) }),
    run: ({ viewer }) => stillForSale(viewer.id),
  }),
];
