import { sql } from "kysely";
import type { ChatMessage } from "#app/domain/chat-message.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { type CardRow, cardsByKey } from "#app/features/listings/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { db, prepared } from "#app/platform/db.server.ts";
import { eventsUpTo } from "#app/platform/events.server.ts";
import { problem } from "#app/platform/problem.server.ts";
import { can, type Parties } from "./policy.ts";
import {
  type MessageRow,
  presentMessage,
  presentRoom,
  presentSummary,
  type RoomRow,
  type SummaryRow,
} from "./present.server.ts";
import type { Window } from "./schema.ts";
import type { ChatSummary, OpenChat } from "./view.ts";

/** Messages that are read at once. */
export const MESSAGES_AT_ONCE = 50;
const ROOMS_SHOWN = 200;

const MESSAGE = ["id", "seq", "sender_id", "client_id", "message", "created_at"] as const;

/** A room's two, if one of them is the viewer. */
export async function partiesOf(viewer: Viewer, roomId: string): Promise<Parties | undefined> {
  const [room] = await prepared(
    sql<Parties>`
      select seller_id as "sellerId", buyer_id as "buyerId" from chat_rooms where id = ${roomId}
    `,
  );
  return room && can(viewer, "read", room) ? room : undefined;
}

/** A message by the id that its sender's browser gave it. */
export function messageSent(
  viewer: Viewer,
  roomId: string,
  clientId: string,
): Promise<MessageRow | undefined> {
  return db()
    .selectFrom("chat_messages")
    .select(MESSAGE)
    .where("chat_room_id", "=", roomId)
    .where("sender_id", "=", viewer.id)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
}

/** The viewer's rooms with the other person of each. */
export function rooms(viewerId: string) {
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
    ])
    .where(({ or, eb }) =>
      or([eb("chat_rooms.seller_id", "=", viewerId), eb("chat_rooms.buyer_id", "=", viewerId)]),
    );
}

/**
 * A room with its latest messages (marketplace §2 Chat dialog).
 * @throws 404 a room that is not the viewer's
 */
export async function openChat(viewer: Viewer, roomId: string): Promise<OpenChat> {
  // First: what happens while the rest is read is told again rather than missed.
  const after = await eventsUpTo(viewer.id);
  const [row, latest] = await Promise.all([
    rooms(viewer.id).where("chat_rooms.id", "=", roomId).executeTakeFirst(),
    messageRows(roomId, {}),
  ]);
  if (!row) throw problem(404, { message: m.chat_room_gone() });
  const shop = await inShop([row]);
  return {
    room: presentRoom(row, shop.get(row.listing_id)),
    messages: latest.map((message) => presentMessage(message, viewer.id)),
    page: { userId: viewer.id, after },
  };
}

/**
 * A part of a room's messages in their order: the first after `after`, the last before `before`, else the latest.
 * @throws 404 a room that is not the viewer's
 */
export async function messages(viewer: Viewer, roomId: string, window: Window): Promise<ChatMessage[]> {
  if (!(await partiesOf(viewer, roomId))) throw problem(404, { message: m.chat_room_gone() });
  const rows = await messageRows(roomId, window);
  return rows.map((message) => presentMessage(message, viewer.id));
}

async function messageRows(roomId: string, { after, before }: Window): Promise<MessageRow[]> {
  const some = db()
    .selectFrom("chat_messages")
    .select(MESSAGE)
    .where("chat_room_id", "=", roomId)
    .limit(MESSAGES_AT_ONCE);
  if (after !== undefined) return some.where("seq", ">", after).orderBy("seq").execute();
  const latest = before === undefined ? some : some.where("seq", "<", before);
  return (await latest.orderBy("seq", "desc").execute()).reverse();
}

/**
 * The viewer's conversations, the latest first (account-shell-home §2 Notifications panel, §7 chat_rooms). A room in
 * which nothing was written yet is its buyer's alone: to the seller nothing has happened.
 */
export async function inbox(viewer: Viewer): Promise<ChatSummary[]> {
  const rows: SummaryRow[] = await rooms(viewer.id)
    .leftJoin("chat_messages as last", (join) =>
      join.onRef("last.chat_room_id", "=", "chat_rooms.id").onRef("last.seq", "=", "chat_rooms.seq"),
    )
    .leftJoin("chat_notifications as own", (join) =>
      join.onRef("own.chat_room_id", "=", "chat_rooms.id").on("own.user_id", "=", viewer.id),
    )
    .select([
      "chat_rooms.created_at",
      "chat_rooms.last_message_at",
      "last.message as last_message",
      "last.sender_id as last_sender_id",
      "own.unread_count",
    ])
    .where(({ or, eb }) =>
      or([eb("chat_rooms.last_message_at", "is not", null), eb("buyer_id", "=", viewer.id)]),
    )
    .orderBy(sql`coalesce(chat_rooms.last_message_at, chat_rooms.created_at)`, "desc")
    .limit(ROOMS_SHOWN)
    .execute();
  const shop = await inShop(rows);
  return rows.map((row) => presentSummary(row, shop.get(row.listing_id), viewer.id));
}

/** A message that a person is to be told of, with its room's two and how many of the person's rooms are unread. */
export interface ToldRow extends MessageRow {
  readonly user_id: string;
  readonly seller_id: string | null;
  readonly buyer_id: string | null;
  readonly unread: number;
}

/**
 * The messages that these persons are to be told of, in the order of `told`; undefined for one that is gone. Whether
 * the person may see it is the caller's to ask.
 */
export async function messagesTold(
  told: readonly { userId: string; roomId: string; seq: number }[],
): Promise<(ToldRow | undefined)[]> {
  const rows = await prepared(
    sql<ToldRow & { nth: number }>`
      select told.nth, told.user_id, room.seller_id, room.buyer_id,
        message.id, message.seq, message.sender_id, message.client_id, message.message, message.created_at,
        (select count(*) from chat_notifications
          where chat_notifications.user_id = told.user_id and unread_count > 0) as unread
      from unnest(
        ${told.map(({ userId }) => userId)}::uuid[],
        ${told.map(({ roomId }) => roomId)}::uuid[],
        ${told.map(({ seq }) => seq)}::bigint[]
      ) with ordinality as told (user_id, room_id, seq, nth)
      join chat_rooms as room on room.id = told.room_id
      join chat_messages as message on message.chat_room_id = told.room_id and message.seq = told.seq
    `,
  );
  const found = new Map(rows.map((row) => [row.nth, row]));
  return told.map((_, index) => found.get(index + 1));
}

/** How many rooms of each of these persons hold something unread; who has none is not in it. */
export async function unreadOf(userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db()
    .selectFrom("chat_notifications")
    .select(["user_id", ({ fn }) => fn.countAll<number>().as("unread")])
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where("unread_count", ">", 0)
    .groupBy("user_id")
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.unread]));
}

/** How many of the viewer's rooms hold something unread (account-shell-home §7 chat_notifications). */
export async function unreadRooms(viewerId: string): Promise<number> {
  return (await unreadOf([viewerId])).get(viewerId) ?? 0;
}

/** Those of the rooms' listings that are still for sale, by id. */
async function inShop(about: readonly RoomRow[]): Promise<Map<string, CardRow>> {
  const rows = await cardsByKey(about.map((room) => ({ type: room.listing_type, id: room.listing_id })));
  return new Map(rows.map((row) => [row.id, row]));
}
