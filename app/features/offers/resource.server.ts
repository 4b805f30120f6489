import { z } from "zod";
import type { ChatOffer } from "#app/domain/chat-message.ts";
import { OFFER_STATES, type OfferRole } from "#app/domain/offer.ts";
import { OFFER, OFFER_ANSWERS } from "#app/domain/offer-process.ts";
import { judgedSteps, sideOf } from "#app/domain/process.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { currency, euros, eurosOf, id, moment } from "#app/features/api/fields.ts";
import { pageOf, positionIn } from "#app/features/api/pages.server.ts";
import { bodiesOf, presentSteps, stepResource } from "#app/features/deals/resource.server.ts";
import { type CardRow, cardsByKey } from "#app/features/listings/queries.server.ts";
import {
  listingReference,
  personReference,
  presentPersonReference,
  presentReference,
} from "#app/features/listings/reference.server.ts";
import { presentOffer } from "#app/features/rooms/present.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type OfferDetailRow, type OfferPageQuery, offerPage } from "./queries.server.ts";
import { type OfferAnswerInput, offerAnswerSchema } from "./schema.ts";

const answers = bodiesOf(offerAnswerSchema);

/** The body of `POST /offers/{id}/steps`. Its output is that of `offerAnswerSchema`. */
export const offerStepBody = answers.transform(
  ({ step, ...fields }) => ({ ...fields, intent: step }) as unknown as OfferAnswerInput,
);

const role = z.enum(["buyer", "seller"]);

const terms = {
  id,
  made_by: role,
  state: z.enum(OFFER_STATES),
  pieces: z.int(),
  price: euros.meta({ description: "In euros, for all pieces together." }),
  currency,
  expires_at: moment,
  steps: z.array(stepResource),
};

/** In the body of what has words for another person. */
export const RISK_CONFIRMED = z.boolean().default(false).meta({
  description:
    "One of the first messages of a conversation may have a phone number, a link or a bank account. Without it, such a one is refused with `risk_unconfirmed`, which says why.",
});

/** An offer inside its message. */
export const messageOffer = z.object(terms).meta({ id: "MessageOffer" });

export const offerResource = z
  .object({
    ...terms,
    room_id: id,
    role: role.meta({ description: "Of the person who asks." }),
    listing: listingReference,
    other_profile: personReference.nullable(),
    created_at: moment,
    closed_at: moment.nullable(),
    deal_id: id.nullable().meta({ description: "The deal that its acceptance made." }),
  })
  .meta({ id: "Offer" });

/** @param mine whether the viewer made it */
export function presentMessageOffer(offer: ChatOffer, mine: boolean): z.input<typeof messageOffer> {
  const { id, by, pieces, cents, expiresAt, stop } = offer;
  const viewerRole: OfferRole = mine ? by : by === "buyer" ? "seller" : "buyer";
  const isOver = Date.parse(expiresAt) <= Date.now();
  const state = offer.state === "open" && isOver ? "expired" : offer.state;
  const facts = { state, by, isOver, stop };
  return {
    id,
    made_by: by,
    state,
    pieces,
    price: eurosOf(cents),
    currency: "EUR",
    expires_at: expiresAt,
    steps: presentSteps(judgedSteps(OFFER, OFFER_ANSWERS, facts, sideOf(facts, viewerRole), null), answers),
  };
}

/** @param card its listing, if it exists and is not hidden */
function presentOfferResource(row: OfferDetailRow, card: CardRow | undefined): z.input<typeof offerResource> {
  const mine = row.by === row.role;
  return {
    ...presentMessageOffer(presentOffer(row, mine), mine),
    room_id: row.room_id,
    role: row.role,
    listing: presentReference(row, card),
    other_profile: presentPersonReference(row.other_username, row.other_avatar_url),
    created_at: row.created_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    deal_id: row.deal_id,
  };
}

async function presenterOf(rows: readonly OfferDetailRow[]) {
  const cards = await cardsByKey(rows.map((row) => ({ type: row.listing_type, id: row.listing_id })));
  const byId = new Map(cards.map((card) => [card.id, card]));
  return (row: OfferDetailRow) => presentOfferResource(row, byId.get(row.listing_id));
}

interface OffersPage extends Pick<OfferPageQuery, "role" | "state" | "roomId"> {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The offers of the viewer's conversations as `offerResource`, the newest first. */
export async function readOffers(viewer: Viewer, { limit, cursor, ...some }: OffersPage) {
  const before = positionIn("offers", cursor, z.object({ micros: z.number(), id: z.string() }));
  const rows = await offerPage(viewer, { ...some, before, most: limit + 1 });
  return pageOf("offers", rows, limit, await presenterOf(rows), ({ micros, id }) => ({ micros, id }));
}

/** An offer in a conversation of the viewer as `offerResource`. @throws Refused "offer_gone" */
export async function readOffer(viewer: Viewer, id: string) {
  const [row] = await offerPage(viewer, { id, most: 1 });
  if (!row) throw new Refused("offer_gone");
  return (await presenterOf([row]))(row);
}
