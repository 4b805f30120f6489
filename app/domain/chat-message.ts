/** A message as one of its room's two sees it. */
export interface ChatMessage {
  readonly id: string;
  /** Its number within the room: 1, 2, 3 … without gaps. */
  readonly seq: number;
  readonly mine: boolean;
  /** The id that the reader's own browser gave it; null for the other's messages. */
  readonly clientId: string | null;
  readonly message: string;
  /** ISO 8601. */
  readonly createdAt: string;
}
