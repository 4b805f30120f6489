import type { ChatMessage } from "#app/domain/chat-message.ts";
import type { Photo } from "#app/features/listings/photos/photo.ts";
import type { Approximation } from "#app/ui/price.tsx";

/** What a room is about. Of a listing that is gone only the name is left; its path leads to the page that says so. */
export interface ChatListing {
  readonly name: string;
  readonly path: string;
  readonly available: boolean;
  /** "€189.00" */
  readonly price: string | null;
  readonly approximately: Approximation | null;
  readonly photo: Photo | null;
}

/** A room's header, as one of its two sees it. */
export interface ChatRoom {
  readonly id: string;
  /** Who `left` deleted their account: "Deleted user", with no page, and nobody to write to. */
  readonly other: { readonly username: string; readonly avatarUrl: string | null; readonly left: boolean };
  readonly listing: ChatListing;
}

/** A row of the inbox. */
export interface ChatSummary extends ChatRoom {
  readonly last: { readonly message: string; readonly mine: boolean } | null;
  /** ISO 8601: when the last message was written, else when the room was opened. */
  readonly at: string;
  readonly unread: boolean;
}

/** A room as it is opened, with its latest messages. */
export interface OpenChat {
  readonly room: ChatRoom;
  /** By `seq`, without gaps. */
  readonly messages: readonly ChatMessage[];
  /** Whose page this is, and their latest event when it was read: see `useLiveEvents`. */
  readonly page: { readonly userId: string; readonly after: number };
}
