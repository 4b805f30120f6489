import { z } from "zod";
import { DEAL_STATES, type DealRole, END_REASONS } from "#app/domain/deal.ts";
import { DEAL, DEAL_STEPS, type DealFacts } from "#app/domain/deal-process.ts";
import { judgedSteps, sideOf } from "#app/domain/process.ts";
import { PROPOSAL, PROPOSAL_ANSWERS, PROPOSAL_KINDS } from "#app/domain/proposal-process.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { currency, euros, eurosOf, id, moment } from "#app/features/api/fields.ts";
import { pageOf, positionIn } from "#app/features/api/pages.server.ts";
import { trackingUrl } from "#app/features/deals/carriers.ts";
import {
  type ProposalRow,
  refusalToPropose,
  refusalUnlessAgreed,
} from "#app/features/deals/proposals.server.ts";
import { type JudgedStep, presentSteps, stepResource } from "#app/features/deals/resource.server.ts";
import { dealFacts } from "#app/features/deals/rules.ts";
import { suspensionEnd } from "#app/features/deals/suspension.server.ts";
import type { AddressView } from "#app/features/deals/view.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import {
  listingReference,
  personReference,
  presentPersonReference,
  presentReference,
} from "#app/features/listings/reference.server.ts";
import type { OrderRow } from "./present.server.ts";
import { type DealPageQuery, dealPage, wholeOrder } from "./queries.server.ts";
import { turnOf } from "./turns.ts";

const party = z.enum(["buyer", "seller"]);

export const dealSummary = z
  .object({
    id,
    room_id: id.nullable(),
    role: party.meta({ description: "Of the person who asks." }),
    state: z.enum(DEAL_STATES),
    turn: party.nullable().meta({ description: "Who is expected to take the next step." }),
    seller_id: id.nullable(),
    buyer_id: id.nullable().meta({ description: "Null for a buyer outside the shop or a deleted account." }),
    other_profile: personReference.nullable(),
    other_suspension: z
      .object({ until: moment.nullable().meta({ description: "Null: for good." }) })
      .nullable()
      .meta({
        description:
          "Not null while the other party of an open deal is suspended: pay and send nothing until it is over. " +
          "Cancelling does not count against who does it.",
      }),
    listing: listingReference.meta({ description: "The first item." }),
    pieces: z.int().meta({ description: "Of all items together." }),
    price: euros.meta({ description: "In euros, for all pieces together." }),
    currency,
    requested: z.boolean().meta({ description: "It began with Buy Now." }),
    declined: z.boolean().meta({ description: "The seller declined what was requested." }),
    lapses_at: moment.nullable().meta({ description: "Until then the seller confirms or declines Buy Now." }),
    created_at: moment,
    seller_confirmed_at: moment.nullable(),
    buyer_confirmed_at: moment.nullable(),
    given_at: moment.nullable(),
    given_as: z.enum(["handed_over", "sent"]).nullable(),
    received_at: moment.nullable(),
    cancelled_at: moment.nullable(),
    cancelled_by: z.enum(["seller", "buyer", "both", "time"]).nullable(),
    reason: z.string().nullable(),
    because: z.enum(END_REASONS).nullable().meta({ description: "Why one party ended it alone." }),
  })
  .meta({ id: "DealSummary" });

const proposalResource = z
  .object({
    id,
    kind: z.enum(PROPOSAL_KINDS),
    made_by: party,
    price: euros.nullable().meta({ description: "Null for a cancellation." }),
    reason: z.string().nullable(),
  })
  .meta({ id: "Proposal" });

export const dealResource = z
  .object({
    ...dealSummary.shape,
    items: z.array(z.object({ listing: listingReference, pieces: z.int() })),
    carrier: z.string().nullable(),
    tracking: z.string().nullable(),
    tracking_url: z.url().nullable(),
    ends_from: moment.nullable().meta({ description: "From then on, either party can end it alone." }),
    proposal: proposalResource
      .nullable()
      .meta({ description: "What one party proposed and the other has not answered." }),
    address: z
      .string()
      .nullable()
      .meta({ description: "What the buyer shared, for the two people of the deal." }),
    steps: z.array(stepResource),
  })
  .meta({ id: "Deal" });

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** A deal as one of its two people sees it in a list. */
function presentDealSummary(
  row: OrderRow,
  role: DealRole,
  card: CardRow | undefined,
): z.input<typeof dealSummary> {
  const facts = dealFacts(row, new Date());
  const until = suspensionEnd(row, facts, role);
  // Checks of the database allow only these values.
  const by = row.cancelled_at && (row.cancelled_by as DealSummary["cancelled_by"]);
  return {
    id: row.id,
    room_id: row.room_id,
    role,
    state: facts.state,
    turn: turnOf(facts, row.proposed_by),
    seller_id: row.seller_id,
    buyer_id: row.buyer_id,
    other_profile: presentPersonReference(row.other_username, row.other_avatar_url),
    other_suspension: until === undefined ? null : { until: iso(until) },
    listing: presentReference(row, card),
    pieces: row.pieces,
    price: eurosOf(row.price_cents),
    currency: "EUR",
    requested: facts.requested,
    declined: facts.declined,
    lapses_at: iso(row.lapses_at),
    created_at: row.created_at.toISOString(),
    seller_confirmed_at: iso(row.seller_confirmed_at),
    buyer_confirmed_at: iso(row.buyer_confirmed_at),
    given_at: iso(row.given_at),
    given_as: row.given_as as DealSummary["given_as"],
    received_at: iso(row.received_at),
    cancelled_at: iso(row.cancelled_at),
    cancelled_by: by,
    reason: by ? row.reason : null,
    because: by ? (row.ended_because as DealSummary["because"]) : null,
  };
}

