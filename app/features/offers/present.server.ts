import type { OfferRole } from "#app/domain/offer.ts";
import { presentCard } from "#app/features/listings/present.server.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import type { OfferRow } from "#app/features/rooms/messages.server.ts";
import { presentOffer } from "#app/features/rooms/present.server.ts";
import type { OfferView } from "./view.ts";

export interface ListedOfferRow extends OfferRow {
  readonly room_id: string;
  readonly listing_type: string;
  readonly listing_id: string;
  readonly listing_name: string;
  readonly other_username: string | null;
  readonly other_avatar_url: string | null;
  readonly created_at: Date;
}

/**
 * Presents an offer for the page /offers.
 * @param role the viewer's role
 */
export function presentListedOffer(
  row: ListedOfferRow,
  role: OfferRole,
  shop: CardRow | undefined,
): OfferView {
  const mine = row.by === role;
  const card = shop && presentCard(shop, null);
  return {
    offer: presentOffer(row, mine),
    mine,
    roomId: row.room_id,
    listing: {
      name: card?.name ?? row.listing_name,
      path: card?.path ?? null,
      photo: card?.photo ?? null,
    },
    other: {
      kind: row.other_username === null ? "left" : "here",
      username: row.other_username,
      avatarUrl: row.other_avatar_url,
    },
    at: row.created_at.toISOString(),
  };
}
