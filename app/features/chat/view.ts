import type { ChatMessage } from "#app/domain/chat-message.ts";
import type { ListingStatus } from "#app/domain/listing.ts";
import type { RoomTerms } from "#app/features/deals/panel-view.ts";
import type { MainPhoto } from "#app/features/photos/photo.ts";
import type { Approximation } from "#app/ui/price.tsx";
import type { LivePage } from "#app/ui/use-live-events.ts";
import type { Piece } from "./snippet.ts";

/** A deleted or hidden listing has only its name and path: the page there says that it is gone. */
export interface ChatListing {
  readonly name: string;
  readonly path: string;
  readonly available: boolean;
  /** A reserved or sold listing is still shown, but cannot be bought. */
  readonly status: ListingStatus;
  /** "€189.00" */
  readonly price: string | null;
  readonly approximately: Approximation | null;
  readonly photo: MainPhoto | null;
}

export interface ChatRoom {
  readonly id: string;
  readonly other: {
    readonly username: string;
    readonly avatarUrl: string | null;
    /** The other user deleted their account. */
    readonly left: boolean;
    /** The viewer blocks the other user. Whether the other user blocks the viewer is never revealed. */
    readonly blocked: boolean;
  };
  readonly listing: ChatListing;
  /** What the two agreed on, or offer each other. */
  readonly terms: RoomTerms | null;
}

export interface ChatSummary extends ChatRoom {
  readonly last: { readonly message: string; readonly mine: boolean } | null;
  /** ISO 8601: when the last message was written, or else when the room was opened. */
  readonly at: string;
  readonly unread: number;
  /** The latest message that matches a search. Missing without a search, or when only a name matches. */
  readonly hit?: { readonly seq: number; readonly snippet: readonly Piece[] };
}

export interface InboxPage {
  readonly rooms: readonly ChatSummary[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
  /** The owner of these conversations, and the number of the owner's latest event when they were read. */
  readonly page: LivePage;
}

export interface OpenChat {
  readonly room: ChatRoom;
  /** Ordered by `seq`, without gaps. */
  readonly messages: readonly ChatMessage[];
  /** Suggested first messages. Empty for the seller, and once the conversation has a message. */
  readonly suggestedMessages: readonly string[];
  readonly seen: number;
  /** The shop's own origin ("https://second-serve.example"): links to it open inside the shop. */
  readonly home: string;
  /** The page's user, and the number of their latest event when the chat was read (`useLiveEvents`). */
  readonly page: LivePage;
}
