import { z } from "zod";
import type { Viewer } from "#app/domain/viewer.ts";
import { id, listingType } from "#app/features/api/fields.ts";
import { operation, Reply } from "#app/features/api/operation.server.ts";
import { Faulty, problemAnswer } from "#app/features/api/problem.server.ts";
import { deleteListing } from "#app/features/listings/commands.server.ts";
import { listingsBySku } from "#app/features/listings/own/queries.server.ts";
import { ownResource, presentOwnResource } from "#app/features/listings/own/resource.server.ts";
import { listingVersion } from "#app/features/listings/queries.server.ts";
import { MOST_ITEMS, numberedItem, skuText, stockItem } from "#app/features/stock/items/schema.server.ts";
import {
  ITEM_FIELD_OF,
  type ItemResult,
  type StatedOutcome,
  stateItems,
} from "#app/features/stock/items/write.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

const PATH = "/stock/{listing_type}/{sku}";
const ofItem = z.strictObject({ listing_type: listingType, sku: skuText });
type ItemKey = z.output<typeof ofItem>;

async function listed(viewer: Viewer, { listing_type: type, sku }: ItemKey) {
  const [row] = await listingsBySku(viewer, [{ type, sku }]);
  if (!row) throw new Refused("home_not_found");
  return row;
}

const version = async ({ params, viewer }: { params: ItemKey; viewer: Viewer }) =>
  listingVersion(await listed(viewer, params));

const read = async (viewer: Viewer, key: ItemKey) => presentOwnResource(await listed(viewer, key), viewer);

function accepted(result: ItemResult | undefined): StatedOutcome {
  if (result && "what" in result) return result;
  throw result ?? new Refused("error_4xx_message");
}

const itemAnswer = z
  .object({
    index: z.int().meta({ description: "The place of the item in the request, from 0." }),
    status: z.int().meta({ description: "The status that the item would have alone." }),
    outcome: z.enum(["created", "updated", "unchanged"]).nullable(),
    listing_type: z.string().nullable(),
    sku: z.string().nullable(),
    id: id.nullable().meta({ description: "The id of its listing." }),
    sold_here: z.boolean().meta({
      description: "Whether it states more pieces than are for sale, because the others were sold here.",
    }),
    problem: z.record(z.string(), z.unknown()).nullable().meta({ description: "As RFC 9457 says." }),
  })
  .meta({ id: "StockItemAnswer" });

const EXAMPLE = { price: 119, quantity: 3, price_confirmed: true };

export const stockOperations = [
  operation({
    method: "GET",
    path: PATH,
    id: "getStockItem",
    summary: "The listing of an item, by your own number of it.",
    access: "listings:read",
    params: ofItem,
    answer: ownResource,
    run: ({ params, viewer }) => read(viewer, params),
  }),
  operation({
    method: "PUT",
    path: PATH,
    id: "putStockItem",
    summary:
      "Lists an item, or writes its listing anew. Without `quantity` its pieces stay, and without `images` its photos.",
    access: "listings:write",
    params: ofItem,
    body: stockItem,
    answer: ownResource,
    status: [200, 201],
    fieldOf: ITEM_FIELD_OF,
    version,
    async run({ params, body, viewer, seen }) {
      const item = { type: params.listing_type, sku: params.sku, body };
      const [result] = await stateItems(viewer, [item], { isWhole: true, seen });
      const { what } = accepted(result);
      return new Reply(await read(viewer, params), { status: what === "created" ? 201 : 200 });
    },
  }),
  operation({
    method: "PATCH",
    path: PATH,
    id: "changeStockItem",
    summary:
      "Changes what the body has of an item, such as its price or its quantity. Pieces that were sold here are not put on sale again.",
    access: "listings:write",
    params: ofItem,
    body: stockItem,
    answer: ownResource,
    fieldOf: ITEM_FIELD_OF,
    example: EXAMPLE,
    version,
    async run({ params, body, viewer, seen }) {
      const item = { type: params.listing_type, sku: params.sku, body };
      const [result] = await stateItems(viewer, [item], { mustExist: true, seen });
      accepted(result);
      return read(viewer, params);
    },
  }),
  operation({
    method: "DELETE",
    path: PATH,
    id: "deleteStockItem",
    summary: "Withdraws an item for good. For what is sold out, state the quantity 0 instead.",
    access: "listings:write",
    params: ofItem,
    answer: null,
    version,
    async run({ params, viewer, seen }) {
      await deleteListing(viewer, await listed(viewer, params), seen);
      return undefined;
    },
  }),
  operation({
    method: "POST",
    path: "/stock/bulk",
    id: "writeStock",
    summary: `Lists or changes up to ${MOST_ITEMS} items by your own numbers. Fields that an item leaves out stay as they are. Each item is answered by itself.`,
    access: "listings:write",
    body: z.strictObject({
      items: z
        .array(z.unknown().meta(itemSchema()))
        .min(1)
        .max(MOST_ITEMS)
        .meta({ description: "As the body of PUT, with `listing_type` and `sku`." }),
    }),
    answer: z.object({ data: z.array(itemAnswer) }),
    example: { items: [{ listing_type: "ball", sku: "A-1", price: 7.5, quantity: 12 }] },
    run: ({ body, viewer }) => writeAll(viewer, body.items),
  }),
];

/** In the description of the API, an item has its schema, although each item is checked by itself. */
function itemSchema() {
  const { $schema, ...described } = z.toJSONSchema(numberedItem, { io: "input" });
  return described;
}

async function writeAll(viewer: Viewer, sent: readonly unknown[]) {
  const read = sent.map((item) => numberedItem.safeParse(item));
  const items = read.flatMap(({ data }) => {
    if (!data) return [];
    const { listing_type: type, sku, ...body } = data;
    return [{ type, sku, body }];
  });
  const stated = (items.length > 0 ? await stateItems(viewer, items) : []).values();
  const data = [];
  for (const [index, { data: item, error }] of read.entries()) {
    const result = error
      ? new Faulty("body", error)
      : (stated.next().value ?? new Refused("error_4xx_message"));
    const about = { index, listing_type: item?.listing_type ?? null, sku: item?.sku ?? null };
    if ("what" in result) {
      const { what: outcome, key, isSoldHere: sold_here } = result;
      const status = outcome === "created" ? 201 : 200;
      data.push({ ...about, status, outcome, id: key.id, sold_here, problem: null });
    } else {
      const answer = problemAnswer(result, {}, ITEM_FIELD_OF);
      const { status } = answer;
      data.push({
        ...about,
        status,
        outcome: null,
        id: null,
        sold_here: false,
        problem: await answer.json(),
      });
    }
  }
  return { data };
}
