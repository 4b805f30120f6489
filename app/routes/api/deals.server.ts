import { randomUUID } from "node:crypto";
import { z } from "zod";
import { DEAL_STATES } from "#app/domain/deal.ts";
import { fromNumber, id, listingType } from "#app/features/api/fields.ts";
import { API_BASE, operation, Reply } from "#app/features/api/operation.server.ts";
import { listOf, listQuery } from "#app/features/api/pages.server.ts";
import { changeDeal } from "#app/features/deals/change.server.ts";
import { startDeal } from "#app/features/deals/commands.server.ts";
import { dealStepBody } from "#app/features/deals/resource.server.ts";
import { ITEMS_MAX } from "#app/features/deals/rules.ts";
import { markItemSchema, pieces, priceSchema } from "#app/features/deals/schema.ts";
import { keyText } from "#app/features/listings/picked.ts";
import { MAX_QUANTITY } from "#app/features/listings/rules.ts";
import { buyNow } from "#app/features/offers/buy.server.ts";
import { dealResource, dealSummary, readDeal, readDeals } from "#app/features/orders/resource.server.ts";
import { m } from "#app/paraglide/messages.js";

const key = z.strictObject({ id });

const listing = { listing_type: listingType, listing_id: id };
const clientId = id.optional().meta({ description: "Sent again, it makes only one deal." });

const startBody = z
  .strictObject({
    id: clientId,
    items: z
      .array(z.strictObject({ ...listing, pieces: z.int().min(1).max(MAX_QUANTITY).default(1) }))
      .min(1)
      .max(ITEMS_MAX)
      .refine((items) => new Set(items.map((item) => item.listing_id)).size === items.length, {
        error: () => m.deal_bad_request(),
      }),
    room_id: id
      .nullable()
      .meta({ description: "The conversation with the buyer; null for a buyer outside the shop." }),
    as: z.enum(["reserved", "sold"]),
    price: z.number().meta({ description: "In euros, for all items together." }),
  })
  .transform(({ id: deal = randomUUID(), items, room_id, as, price }): z.input<typeof markItemSchema> => {
    const keys = items.map(({ listing_type: type, listing_id }) => keyText({ type, id: listing_id }));
    return {
      listing: keys,
      row: keys,
      pieces: items.map((item) => String(item.pieces)),
      with: room_id ?? "elsewhere",
      as,
      price: String(price),
      deal,
    };
  })
  .pipe(markItemSchema);

export const dealOperations = [
  operation({
    method: "GET",
    path: "/deals",
    id: "listDeals",
    summary: "The deals of the person, the newest first.",
    access: "deals:read",
    query: listQuery.extend({
      role: z.enum(["buyer", "seller"]).optional().meta({ description: "Of the person who asks." }),
      state: z.enum(DEAL_STATES).optional(),
    }),
    answer: listOf(dealSummary),
    run: ({ viewer, query }) => readDeals(viewer, query),
  }),
  operation({
    method: "POST",
    path: "/deals",
    id: "startDeal",
    summary:
      "Reserves or sells pieces of the person's own listings, for the buyer of a conversation or outside the shop.",
    access: "deals:write",
    body: startBody,
    answer: dealResource,
    status: [201, 200],
    async run({ viewer, body }) {
      const { dealId, repeated } = await startDeal(viewer, body);
      return new Reply(await readDeal(viewer, dealId), {
        status: repeated ? 200 : 201,
        headers: { location: `${API_BASE}/deals/${dealId}` },
      });
    },
  }),
  operation({
    method: "POST",
    path: "/purchases",
    id: "buyNow",
    summary:
      "Buy Now: asks to buy at the asking price, which binds the buyer. The seller confirms or declines it.",
    access: "deals:write",
    body: z.strictObject({
      id: clientId,
      ...listing,
      pieces: fromNumber(pieces).optional(),
      price: fromNumber(priceSchema(m.offer_price_wrong)).meta({
        description:
          "The price of one piece as the buyer saw it, in euros. If it has changed, nothing is bought.",
      }),
    }),
    answer: dealResource,
    status: [201, 200],
    async run({ viewer, body: { id: deal = randomUUID(), listing_type, listing_id, pieces = 1, price } }) {
      const listing = { type: listing_type, id: listing_id };
      const { dealId, repeated } = await buyNow(viewer, { deal, listing, pieces, cents: price });
      return new Reply(await readDeal(viewer, dealId), {
        status: repeated ? 200 : 201,
        headers: { location: `${API_BASE}/deals/${dealId}` },
      });
    },
  }),
  operation({
    method: "GET",
    path: "/deals/{id}",
    id: "getDeal",
    summary: "A deal with its items, and the steps that the person can take or why not.",
    access: "deals:read",
    params: key,
    answer: dealResource,
    run: ({ viewer, params }) => readDeal(viewer, params.id),
  }),
  operation({
    method: "POST",
    path: "/deals/{id}/steps",
    id: "takeDealStep",
    summary:
      "Takes a step of a deal, proposes a change or answers a proposal. `steps` of the deal says what is possible.",
    access: "deals:write",
    params: key,
    body: dealStepBody,
    answer: dealResource,
    example: { step: "confirm" },
    async run({ viewer, params, body }) {
      await changeDeal(viewer, params.id, body);
      return readDeal(viewer, params.id);
    },
  }),
];
