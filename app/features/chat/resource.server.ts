import { randomUUID } from "node:crypto";
import { z } from "zod";
import { PHOTOS_MAX } from "#app/domain/chat-message.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { id, moment } from "#app/features/api/fields.ts";
import { API_BASE } from "#app/features/api/operation.server.ts";
import { pageOf, positionIn } from "#app/features/api/pages.server.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import {
  listingReference,
  personReference,
  presentPersonReference,
  presentReference,
} from "#app/features/listings/reference.server.ts";
import { messageOffer, presentMessageOffer, RISK_CONFIRMED } from "#app/features/offers/resource.server.ts";
import { isPrivate, type Photo, privateDigits } from "#app/features/photos/photo.ts";
import type { MessageRow } from "#app/features/rooms/messages.server.ts";
import { presentMessage } from "#app/features/rooms/present.server.ts";
import { env } from "#app/platform/env.server.ts";
import { avatarOf } from "#app/platform/profile.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type InboxRoomRow, roomPage, roomRow } from "./inbox.server.ts";
import { availableCards, messagePage } from "./queries.server.ts";
import { inboxSchema, sendSchema } from "./schema.ts";

/** Where a program gets the pictures of messages, below the address of the API. */
export const MESSAGE_PHOTOS_PATH = "/message-photos";

const seq = z.int().meta({ description: "Its number in the room: 1, 2, 3 … without gaps." });

export const messagePhoto = z
  .object({ id, url: z.url(), width: z.int(), height: z.int() })
  .meta({ id: "MessagePhoto", description: "A picture that only the two people of its room may fetch." });

export function presentMessagePhoto({ id, key, width, height }: Photo): z.input<typeof messagePhoto> {
  if (!isPrivate(key)) throw new Error(`The photo ${id} of a message is public.`);
  const url = `${env().baseUrl}${API_BASE}${MESSAGE_PHOTOS_PATH}/${privateDigits(key)}/1280.webp`;
  return { id, url, width, height };
}

export const messageResource = z
  .object({
    id,
    chat_room_id: id,
    seq,
    sender_id: id.nullable().meta({ description: "Null for a deleted account." }),
    client_id: id.nullable().meta({ description: "The id that the sender chose, for the sender." }),
    message: z.string().nullable().meta({ description: "Null for a message that moderators hid." }),
    language: z.string().nullable(),
    photos: z.array(messagePhoto),
    offer: messageOffer.nullable(),
    warning: z
      .enum(["payment", "contact"])
      .nullable()
      .meta({ description: "It may lead its reader to pay or to talk outside the shop." }),
    created_at: moment,
  })
  .meta({ id: "Message" });

/** A message as one of its two readers sees it. */
function presentMessageResource(
  row: MessageRow,
  roomId: string,
  viewerId: string,
): z.input<typeof messageResource> {
  const { id, seq, mine, clientId, message, lang, photos, offer, warning, createdAt } = presentMessage(
    row,
    viewerId,
  );
  return {
    id,
    chat_room_id: roomId,
    seq,
    sender_id: row.sender_id,
    client_id: clientId,
    message,
    language: lang ?? null,
    photos: (photos ?? []).map(presentMessagePhoto),
    offer: offer ? presentMessageOffer(offer, mine) : null,
    warning: warning ?? null,
    created_at: createdAt,
  };
}

/** The body of a new message. Its output is that of `sendSchema`. */
export const messageBody = z
  .strictObject({
    client_id: id.optional().meta({ description: "Sent again, it stores the message only once." }),
    message: z.string().max(20_000).default(""),
    photo_ids: z.array(id).max(PHOTOS_MAX).default([]),
    risk_confirmed: RISK_CONFIRMED,
  })
  .transform(
    ({
      client_id: clientId = randomUUID(),
      message,
      photo_ids,
      risk_confirmed,
    }): z.input<typeof sendSchema> => ({
      clientId,
      message,
      photos: photo_ids.join(","),
      ...(risk_confirmed && { risk_confirmed: "on" }),
    }),
  )
  .pipe(sendSchema);

