import type { ChatMessage } from "#app/domain/chat-message.ts";
import type { ListingStatus } from "#app/domain/listing-status.ts";
import type { Photo } from "#app/features/photos/photo.ts";
import type { Approximation } from "#app/ui/price.tsx";
import type { LivePage } from "#app/ui/use-live-events.ts";
import type { Piece } from "./snippet.ts";

/** The listing of a room. Only the name of a deleted one is left; its path leads to the page that says so. */
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

/** A room's header, for one of its two users. */
export interface ChatRoom {
  readonly id: string;
  readonly other: {
    readonly username: string;
    readonly avatarUrl: string | null;
    /** They deleted their account: "Deleted user", without a page, who receives no messages. */
    readonly left: boolean;
    /** The viewer blocks them. Whether they block the viewer is never revealed. */
    readonly blocked: boolean;
  };
  readonly listing: ChatListing;
}

/** A user whom the viewer blocks. */
export interface BlockedPerson {
  readonly username: string;
  readonly avatarUrl: string | null;
}

/** A row of the inbox. */
export interface ChatSummary extends ChatRoom {
  readonly last: { readonly message: string; readonly mine: boolean } | null;
  /** ISO 8601: when the last message was written, else when the room was opened. */
  readonly at: string;
  /** The number of unread messages. */
  readonly unread: number;
  /** The latest message that matches a search, if one does and not only the names. */
  readonly hit?: { readonly seq: number; readonly snippet: readonly Piece[] };
}

/** A page of a user's conversations. */
export interface InboxPage {
  readonly rooms: readonly ChatSummary[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
  /** Their owner, and the owner's latest event when they were read. */
  readonly page: LivePage;
}

/** An opened room, with its latest messages. */
export interface OpenChat {
  readonly room: ChatRoom;
  /** By `seq`, without gaps. */
  readonly messages: readonly ChatMessage[];
  /** Suggested first messages. Empty for the seller, and once the conversation has a message. */
  readonly openers: readonly string[];
  /** The last message that the other has read; 0: none yet. */
  readonly seen: number;
  /** The shop's own origin ("https://second-serve.example"): links to it open inside the shop. */
  readonly home: string;
  /** The page's user, and their latest event when it was read: see `useLiveEvents`. */
  readonly page: LivePage;
}
