import { randomUUID } from "node:crypto";
import { z } from "zod";
import { OFFER_STATES } from "#app/domain/offer.ts";
import { fromNumber, id, listingType } from "#app/features/api/fields.ts";
import { API_BASE, operation, Reply } from "#app/features/api/operation.server.ts";
import { listOf, listQuery } from "#app/features/api/pages.server.ts";
import { pieces, priceSchema } from "#app/features/deals/schema.ts";
import { answerOffer, makeOffer } from "#app/features/offers/commands.server.ts";
import {
  offerResource,
  offerStepBody,
  RISK_CONFIRMED,
  readOffer,
  readOffers,
} from "#app/features/offers/resource.server.ts";
import { makeSchema } from "#app/features/offers/schema.ts";
import { m } from "#app/paraglide/messages.js";

const key = z.strictObject({ id });

export const offerOperations = [
  operation({
    method: "GET",
    path: "/offers",
    id: "listOffers",
    summary: "All offers in the conversations of the person, by either side, the newest first.",
    access: "deals:read",
    query: listQuery.extend({
      role: z.enum(["buyer", "seller"]).optional().meta({ description: "Of the person who asks." }),
      state: z.enum(OFFER_STATES).optional(),
      room_id: id.optional(),
    }),
    answer: listOf(offerResource),
    run: ({ viewer, query: { room_id: roomId, ...query } }) => readOffers(viewer, { ...query, roomId }),
  }),
  operation({
    method: "POST",
    path: "/offers",
    id: "makeOffer",
    summary:
      "Offers a price for a listing, in the conversation about it. An offer binds who makes it, for 48 hours.",
    access: "deals:write",
    body: z.strictObject({
      id: id.optional().meta({ description: "Sent again, it makes only one offer." }),
      listing_type: listingType,
      listing_id: id,
      price: fromNumber(priceSchema(m.offer_price_wrong)).meta({
        description: "In euros, for all pieces together.",
      }),
      pieces: fromNumber(pieces).optional(),
      note: makeSchema.shape.note,
      risk_confirmed: RISK_CONFIRMED,
    }),
    answer: offerResource,
    status: [201, 200],
    async run({
      viewer,
      body: { id: offerId = randomUUID(), listing_type, listing_id, price, pieces = 1, note, risk_confirmed },
    }) {
      const listing = { type: listing_type, id: listing_id };
      const { repeated } = await makeOffer(viewer, {
        ...{ offer: offerId, listing, price, pieces, note },
        ...(risk_confirmed && { risk_confirmed: "on" as const }),
      });
      const headers = { location: `${API_BASE}/offers/${offerId}` };
      return new Reply(await readOffer(viewer, offerId), { status: repeated ? 200 : 201, headers });
    },
  }),
  operation({
    method: "GET",
    path: "/offers/{id}",
    id: "getOffer",
    summary: "An offer, with the steps that the person can take.",
    access: "deals:read",
    params: key,
    answer: offerResource,
    run: ({ viewer, params }) => readOffer(viewer, params.id),
  }),
  operation({
    method: "POST",
    path: "/offers/{id}/steps",
    id: "takeOfferStep",
    summary:
      "Accepts, declines, withdraws or counters an offer. Accepting makes a deal, countering another offer.",
    access: "deals:write",
    params: key,
    body: offerStepBody,
    answer: offerResource,
    example: { step: "decline" },
    async run({ viewer, params, body }) {
      await answerOffer(viewer, params.id, body);
      return readOffer(viewer, params.id);
    },
  }),
];
