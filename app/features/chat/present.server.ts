import { listingPathOf } from "#app/domain/categories/registry.ts";
import type { ChatMessage, ChatOffer } from "#app/domain/chat-message.ts";
import { offPlatform } from "#app/domain/off-platform.ts";
import type { OfferRole, OfferState } from "#app/domain/offer.ts";
import { offerAnswersOf } from "#app/domain/offer-process.ts";
import type { RoomTerms } from "#app/features/deals/panel-view.ts";
import { presentCard } from "#app/features/listings/present.server.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { presentPhoto } from "#app/features/photos/present.server.ts";
import type { PhotoRow } from "#app/features/photos/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { previewText } from "./inbox.ts";
import { snippetOf } from "./snippet.ts";
import type { ChatListing, ChatRoom, ChatSummary } from "./view.ts";

export interface MessageRow {
  readonly id: string;
  readonly seq: number;
  /** Null: the sender deleted their account. */
  readonly sender_id: string | null;
  readonly client_id: string;
  readonly message: string;
  readonly language: string | null;
  readonly created_at: Date;
  readonly photos: readonly PhotoRow[] | null;
  readonly offer: OfferRow | null;
  /** Not null: moderators hid the message. */
  readonly hidden: string | null;
  /** Whether it is one of the first messages of a room without a deal. Only such a message can get a warning. */
  readonly early: boolean;
}

/** An offer, as JSON in the row of its message. */
export interface OfferRow {
  readonly id: string;
  readonly by: OfferRole;
  readonly state: OfferState;
  readonly pieces: number;
  readonly cents: number;
  readonly expiresAt: string;
}

export interface RoomRow {
  readonly id: string;
  readonly listing_type: string;
  readonly listing_id: string;
  readonly listing_name: string;
  /** Null: the other user deleted their account. */
  readonly other_username: string | null;
  readonly other_avatar_url: string | null;
  /** Whether the viewer is the buyer of the room. */
  readonly buying: boolean;
  /** Whether the viewer blocks the other user. */
  readonly other_blocked: boolean;
}

export interface SummaryRow extends RoomRow {
  readonly created_at: Date;
  readonly last_message_at: Date | null;
  readonly last_message: string | null;
  readonly last_hidden: string | null;
  readonly last_sender_id: string | null;
  /** Whether the last message is an offer. */
  readonly last_offer: boolean;
  readonly unread_count: number | null;
  /** The number of the latest message that matches a search. Null without a search, or if only a name matches. */
  readonly hit_seq: number | null;
  readonly hit_message: string | null;
}

export function presentMessage(row: MessageRow, viewerId: string): ChatMessage {
  const mine = row.sender_id === viewerId;
  const warning = mine || !row.early || row.hidden !== null ? null : offPlatform(row.message);
  return {
    id: row.id,
    seq: row.seq,
    mine,
    clientId: mine ? row.client_id : null,
    message: row.hidden === null ? row.message : null,
    ...(row.language !== null && row.hidden === null && { lang: row.language }),
    ...(row.photos && row.hidden === null && { photos: row.photos.map(presentPhoto) }),
    ...(row.offer && { offer: presentOffer(row.offer, mine) }),
    ...(warning && { warning }),
    createdAt: row.created_at.toISOString(),
  };
}

/** @param mine whether the viewer made the offer */
export function presentOffer(
  { id, by, state, pieces, cents, expiresAt }: OfferRow,
  mine: boolean,
): ChatOffer {
  const role = mine ? by : by === "buyer" ? "seller" : "buyer";
  const expires = new Date(expiresAt);
  return {
    id,
    by,
    state,
    pieces,
    cents,
    expiresAt: expires.toISOString(),
    answers: offerAnswersOf({ state, by, isOver: expires <= new Date() }, role),
  };
}

export function presentRoom(row: RoomRow, shop: CardRow | undefined, terms: RoomTerms | undefined): ChatRoom {
  return {
    id: row.id,
    other: {
      username: row.other_username ?? m.account_deleted_user(),
      avatarUrl: row.other_avatar_url,
      left: row.other_username === null,
      blocked: row.other_blocked,
    },
    listing: presentListing(row, shop),
    terms: terms ?? null,
  };
}

/** Suggested first messages for a buyer, who replaces "…" in them. Empty for a listing that cannot be bought. */
export function presentSuggestedMessages({ available, status }: ChatListing): string[] {
  if (!available || status !== "available") return [];
  return [m.chat_opener_available(), m.chat_opener_price(), m.chat_opener_ship()];
}

function presentListing(row: RoomRow, shop: CardRow | undefined): ChatListing {
  const card = shop && presentCard(shop, null);
  return {
    name: card?.name ?? row.listing_name,
    path: card?.path ?? listingPathOf(row.listing_type, row.listing_id),
    available: card != null,
    status: card?.status ?? "available",
    price: card?.price ?? null,
    approximately: card?.approximately ?? null,
    photo: card?.photo ?? null,
  };
}

function lastText({ last_message, last_hidden, last_offer }: SummaryRow): string {
  return previewText(last_hidden === null ? last_message : null, last_offer);
}

/** @param q the search, or "" */
export function presentSummary(
  row: SummaryRow,
  { shop, terms }: { shop: CardRow | undefined; terms: RoomTerms | undefined },
  viewerId: string,
  q: string,
): ChatSummary {
  return {
    ...presentRoom(row, shop, terms),
    last:
      row.last_message === null ? null : { message: lastText(row), mine: row.last_sender_id === viewerId },
    at: (row.last_message_at ?? row.created_at).toISOString(),
    unread: row.unread_count ?? 0,
    ...(row.hit_seq !== null && { hit: { seq: row.hit_seq, snippet: snippetOf(row.hit_message ?? "", q) } }),
  };
}
