import type { OffPlatform } from "./off-platform.ts";
import type { OfferRole, OfferState } from "./offer.ts";
import type { OfferAnswer, OfferStop } from "./offer-process.ts";
import { isBlank, isWritable } from "./text-rules.ts";

/** In UTF-16 units, as the browser's maxlength counts. The database allows as many code points. */
export const MESSAGE_MAX = 4000;

/** A photo of a message, with the fields of `features/photos/photo.ts`. */
export interface ChatPhoto {
  readonly id: string;
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly thumbhash: string;
  readonly avif: boolean;
}

/** As one of the room's two members sees it. Live events carry it too, so it has no text in any language. */
export interface ChatOffer {
  readonly id: string;
  readonly by: OfferRole;
  readonly state: OfferState;
  readonly pieces: number;
  /** The price of all pieces together. */
  readonly cents: number;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly stop: OfferStop | null;
  /** What the reader can do now. */
  readonly answers: readonly OfferAnswer[];
}

/** As one of the room's two members sees it. Live events carry it too, so it has no text of the shop's own. */
export interface ChatMessage {
  readonly id: string;
  /** The message's number within the room: 1, 2, 3 … without gaps. */
  readonly seq: number;
  readonly mine: boolean;
  /** The id that the reader's own browser assigned; null for the other member's messages. */
  readonly clientId: string | null;
  /** Empty only when there are photos or an offer. Null: moderators hid it. */
  readonly message: string | null;
  /** The language of the page on which it was written. Live events carry it for readers of any language. */
  readonly lang?: string;
  readonly photos?: readonly ChatPhoto[];
  readonly offer?: ChatOffer;
  /** Set when the message may lead its reader to pay or talk outside the shop. The sender does not see it. */
  readonly warning?: OffPlatform;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The query of a listing's page that opens its chat, for visitors who had to sign in first. */
export const OPEN_CHAT = "?chat=open";

/** Trims a message, and replaces Windows line breaks. */
export function tidyMessage(text: string): string {
  return text.replaceAll("\r\n", "\n").trim();
}

/** The database has the same limit. */
export const PHOTOS_MAX = 6;

export type MessageFault = "blank" | "long" | "characters";

/** The fault of a trimmed message, or null. With pictures it may be empty. */
export function messageFault(text: string, photos = 0): MessageFault | null {
  if (isBlank(text) && (photos === 0 || text !== "")) return "blank";
  if (text.length > MESSAGE_MAX) return "long";
  return isWritable(text) ? null : "characters";
}

/** As often as a tab without live events asks for the unread count, which then tells about the message. */
const NEWS_MS = 30_000;

/**
 * Whether a toast tells about a message that arrives as a live event. A tab that was away gets the events of that time
 * afterwards, also those of messages that were read elsewhere.
 * @param roomUnread how many messages of the room the viewer has not read
 */
export function isNews(
  { mine, createdAt }: Pick<ChatMessage, "mine" | "createdAt">,
  roomUnread: number,
  now: number,
): boolean {
  return !mine && roomUnread > 0 && now - Date.parse(createdAt) < NEWS_MS;
}