export const roomResource = z
  .object({
    id,
    listing_type: z.string(),
    listing_id: id,
    seller_id: id.nullable(),
    buyer_id: id.nullable(),
    created_at: moment,
    last_message_at: moment.nullable(),
    seller_profile: personReference.nullable().meta({ description: "Null for a deleted account." }),
    buyer_profile: personReference.nullable(),
    last_message: z
      .object({ message: z.string().nullable(), created_at: moment, sender_id: id.nullable() })
      .nullable(),
    unread_count: z.int(),
    blocked: z.boolean().meta({ description: "The person who asks blocks the other one." }),
    listing: listingReference,
  })
  .meta({ id: "Room" });

/** @param viewer who asks, with their own picture */
function presentRoomResource(
  row: InboxRoomRow,
  viewer: Viewer & { readonly avatarUrl: string | null },
  card: CardRow | undefined,
): z.input<typeof roomResource> {
  const mine = presentPersonReference(viewer.username, viewer.avatarUrl);
  const other = presentPersonReference(row.other_username, row.other_avatar_url);
  const isSeller = row.seller_id === viewer.id;
  const at = row.last_message_at?.toISOString() ?? null;
  return {
    id: row.id,
    listing_type: row.listing_type,
    listing_id: row.listing_id,
    seller_id: row.seller_id,
    buyer_id: row.buyer_id,
    created_at: row.created_at.toISOString(),
    last_message_at: at,
    seller_profile: isSeller ? mine : other,
    buyer_profile: isSeller ? other : mine,
    last_message:
      row.last_message === null || at === null
        ? null
        : {
            message: row.last_hidden === null ? row.last_message : null,
            created_at: at,
            sender_id: row.last_sender_id,
          },
    unread_count: row.unread_count ?? 0,
    blocked: row.other_blocked,
    listing: presentReference(row, card),
  };
}

const position = z.object({ micros: z.number(), id: z.string() });

async function presenterOf(viewer: Viewer, rows: readonly InboxRoomRow[]) {
  const [cards, avatarUrl] = await Promise.all([availableCards(rows), avatarOf(viewer.id)]);
  return (row: InboxRoomRow) => presentRoomResource(row, { ...viewer, avatarUrl }, cards.get(row.listing_id));
}

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The viewer's rooms as `roomResource`, the latest message first. With `q`, those that match. */
export async function readRooms(viewer: Viewer, { limit, cursor, q }: Page & { readonly q: string }) {
  const list = `rooms ${q}`;
  const before = positionIn(list, cursor, position) ?? null;
  const rows = await roomPage(viewer, { q: inboxSchema.parse({ q }).q, before }, limit + 1);
  return pageOf(list, rows, limit, await presenterOf(viewer, rows), ({ micros, id }) => ({ micros, id }));
}

/** A room of the viewer as `roomResource`. @throws Refused "chat_room_gone" */
export async function readRoom(viewer: Viewer, roomId: string) {
  const row = await roomRow(viewer, roomId);
  return (await presenterOf(viewer, [row]))(row);
}

interface MessagesPage extends Page {
  readonly order: "asc" | "desc";
  readonly after: number;
  readonly before?: number | undefined;
}

/** The messages of a room of the viewer as `messageResource`. @throws Refused "chat_room_gone" */
export async function readMessages(viewer: Viewer, roomId: string, page: MessagesPage) {
  const { limit, cursor, order, after, before = Number.MAX_SAFE_INTEGER } = page;
  const newestFirst = order === "desc";
  const list = `messages ${roomId} ${order}`;
  const last = positionIn(list, cursor, z.object({ seq: z.number() }))?.seq;
  const rows = await messagePage(viewer, roomId, {
    after: newestFirst ? after : Math.max(after, last ?? 0),
    before: newestFirst ? Math.min(before, last ?? before) : before,
    newestFirst,
    most: limit + 1,
  });
  const present = (row: MessageRow) => presentMessageResource(row, roomId, viewer.id);
  return pageOf(list, rows, limit, present, ({ seq }) => ({ seq }));
}

/** A message of a room of the viewer as `messageResource`. @throws Refused "chat_room_gone" */
export async function readMessage(viewer: Viewer, roomId: string, seq: number) {
  const range = { after: seq - 1, before: seq + 1, newestFirst: false, most: 1 };
  const [row] = await messagePage(viewer, roomId, range);
  if (!row) throw new Refused("chat_room_gone");
  return presentMessageResource(row, roomId, viewer.id);
}
