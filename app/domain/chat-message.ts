/** Most UTF-16 units of a message, as the browser's maxlength counts; the database allows as many code points. */
export const MESSAGE_MAX = 4000;

/** A picture of a message, as `features/photos/photo.ts` describes one. */
export interface ChatPhoto {
  readonly id: string;
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly thumbhash: string;
  readonly avif: boolean;
}

/** A message as one of its room's two sees it. */
export interface ChatMessage {
  readonly id: string;
  /** Its number within the room: 1, 2, 3 … without gaps. */
  readonly seq: number;
  readonly mine: boolean;
  /** The id that the reader's own browser gave it; null for the other's messages. */
  readonly clientId: string | null;
  /** Empty only beside photos. */
  readonly message: string;
  /** In their order; left out where there are none. */
  readonly photos?: readonly ChatPhoto[];
  /** ISO 8601. */
  readonly createdAt: string;
}
