import { listingPathOf } from "#app/domain/categories/registry.ts";
import type { RoomTerms } from "#app/features/deals/panel-view.ts";
import { presentCard } from "#app/features/listings/present.server.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { previewText } from "./inbox.ts";
import { snippetOf } from "./snippet.ts";
import type { ChatListing, ChatRoom, ChatSummary } from "./view.ts";

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
  const gone = {
    name: row.listing_name,
    path: listingPathOf(row.listing_type, row.listing_id),
    available: false,
    status: "available",
    price: null,
    approximately: null,
    photo: null,
  } as const;
  return (shop && presentChatListing(shop)) ?? gone;
}

/** Null for a listing of a category that this version does not have. */
export function presentChatListing(row: CardRow): ChatListing | null {
  const card = presentCard(row, null);
  if (!card) return null;
  const { name, path, status, price, approximately, photo } = card;
  return { name, path, available: true, status, price, approximately, photo };
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
