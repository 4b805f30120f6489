/**
 * What a person's browsers are told over the event stream: ids, never content (design §4). Whoever hears of a message
 * asks for it, and is asked back who they are.
 */
export type LiveEvents = {
  /** A message was written to a room of this person, by them or to them. */
  "chat.message": { roomId: string; seq: number };
  /** This person has read a room, in whatever browser. */
  "chat.read": { roomId: string };
};

export type LiveEventKind = keyof LiveEvents;
