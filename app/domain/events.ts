import type { ChatMessage } from "./chat-message.ts";

/** What an event is about, as it is kept: ids, never content (design §4). */
export type LiveEvents = {
  /** A message was written to a room of this person, by them or to them. */
  "chat.message": { roomId: string; seq: number };
  /** This person has read a room, in whatever browser. */
  "chat.read": { roomId: string };
  /** The other in these rooms deleted their account. */
  "chat.left": { roomIds: readonly string[] };
};

export type LiveEventKind = keyof LiveEvents;

/**
 * What the server adds to an event as it sends it: read, authorized and presented in that moment for the person whose
 * stream it is (docs/decisions/0015-events-bring-what-they-tell.md).
 */
export type LiveContents = {
  /** `unread`: how many of the person's rooms hold something unread. */
  "chat.message": { message: ChatMessage; unread: number };
  "chat.read": { unread: number };
  "chat.left": { unread: number };
};

/** An event as a browser is told it. Without its content, the browser asks for what the ids name. */
export type ToldEvents = { [K in LiveEventKind]: LiveEvents[K] & Partial<LiveContents[K]> };
