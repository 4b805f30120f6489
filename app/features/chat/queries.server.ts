import { sql } from "kysely";
import { categoryOfPlural } from "#app/domain/categories/registry.ts";
import type { ChatMessage } from "#app/domain/chat-message.ts";
import { isId } from "#app/domain/ids.ts";
import { can, type Parties } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { isEarly } from "#app/features/deals/first-messages.server.ts";
import { type CardRow, cardsByKey } from "#app/features/listings/queries.server.ts";
import { OFFER_STOP } from "#app/features/offers/rows.server.ts";
import { termsOfDeal } from "#app/features/offers/terms.server.ts";
import {
  MESSAGE_COLUMNS,
  type MessageRow,
  type OfferRow,
  roomOfParty,
  sentPhotos,
} from "#app/features/rooms/messages.server.ts";
import { presentMessage } from "#app/features/rooms/present.server.ts";
import { m } from "#app/paraglide/messages.js";
import { db, prepared } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { eventsUpTo } from "#app/platform/events.server.ts";
import { signedInOr } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { LINKED_MAX } from "./links.ts";
import { presentChatListing, presentRoom, presentSuggestedMessages, type RoomRow } from "./present.server.ts";
import type { MessageRange } from "./schema.ts";
import type { ChatListing, ChatRoom, OpenChat } from "./view.ts";

/** `who` of the chat's forms and calls. */
export const chatViewer = signedInOr(() => m.chat_sign_in_text());

/**
 * The id of the room in a URL.
 * @throws 404 an invalid id
 */
export function roomIdOf(params: { roomId: string }): string {
  if (isId(params.roomId)) return params.roomId.toLowerCase();
  throw new Refused("chat_room_gone");
}

export const MESSAGES_AT_ONCE = 50;
/** The place, from 1, of a message to which a link leads among the messages shown; lower if fewer precede it. */
const MESSAGES_BEFORE = 15;

const offerOf = (message: string) => sql<OfferRow | null>`
  case when ${sql.ref(`${message}.offer_id`)} is not null then (
    select json_build_object('id', offers.id, 'by', made_by, 'state', state, 'pieces', pieces, 'cents', price_cents,
      'expiresAt', expires_at, 'stop', ${OFFER_STOP})
    from offers join chat_rooms room on room.id = offers.room_id
    where offers.id = ${sql.ref(`${message}.offer_id`)}
  ) end
`;

const earlyOf = (message: string) => isEarly(sql.ref(`${message}.seq`), sql.ref(`${message}.chat_room_id`));

const parts = (message: string) =>
  [sentPhotos(message).as("photos"), offerOf(message).as("offer"), earlyOf(message).as("early")] as const;

/** A query of the viewer's rooms, with the other user of each. */
function rooms(viewerId: string) {
  return db()
    .selectFrom("chat_rooms")
    .leftJoin("profiles", (join) =>
      join.on(
        "profiles.id",
        "=",
        sql<string>`case chat_rooms.seller_id when ${viewerId}::uuid then chat_rooms.buyer_id else chat_rooms.seller_id end`,
      ),
    )
    .select([
      "chat_rooms.id",
      "chat_rooms.listing_type",
      "chat_rooms.listing_id",
      "chat_rooms.listing_name",
      "profiles.username as other_username",
      "profiles.avatar_url as other_avatar_url",
      sql<boolean>`chat_rooms.buyer_id is not distinct from ${viewerId}::uuid`.as("buying"),
      sql<boolean>`chat_rooms.blocked and exists (
        select from user_blocks where blocker_id = ${viewerId} and blocked_id = profiles.id
      )`.as("other_blocked"),
    ])
    .where(({ or, eb }) =>
      or([eb("chat_rooms.seller_id", "=", viewerId), eb("chat_rooms.buyer_id", "=", viewerId)]),
    );
}

/**
 * A room as the viewer sees it, without its messages.
 * @throws 404 a room that is not the viewer's
 */
export async function roomOf(viewer: Viewer, roomId: string): Promise<ChatRoom> {
  const row = await rooms(viewer.id).where("chat_rooms.id", "=", roomId).executeTakeFirst();
  if (!row) throw new Refused("chat_room_gone");
  return presented(viewer, row);
}