type DealSummary = z.input<typeof dealSummary>;

/** A deal with its items, as one of its two people sees it, and the steps that this person can take. */
function presentDealResource({
  row,
  role,
  items,
  shop,
  proposal,
  address,
}: Awaited<ReturnType<typeof wholeOrder>>): z.input<typeof dealResource> {
  const facts = dealFacts(row, new Date());
  const { carrier, tracking_number: tracking } = row.given_as === "sent" ? row : NO_PARCEL;
  return {
    ...presentDealSummary(row, role, shop.get(row.listing_id)),
    items: items.map((item) => ({
      listing: presentReference(item, shop.get(item.listing_id)),
      pieces: item.pieces,
    })),
    carrier,
    tracking,
    tracking_url: trackingUrl(carrier, tracking),
    ends_from: iso(facts.endsFrom),
    proposal: proposal
      ? {
          id: proposal.id,
          kind: proposal.kind,
          made_by: proposal.by,
          price: proposal.price_cents === null ? null : eurosOf(proposal.price_cents),
          reason: proposal.reason,
        }
      : null,
    address: address?.shared ?? null,
    steps: presentSteps([
      ...judgedSteps(DEAL, [...DEAL_STEPS, "undo_sold"], facts, role, { role, now: null }),
      ...stepsAbout(proposal, facts, role),
      ...(role === "buyer" ? stepsWithAddress(address) : []),
    ]),
  };
}

const NO_PARCEL = { carrier: null, tracking_number: null };

function stepsAbout(proposal: ProposalRow | undefined, facts: DealFacts, role: DealRole): JudgedStep[] {
  const refusal = refusalToPropose(facts, role) ?? (proposal ? "deal_proposal_open" : null);
  const proposing = ["propose_price", "propose_cancellation"].map((step) => ({
    step,
    refusal,
    isBare: true,
  }));
  if (!proposal) return proposing;
  const answers = judgedSteps(PROPOSAL, PROPOSAL_ANSWERS, proposal, sideOf(proposal, role), null);
  return [
    ...proposing,
    ...answers.map(({ step, refusal: shut, isBare }) => ({
      step: `${step}_proposal`,
      refusal: refusalUnlessAgreed(facts) ?? shut,
      isBare,
    })),
  ];
}

function stepsWithAddress(address: AddressView | null): JudgedStep[] {
  const { canShare = null, canTakeBack = false } = address ?? {};
  const missing = canShare?.stored === null ? "deal_address_missing" : null;
  return [
    { step: "share_address", refusal: canShare ? missing : "deal_not_now", isBare: true },
    { step: "take_address_back", refusal: canTakeBack ? null : "deal_not_now", isBare: true },
  ];
}

interface DealsPage extends Pick<DealPageQuery, "role" | "state"> {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The viewer's deals as `dealSummary`, the newest first. */
export async function readDeals(viewer: Viewer, { limit, cursor, role, state }: DealsPage) {
  const before = positionIn("deals", cursor, z.object({ micros: z.number(), id: z.string() }));
  const { rows, shop } = await dealPage(viewer, { role, state, before, most: limit + 1 });
  const present = (row: OrderRow) =>
    presentDealSummary(row, row.seller_id === viewer.id ? "seller" : "buyer", shop.get(row.listing_id));
  return pageOf("deals", rows, limit, present, ({ micros, id }) => ({ micros, id }));
}

/** A deal of the viewer as `dealResource`. @throws Refused "orders_gone" */
export async function readDeal(viewer: Viewer, id: string) {
  return presentDealResource(await wholeOrder(viewer, id));
}
