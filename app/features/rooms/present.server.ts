import type { ChatMessage, ChatOffer } from "#app/domain/chat-message.ts";
import { offPlatform } from "#app/domain/off-platform.ts";
import { offerAnswersOf } from "#app/domain/offer-process.ts";
import { presentPhoto } from "#app/features/photos/present.server.ts";
import type { MessageRow, OfferRow } from "./messages.server.ts";

/** A message as one of its two readers sees it. */
export function presentMessage(row: MessageRow, viewerId: string): ChatMessage {
  const mine = row.sender_id === viewerId;
  const warning = mine || !row.early || row.hidden !== null ? null : offPlatform(row.message);
  return {
    id: row.id,
    seq: row.seq,
    mine,
    clientId: mine ? row.client_id : null,
    message: row.hidden === null ? row.message : null,
    ...(row.language !== null && row.hidden === null && { lang: row.language }),
    ...(row.photos && row.hidden === null && { photos: row.photos.map(presentPhoto) }),
    ...(row.offer && { offer: presentOffer(row.offer, mine) }),
    ...(warning && { warning }),
    createdAt: row.created_at.toISOString(),
  };
}

/** @param mine whether the viewer made the offer */
export function presentOffer(
  { id, by, state, pieces, cents, expiresAt, stop }: OfferRow,
  mine: boolean,
): ChatOffer {
  const role = mine ? by : by === "buyer" ? "seller" : "buyer";
  const expires = new Date(expiresAt);
  return {
    id,
    by,
    state,
    pieces,
    cents,
    expiresAt: expires.toISOString(),
    stop,
    answers: offerAnswersOf({ state, by, isOver: expires <= new Date(), stop }, role),
  };
}