async function presented(viewer: Viewer, row: RoomRow): Promise<ChatRoom> {
  const [shop, terms] = await Promise.all([availableCards([row]), termsOfDeal(viewer.id, [row.id])]);
  return presentRoom(row, shop.get(row.listing_id), terms.get(row.id));
}

/** The room of a message that this user sent within a day with this client id, or null. */
export async function roomOfMessage(senderId: string, clientId: string): Promise<string | null> {
  const row = await db()
    .selectFrom("chat_messages")
    .select("chat_room_id")
    .where("sender_id", "=", senderId)
    .where("client_id", "=", clientId)
    .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst();
  return row?.chat_room_id ?? null;
}

/**
 * A room with its latest messages, or with those that `range` selects.
 * @throws 404 a room that is not the viewer's
 */
export async function openChat(viewer: Viewer, roomId: string, range: MessageRange = {}): Promise<OpenChat> {
  // Read before the messages, so that the browser also receives events that occur during the queries.
  const after = await eventsUpTo(viewer.id);
  const [row, latest, seen] = await Promise.all([
    rooms(viewer.id).where("chat_rooms.id", "=", roomId).executeTakeFirst(),
    messageRows(roomId, range),
    seenUpTo(viewer, roomId),
  ]);
  if (!row) throw new Refused("chat_room_gone");
  const room = await presented(viewer, row);
  return {
    room,
    suggestedMessages: row.buying && latest.length === 0 ? presentSuggestedMessages(room.listing) : [],
    messages: latest.map((message) => presentMessage(message, viewer.id)),
    seen,
    home: new URL(env().baseUrl).origin,
    page: { userId: viewer.id, after },
  };
}

/**
 * Up to `MESSAGES_AT_ONCE` messages of a room, ordered by number: the first after `after`, the last before `before`, or
 * those on both sides of `around`. With an empty range, the latest messages.
 * @throws 404 a room that is not the viewer's
 */
export async function messages(viewer: Viewer, roomId: string, range: MessageRange): Promise<ChatMessage[]> {
  if (!(await roomOfParty(viewer, roomId))) throw new Refused("chat_room_gone");
  const rows = await messageRows(roomId, range);
  return rows.map((message) => presentMessage(message, viewer.id));
}

/** The number of the last message of a room that the other user has read. 0: none, or the other user was deleted. */
export async function seenUpTo(viewer: Viewer, roomId: string): Promise<number> {
  const theirs = await db()
    .selectFrom("chat_notifications")
    .select("read_seq")
    .where("chat_room_id", "=", roomId)
    .where("user_id", "<>", viewer.id)
    .executeTakeFirst();
  return theirs?.read_seq ?? 0;
}

async function messageRows(roomId: string, { after, before, around }: MessageRange): Promise<MessageRow[]> {
  if (around !== undefined) {
    const from = Math.max(0, around - MESSAGES_BEFORE);
    const some = await messageRows(roomId, { after: from });
    return some.some(({ seq }) => seq >= around) ? some : messageRows(roomId, {});
  }
  const some = messagesOf(roomId).limit(MESSAGES_AT_ONCE);
  if (after !== undefined) return some.where("seq", ">", after).orderBy("seq").execute();
  const latest = before === undefined ? some : some.where("seq", "<", before);
  return (await latest.orderBy("seq", "desc").execute()).reverse();
}

/**
 * The messages of a room with numbers between these two, for programs.
 * @throws Refused "chat_room_gone" for a room that is not the viewer's
 */
export async function messagePage(
  viewer: Viewer,
  roomId: string,
  { after, before, newestFirst, most }: { after: number; before: number; newestFirst: boolean; most: number },
): Promise<MessageRow[]> {
  if (!(await roomOfParty(viewer, roomId))) throw new Refused("chat_room_gone");
  return messagesOf(roomId)
    .where("seq", ">", after)
    .where("seq", "<", before)
    .orderBy("seq", newestFirst ? "desc" : "asc")
    .limit(most)
    .execute();
}

function messagesOf(roomId: string) {
  return db()
    .selectFrom("chat_messages")
    .select(MESSAGE_COLUMNS)
    .select(parts("chat_messages"))
    .where("chat_room_id", "=", roomId);
}

export interface EventMessageRow extends MessageRow {
  readonly user_id: string;
  readonly sender_name: string | null;
  readonly seller_id: string | null;
  readonly buyer_id: string | null;
  /** The number of this user's unread conversations and notifications, which the bell shows. */
  readonly unread: number;
  /** The number of this user's unread messages in the room. */
  readonly room_unread: number;
}

