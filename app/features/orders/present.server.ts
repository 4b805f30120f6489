import { randomUUID } from "node:crypto";
import { type DealRole, dealName, type EndReason, type GivenAs } from "#app/domain/deal.ts";
import { readsReason, stepsOf } from "#app/domain/deal-process.ts";
import { formatPrice } from "#app/domain/format.ts";
import { trackingUrl } from "#app/features/deals/carriers.ts";
import type { DealItem } from "#app/features/deals/pieces.server.ts";
import { cancelledBy, presentProposal } from "#app/features/deals/present.server.ts";
import type { ProposalRow } from "#app/features/deals/proposals.server.ts";
import { type DealColumns, dealFacts } from "#app/features/deals/rules.ts";
import { suspendedOther } from "#app/features/deals/suspension.server.ts";
import type { AddressView, OrderItem, OrderView, OrderWhole, OtherView } from "#app/features/deals/view.ts";
import { presentCard } from "#app/features/listings/present.server.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { turnOf } from "./turns.ts";

export interface OrderRow extends DealColumns {
  readonly id: string;
  readonly room_id: string | null;
  readonly listing_type: string;
  readonly listing_id: string | null;
  readonly listing_name: string;
  readonly pieces: number;
  /** How many items the deal has besides the first. */
  readonly others: number;
  readonly price_cents: number;
  readonly created_at: Date;
  readonly given_at: Date | null;
  readonly given_as: string | null;
  readonly carrier: string | null;
  readonly tracking_number: string | null;
  readonly received_at: Date | null;
  readonly cancelled_at: Date | null;
  readonly other_username: string | null;
  readonly other_avatar_url: string | null;
  /** When a suspension ends, also one that has ended; null: never, or there is none. */
  readonly other_suspended_until: Date | null;
  /** Who made the deal's open proposal. */
  readonly proposed_by: DealRole | null;
  readonly reviewed: boolean;
}

function presentOther({ elsewhere, other_username, other_avatar_url }: OrderRow): OtherView {
  if (other_username === null)
    return { kind: elsewhere ? "elsewhere" : "left", username: null, avatarUrl: null };
  return { kind: "here", username: other_username, avatarUrl: other_avatar_url };
}

/**
 * Presents a deal for the list of orders.
 * @param role the viewer's role
 */
export function presentOrder(row: OrderRow, role: DealRole, shop: CardRow | undefined): OrderView {
  const facts = dealFacts(row, new Date());
  const turn = turnOf(facts, row.proposed_by);
  const card = shop && presentCard(shop, null);
  return {
    id: row.id,
    role,
    state: facts.state,
    sellerConfirmed: facts.sellerConfirmed,
    buyerConfirmed: facts.buyerConfirmed,
    requested: facts.requested,
    declined: facts.declined,
    alone: !readsReason(facts, role),
    turn: turn === null ? null : turn === role ? "me" : "other",
    proposedBy: row.proposed_by === null ? null : row.proposed_by === role ? "me" : "other",
    steps: stepsOf(facts, role),
    listing: {
      name: dealName(row.listing_name, row.others),
      path: card?.path ?? null,
      photo: card?.photo ?? null,
    },
    other: presentOther(row),
    suspended: suspendedOther(row, facts, role),
    reviewed: row.reviewed,
    pieces: row.pieces,
    price: formatPrice(row.price_cents, getLocale()),
    roomId: row.room_id,
    at: row.created_at.toISOString(),
  };
}

function presentItem(item: DealItem, shop: CardRow | undefined): Omit<OrderItem, "place"> {
  const card = shop && presentCard(shop, null);
  return { name: item.listing_name, path: card?.path ?? null, pieces: item.pieces };
}

export function presentWhole(
  row: OrderRow,
  role: DealRole,
  {
    items,
    shop,
    proposal,
    address,
  }: {
    items: readonly DealItem[];
    /** The listings that exist and are not hidden, by id. */
    shop: ReadonlyMap<string | null, CardRow>;
    proposal: ProposalRow | undefined;
    address: AddressView | null;
  },
) {
  const { carrier, tracking_number: number } = row;
  // A database check allows only these two.
  const givenAs = row.given_as as GivenAs | null;
  const by = cancelledBy(row.cancelled_by, role);
  const { endsFrom } = dealFacts(row, new Date());
  const because = row.ended_because as EndReason | null;
  const iso = (moment: Date | null) => moment?.toISOString() ?? null;
  const order = presentOrder(row, role, shop.get(row.listing_id));
  const whole: OrderWhole = {
    ...order,
    items: items.map((item, place) => ({ place, ...presentItem(item, shop.get(item.listing_id)) })),
    sellerConfirmedAt: iso(row.seller_confirmed_at),
    buyerConfirmedAt: iso(row.buyer_confirmed_at),
    givenAt: iso(row.given_at),
    givenAs,
    parcel: givenAs === "sent" ? { carrier, number, trackUrl: trackingUrl(carrier, number) } : null,
    receivedAt: iso(row.received_at),
    cancelled: row.cancelled_at &&
      by && { at: row.cancelled_at.toISOString(), by, reason: row.reason, because },
    wayOut:
      endsFrom && order.other.kind === "here"
        ? {
            proposal: proposal ? presentProposal(proposal, role) : null,
            nextId: randomUUID(),
            endsFrom: endsFrom.toISOString(),
          }
        : null,
    address,
  };
  return whole;
}
