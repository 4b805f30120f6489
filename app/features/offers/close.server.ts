import { sql, type Transaction } from "kysely";
import { href } from "react-router";
import { listingPathOf } from "#app/domain/categories/registry.ts";
import type { OfferRole } from "#app/domain/offer.ts";
import { TAKEN_KEY } from "#app/features/deals/notify.server.ts";
import { inBatches } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishEach } from "#app/platform/events.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { type Notice, notifyAll } from "#app/platform/notify.server.ts";

export const OFFERS_JOB = "offers";

const OFFERS_AT_ONCE = 100;

interface Closed {
  readonly id: string;
  readonly state: "expired" | "ended";
  readonly made_by: OfferRole;
  readonly room_id: string;
  readonly seller_id: string | null;
  readonly buyer_id: string | null;
  readonly listing_type: string;
  readonly listing_id: string;
  readonly listing_name: string;
  /** The event key of the notice that tells interested buyers about the deal for these pieces. Null without a deal. */
  readonly taken_key: string | null;
  /** The listing still has pieces, but fewer than the offer was for. */
  readonly pieces_left: boolean;
  /** The two people have an open order about the listing. They get the notices of that order instead. */
  readonly ordered: boolean;
  /** The listing is a favourite of the buyer. They get the notice about the favourite instead. */
  readonly favorite: boolean;
}

/**
 * Closes open offers. An offer becomes "expired" when its time is over. It becomes "ended" when the pieces are sold,
 * when the listing or an account was deleted, or when the two people have an open order about the listing. An offer
 * that is being answered at this moment is skipped.
 */
export function closeOffers(signal?: AbortSignal): Promise<void> {
  return inBatches(async (trx) => {
    const closed = await closeDue(trx);
    await notifyAll(closed.flatMap(noticesOf), trx);
    await publishClosed(trx, closed);
    return closed.length === OFFERS_AT_ONCE;
  }, signal);
}

/** The open offers to close, with the columns that `closeDue` needs. */
const OVER = sql`
  offers
  join chat_rooms as room on room.id = offers.room_id
  left join listings on listings.type = room.listing_type and listings.id = room.listing_id
  cross join lateral (
    select exists (
      select from deal_rooms join deals on deals.id = deal_rooms.deal_id
      where deal_rooms.room_id = room.id and deals.state = 'open'
    ) as ordered
  ) as orders
  where offers.state = 'open' and (
    expires_at <= now() or room.seller_id is null or room.buyer_id is null or listings.id is null
    or listings.quantity < offers.pieces or ordered
  )`;

async function closeDue(trx: Transaction<DB>): Promise<Closed[]> {
  const { rows } = await sql<Closed>`
    with due as materialized (
      select offers.id, offers.room_id,
        case when expires_at <= now() then 'expired' else 'ended' end as becomes, ordered,
        coalesce(listings.quantity, 0) > 0 as pieces_left
      from ${OVER}
      order by offers.id limit ${OFFERS_AT_ONCE} for update of offers skip locked
    )
    update offers set state = due.becomes, closed_at = now()
    from due join chat_rooms as room on room.id = due.room_id
    where offers.id = due.id
    returning offers.id, offers.state, offers.made_by, room.id as room_id, room.seller_id, room.buyer_id,
      room.listing_type, room.listing_id, room.listing_name, due.ordered, due.pieces_left,
      (
        select ${TAKEN_KEY} from deal_items items join deals on deals.id = items.deal_id
        where items.listing_type = room.listing_type and items.listing_id = room.listing_id
          and deals.state <> 'cancelled'
        order by deals.created_at desc limit 1
      ) as taken_key,
      exists (
        select from favorites
        where favorites.user_id = room.buyer_id
          and favorites.listing_type = room.listing_type and favorites.listing_id = room.listing_id
      ) as favorite
  `.execute(trx);
  return rows;
}

/**
 * The author of an expired offer learns that nobody answered; the buyer of an ended one, that the pieces are no longer
 * available. The deal for these pieces may have notified this buyer already: both notices have the same event key, so
 * that the buyer gets only one.
 */
function noticesOf(offer: Closed): Notice[] {
  const { id, state, made_by, room_id: roomId, listing_type, listing_id, listing_name: listing } = offer;
  const facts = { username: "", listing };
  if (state === "expired") {
    const author = made_by === "seller" ? offer.seller_id : offer.buyer_id;
    if (author === null) return [];
    const path = href("/messages/:roomId", { roomId });
    const event = "offer_expired";
    return [{ kind: "deal", eventKey: `${id}:expired`, userIds: [author], facts: { ...facts, event }, path }];
  }
  if (offer.ordered || offer.favorite || offer.buyer_id === null || offer.seller_id === null) return [];
  return [
    {
      kind: "deal",
      eventKey: offer.taken_key ?? `${id}:ended`,
      userIds: [offer.buyer_id],
      facts: { ...facts, event: offer.pieces_left ? "offer_ended_pieces" : "offer_ended" },
      path: listingPathOf(listing_type, listing_id),
    },
  ];
}

/** Makes the open pages of both parties fetch the offers again. It must be the last write of its transaction. */
async function publishClosed(trx: Transaction<DB>, closed: readonly Closed[]): Promise<void> {
  const rooms = new Map<string, { dealId: null; roomIds: string[] }>();
  for (const { room_id, seller_id, buyer_id } of closed)
    for (const userId of [seller_id, buyer_id]) {
      if (userId === null) continue;
      const { roomIds } = rooms.get(userId) ?? { roomIds: [] };
      rooms.set(userId, { dealId: null, roomIds: [...roomIds, room_id] });
    }
  await publishEach(trx, "deal.changed", rooms);
}

export const offerJobs: JobHandlers = {
  [OFFERS_JOB]: {
    work: (_, signal) => closeOffers(signal),
    cron: "* * * * *",
    due: sql<boolean>`exists (select from ${OVER})`,
  },
};
