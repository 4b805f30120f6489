import type { ChatMessage } from "#app/domain/chat-message.ts";
import type { ListingStatus } from "#app/domain/listing-status.ts";
import type { Photo } from "#app/features/photos/photo.ts";
import type { Approximation } from "#app/ui/price.tsx";
import type { LivePage } from "#app/ui/use-live-events.ts";
import type { Piece } from "./snippet.ts";

/** What a room is about. Of a listing that is gone only the name is left; its path leads to the page that says so. */
export interface ChatListing {
  readonly name: string;
  readonly path: string;
  readonly available: boolean;
  /** What is reserved or sold is still shown, and cannot be bought. */
  readonly status: ListingStatus;
  /** "€189.00" */
  readonly price: string | null;
  readonly approximately: Approximation | null;
  readonly photo: Photo | null;
}

/** A room's header, as one of its two sees it. */
export interface ChatRoom {
  readonly id: string;
  readonly other: {
    readonly username: string;
    readonly avatarUrl: string | null;
    /** They deleted their account: "Deleted user", with no page, and nobody to write to. */
    readonly left: boolean;
    /** The viewer blocks them. Whether they block the viewer is told to nobody. */
    readonly blocked: boolean;
  };
  readonly listing: ChatListing;
}

/** Somebody whom the viewer blocks. */
export interface BlockedPerson {
  readonly username: string;
  readonly avatarUrl: string | null;
}

/** A row of the inbox. */
export interface ChatSummary extends ChatRoom {
  readonly last: { readonly message: string; readonly mine: boolean } | null;
  /** ISO 8601: when the last message was written, else when the room was opened. */
  readonly at: string;
  /** How many messages. */
  readonly unread: number;
  /** Of a search: the latest message that fits, if one does and not the names alone. */
  readonly hit?: { readonly seq: number; readonly snippet: readonly Piece[] };
}

/** A part of somebody's conversations. */
export interface InboxPage {
  readonly rooms: readonly ChatSummary[];
  /** What the next page is asked for with; null at the end. */
  readonly next: string | null;
  /** Whose they are, and their latest event when they were read. */
  readonly page: LivePage;
}

/** A room as it is opened, with its latest messages. */
export interface OpenChat {
  readonly room: ChatRoom;
  /** By `seq`, without gaps. */
  readonly messages: readonly ChatMessage[];
  /** Up to which message the other has read; 0: none yet. */
  readonly seen: number;
  /** Where the shop itself is ("https://second-serve.example"): links to it are ways inside. */
  readonly home: string;
  /** Whose page this is, and their latest event when it was read: see `useLiveEvents`. */
  readonly page: LivePage;
}