/**
 * The messages that these events are about, in the order of `events`. A deleted message is undefined. The caller checks
 * whether the event's user may see the message.
 */
export async function messagesForEvents(
  events: readonly { userId: string; roomId: string; seq: number }[],
): Promise<(EventMessageRow | undefined)[]> {
  const rows = await prepared(
    sql<EventMessageRow & { nth: number }>`
      select events.nth, events.user_id, sender.username as sender_name, room.seller_id, room.buyer_id,
        message.id, message.seq, message.sender_id, message.client_id, message.message, message.language, message.created_at,
        message.hidden, ${sentPhotos("message")} as photos, ${offerOf("message")} as offer, ${earlyOf("message")} as early,
        unread_of(events.user_id) as unread,
        coalesce(own.unread_count, 0) as room_unread
      from unnest(
        ${events.map(({ userId }) => userId)}::uuid[],
        ${events.map(({ roomId }) => roomId)}::uuid[],
        ${events.map(({ seq }) => seq)}::bigint[]
      ) with ordinality as events (user_id, room_id, seq, nth)
      join chat_rooms as room on room.id = events.room_id
      join chat_messages as message on message.chat_room_id = events.room_id and message.seq = events.seq
      left join chat_notifications as own on own.chat_room_id = events.room_id and own.user_id = events.user_id
      left join profiles as sender on sender.id = message.sender_id
    `,
  );
  const rowByNth = new Map(rows.map((row) => [row.nth, row]));
  return events.map((_, index) => rowByNth.get(index + 1));
}

/** For each pair of a user and a room, the number of that user's unread messages in the room. */
export async function roomUnreadOf(of: readonly { userId: string; roomId: string }[]): Promise<number[]> {
  const rows = await prepared(
    sql<{ unread: number }>`
      select coalesce(unread_count, 0) as unread
      from unnest(${of.map(({ userId }) => userId)}::uuid[], ${of.map(({ roomId }) => roomId)}::uuid[])
        with ordinality as pairs (user_id, room_id, nth)
      left join chat_notifications own on own.chat_room_id = pairs.room_id and own.user_id = pairs.user_id
      order by pairs.nth
    `,
  );
  return rows.map(({ unread }) => unread);
}

/** The listings of these rooms that still exist and are not hidden, by the listing's id. */
export async function availableCards(about: readonly RoomRow[]): Promise<Map<string, CardRow>> {
  const rows = await cardsByKey(about.map((room) => ({ type: room.listing_type, id: room.listing_id })));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The listings that a message links to, in the order of `keys`. Null: there is no such listing, or it is hidden.
 * @param keys as of `linkedListings`: "rackets/{id}"; those beyond `LINKED_MAX` are ignored
 */
export async function linkedCards(keys: readonly string[]): Promise<(ChatListing | null)[]> {
  const wanted = keys.slice(0, LINKED_MAX).map((key) => {
    const [plural = "", id = ""] = key.split("/");
    return { type: categoryOfPlural(plural)?.type ?? "", id };
  });
  const rows = await cardsByKey(wanted);
  return wanted.map(({ type, id }) => {
    const row = rows.find((other) => other.type === type && other.id === id);
    return row ? presentChatListing(row) : null;
  });
}

/**
 * Whether a private photo was sent in one of the viewer's conversations, in a message that moderators have not hidden,
 * or is their own and not sent yet.
 */
export async function hasPhoto(viewer: Viewer, key: string): Promise<boolean> {
  const { rows } = await sql<Parties & { userId: string | null; sent: boolean; hidden: boolean }>`
    select photos.user_id as "userId", photos.chat_message_id is not null as sent,
      message.hidden is not null as hidden, room.seller_id as "sellerId", room.buyer_id as "buyerId"
    from photos
    left join chat_messages as message on message.id = photos.chat_message_id
    left join chat_rooms as room on room.id = message.chat_room_id
    where photos.key = ${key}
  `.execute(db());
  return rows.some(({ sent, hidden, ...people }) =>
    sent
      ? !hidden && can(viewer, "read", { kind: "room", ...people })
      : can(viewer, "use", { kind: "photo", ...people }),
  );
}
