import { sql } from "kysely";
import type { DealState } from "#app/domain/deal.ts";
import { formatPrice } from "#app/domain/format.ts";
import type { OfferState } from "#app/domain/offer.ts";
import { amountText, offerStateName } from "#app/features/deals/offer-texts.ts";
import type { RoomTerms } from "#app/features/deals/panel-view.ts";
import { stateText } from "#app/features/deals/ui/order-texts.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { prepared } from "#app/platform/db.server.ts";

type TermsRow = {
  readonly room_id: string;
  readonly price_cents: number;
  readonly pieces: number;
} & (
  | {
      readonly kind: "deal";
      readonly state: DealState;
      readonly seller_confirmed: boolean;
      readonly declined: boolean;
      /** Whether the buyer still has an account. */
      readonly buyer_here: boolean;
    }
  | { readonly kind: "offer"; readonly state: OfferState; readonly mine: boolean }
);

/**
 * What the two people of each of these conversations have agreed on, or offer each other: what still runs, else the
 * latest. A conversation without a deal and an offer is missing.
 */
export async function termsOfDeal(
  viewerId: string,
  roomIds: readonly string[],
): Promise<ReadonlyMap<string, RoomTerms>> {
  const rows = await prepared(
    sql<TermsRow>`
      select latest.* from unnest(${roomIds}::uuid[]) as room (id)
      cross join lateral (
        (
          select 'deal' as kind, deal_rooms.room_id, deals.price_cents,
            (select sum(items.pieces)::integer from deal_items items where items.deal_id = deals.id) as pieces,
            deals.state, deals.seller_confirmed_at is not null as seller_confirmed,
            deals.lapses_at is not null and deals.seller_confirmed_at is null and deals.cancelled_by = 'seller'
              and deals.reason is not null as declined,
            deals.buyer_id is not null as buyer_here, null::boolean as mine,
            deals.state not in ('received', 'cancelled') as runs, deals.created_at
          from deal_rooms join deals on deals.id = deal_rooms.deal_id
          where deal_rooms.room_id = room.id
        ) union all (
          select 'offer', offers.room_id, offers.price_cents, offers.pieces,
            case when offers.state = 'open' and offers.expires_at <= now() then 'expired' else offers.state end,
            null, null, null,
            case offers.made_by when 'seller' then rooms.seller_id else rooms.buyer_id end = ${viewerId}::uuid,
            offers.state = 'open' and offers.expires_at > now(), offers.created_at
          from offers join chat_rooms rooms on rooms.id = offers.room_id
          -- An accepted offer is told by its deal.
          where offers.room_id = room.id and offers.deal_id is null
        )
        order by runs desc, created_at desc limit 1
      ) as latest
    `,
  );
  return new Map(rows.map((row) => [row.room_id, presentTerms(row)]));
}

function presentTerms(row: TermsRow): RoomTerms {
  const price = amountText({ price: formatPrice(row.price_cents, getLocale()), pieces: row.pieces });
  if (row.kind === "offer") {
    const isMyTurn = row.state === "open" && !row.mine;
    const state = isMyTurn ? m.offers_yours() : offerStateName(row);
    return { text: m.chat_terms_offer({ price, state }), isPriceAgreed: false };
  }
  const { state, seller_confirmed: sellerConfirmed, declined, buyer_here } = row;
  const text = stateText({ state, sellerConfirmed, declined, isBuyerHere: buyer_here });
  return { text: m.chat_terms_deal({ state: text, price }), isPriceAgreed: state !== "cancelled" };
}
