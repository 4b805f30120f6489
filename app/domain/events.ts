import type { ChatMessage } from "./chat-message.ts";

/** The stored data of each event: ids, never content (decision 0005). */
export type LiveEvents = {
  /** A message was sent in one of this person's rooms, by them or to them. */
  "chat.message": { roomId: string; seq: number };
  /** This person read a room, in any browser. */
  "chat.read": { roomId: string };
  /** The other member of this room read this person's messages up to this number. */
  "chat.seen": { roomId: string; seq: number };
  /** The other member of these rooms deleted their account. */
  "chat.left": { roomIds: readonly string[] };
  /**
   * A deal on the listing of these rooms changed, or an offer in them ended without a deal. This person is a member of
   * each room. `dealId` is their own deal; null for an offer, and when the deal is another person's.
   */
  "deal.changed": { dealId: string | null; roomIds: readonly string[] };
  "notification.new": { ids: readonly string[] };
  /** This person read a notification, in any browser. */
  "notification.read": Record<string, never>;
};

export type LiveEventKind = keyof LiveEvents;

/**
 * The content that the server adds when it sends an event, as far as the recipient may see it
 * (docs/decisions/0005-events.md).
 */
export type LiveContents = {
  /**
   * `unread`: the count that the bell shows. `unreadChats`: how many of these are unread chats. `roomUnread`: the
   * number of unread messages in this room. `from`: the username of its sender, null if the account was deleted.
   */
  "chat.message": {
    message: ChatMessage;
    from: string | null;
    unread: number;
    unreadChats: number;
    roomUnread: number;
  };
  "chat.read": { unread: number; unreadChats: number; roomUnread: number };
  /** Adds nothing: unread counts stay the same. */
  "chat.seen": { unread?: undefined };
  "chat.left": { unread: number; unreadChats: number };
  /** Adds nothing: a page that shows the deal loads it again. */
  "deal.changed": { unread?: undefined };
  "notification.new": { unread: number };
  "notification.read": { unread: number };
};

/**
 * Events that are not stored: only current subscribers receive them. The code that sends an event first checks who may
 * receive it.
 */
export type EphemeralEvents = {
  "chat.typing": { roomId: string };
  /** One of this person's uploads progressed or ended. */
  "upload.progress": { uploadId: string };
};

export type EphemeralEventKind = keyof EphemeralEvents;

/** An event as a browser receives it. Without content, the browser loads the data by its ids. */
export type DeliveredEvents = { [K in LiveEventKind]: LiveEvents[K] & Partial<LiveContents[K]> };
