import type { ChatMessage } from "#app/domain/chat-message.ts";
import type { ListingStatus } from "#app/domain/listing-status.ts";
import type { Photo } from "#app/features/photos/photo.ts";
import type { Approximation } from "#app/ui/price.tsx";
import type { LivePage } from "#app/ui/use-live-events.ts";
import type { Piece } from "./snippet.ts";

/** The listing of a room. A deleted listing has only its name, and its path: the page there says it was deleted. */
export interface ChatListing {
  readonly name: string;
  readonly path: string;
  readonly available: boolean;
  /** A reserved or sold listing is still shown, but cannot be bought. */
  readonly status: ListingStatus;
  /** "€189.00" */
  readonly price: string | null;
  readonly approximately: Approximation | null;
  readonly photo: Photo | null;
}

/** A room as one of its two users sees it, without its messages. */
export interface ChatRoom {
  readonly id: string;
  readonly other: {
    readonly username: string;
    readonly avatarUrl: string | null;
    /** The other user deleted their account. They have no page any more, and cannot be written to. */
    readonly left: boolean;
    /** The viewer blocks the other user. Whether the other user blocks the viewer is never revealed. */
    readonly blocked: boolean;
  };
  readonly listing: ChatListing;
}

/** A user whom the viewer blocks. */
export interface BlockedPerson {
  readonly username: string;
  readonly avatarUrl: string | null;
}

/** A conversation in the inbox. */
export interface ChatSummary extends ChatRoom {
  readonly last: { readonly message: string; readonly mine: boolean } | null;
  /** ISO 8601: when the last message was written, or else when the room was opened. */
  readonly at: string;
  /** The number of unread messages. */
  readonly unread: number;
  /** The latest message that matches a search. Missing without a search, or when only a name matches. */
  readonly hit?: { readonly seq: number; readonly snippet: readonly Piece[] };
}

/** A page of a user's conversations. */
export interface InboxPage {
  readonly rooms: readonly ChatSummary[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
  /** The owner of these conversations, and the number of the owner's latest event when they were read. */
  readonly page: LivePage;
}

/** An opened room, with its latest messages. */
export interface OpenChat {
  readonly room: ChatRoom;
  /** Ordered by `seq`, without gaps. */
  readonly messages: readonly ChatMessage[];
  /** Suggested first messages. Empty for the seller, and once the conversation has a message. */
  readonly suggestedMessages: readonly string[];
  /** The number of the last message that the other user has read, or 0 for none. */
  readonly seen: number;
  /** The shop's own origin ("https://second-serve.example"): links to it open inside the shop. */
  readonly home: string;
  /** The page's user, and the number of their latest event when the chat was read (`useLiveEvents`). */
  readonly page: LivePage;
}
