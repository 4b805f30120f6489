import type { ChatMessage } from "./chat-message.ts";

/** What an event is about, as it is kept: ids, never content (decision 0005). */
export type LiveEvents = {
  /** A message was written to a room of this person, by them or to them. */
  "chat.message": { roomId: string; seq: number };
  /** This person has read a room, in whatever browser. */
  "chat.read": { roomId: string };
  /** The other in this room has read this person's messages up to this number. */
  "chat.seen": { roomId: string; seq: number };
  /** The other in these rooms deleted their account. */
  "chat.left": { roomIds: readonly string[] };
  /**
   * Something changed about what was agreed about the listing of these rooms, of which this person is one of the two;
   * `dealId`: their own deal, null where it is somebody else's.
   */
  "deal.changed": { dealId: string | null; roomIds: readonly string[] };
  /** This person was told of something. */
  "notification.new": { ids: readonly string[] };
  /** This person has read of something, in whatever browser. */
  "notification.read": Record<string, never>;
};

export type LiveEventKind = keyof LiveEvents;

/**
 * What the server adds to an event as it sends it: read, authorized and presented in that moment for the person whose
 * stream it is (docs/decisions/0015-events-carry-content.md).
 */
export type LiveContents = {
  /** `unread`: what the bell counts; `unreadChats`: chats alone; `roomUnread`: how many messages of this room. */
  "chat.message": { message: ChatMessage; unread: number; unreadChats: number; roomUnread: number };
  "chat.read": { unread: number; unreadChats: number; roomUnread: number };
  /** Says all by itself, and nothing of what is unread. */
  "chat.seen": { unread?: undefined };
  "chat.left": { unread: number; unreadChats: number };
  /** Asked for by who shows it. */
  "deal.changed": { unread?: undefined };
  "notification.new": { unread: number };
  "notification.read": { unread: number };
};

/**
 * Events for whoever is subscribed in this moment, and for nobody later: no row, no number, nothing to catch up with.
 * Who may receive one is checked before it is sent.
 */
export type EphemeralEvents = {
  /** The other in this room is typing. */
  "chat.typing": { roomId: string };
  /** An upload of this person's has come further, or has ended. */
  "upload.progress": { uploadId: string };
};

export type EphemeralEventKind = keyof EphemeralEvents;

/** An event as a browser receives it. Without its content, the browser asks for what the ids name. */
export type DeliveredEvents = { [K in LiveEventKind]: LiveEvents[K] & Partial<LiveContents[K]> };
