import { sql, type Transaction } from "kysely";
import type { ChatMessage } from "#app/domain/chat-message.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { can, otherParty, type Parties } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { listingHead } from "#app/features/listings/queries.server.ts";
import { attachToMessage } from "#app/features/photos/commands.server.ts";
import { messageNotes, takeBackPushes, wakePushes } from "#app/features/push/notes.server.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { db, prepared } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import {
  insertEvents,
  type LiveEvent,
  notifySubscribers,
  publishAll,
  publishEphemeral,
  publishingTransaction,
} from "#app/platform/events.server.ts";
import { limit, secondsToWaitInMemory } from "#app/platform/rate-limit.server.ts";
import { lookForSignals } from "#app/platform/recent-signals.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { blockBetween } from "./blocking.server.ts";
import { type MessageInput, type MessageRow, messageSent, roomOfParty } from "./messages.server.ts";
import { presentMessage } from "./present.server.ts";
import { markUnreadNoticeRead, roomPath } from "./unread-notices.server.ts";

/**
 * Opens the viewer's room with the seller of a listing: the existing one, or else a new one.
 * @returns the id of the room
 * @throws 404 no such listing, 403 the viewer's own listing, or one of the two blocks the other, 429 too many messages
 * or new rooms
 */
export async function openRoom(viewer: Viewer, listing: ListingKey): Promise<string> {
  return (await enterRoom(viewer, listing)).id;
}

/** `openRoom`, with whether the room is new. */
export async function enterRoom(
  viewer: Viewer,
  listing: ListingKey,
): Promise<{ id: string; isNew: boolean }> {
  await limit("message", viewer.id);
  const head = await listingHead(listing);
  if (!head) throw new Refused("chat_listing_gone");
  if (!can(viewer, "chat", { kind: "listing", userId: head.user_id })) throw new Refused("chat_own");
  const existing = await roomAbout(viewer, listing);
  if (existing) return { id: existing, isNew: false };
  await limit("new_room", viewer.id);
  const room = await db()
    .transaction()
    .execute(async (trx) => {
      if (await blockBetween(trx, viewer.id, head.user_id)) throw new Refused("chat_refused");
      return (
        trx
          .insertInto("chat_rooms")
          .values({
            listing_type: listing.type,
            listing_id: listing.id,
            listing_name: head.name,
            seller_id: head.user_id,
            buyer_id: viewer.id,
          })
          // When two tabs open it at the same time, the second gets the room that the first has inserted.
          .onConflict((conflict) => conflict.columns(["listing_type", "listing_id", "buyer_id"]).doNothing())
          .returning("id")
          .executeTakeFirst()
      );
    });
  const id = room?.id ?? (await roomAbout(viewer, listing));
  if (!id) throw new Refused("chat_room_gone");
  return { id, isNew: room !== undefined };
}

async function roomAbout(viewer: Viewer, listing: ListingKey): Promise<string | undefined> {
  const room = await db()
    .selectFrom("chat_rooms")
    .select("id")
    .where("listing_type", "=", listing.type)
    .where("listing_id", "=", listing.id)
    .where("buyer_id", "=", viewer.id)
    .executeTakeFirst();
  return room?.id;
}

/**
 * Writes a message, counts it as unread for the other user, and notifies both. A repeated `clientId` returns the stored
 * message, even if a new one would be refused.
 * @throws 404 a room that is not the viewer's, 403 the other user was deleted or one blocks the other, 422 a photo that
 * is not the viewer's to send, 429 too many messages in a minute
 */
export async function sendMessage(viewer: Viewer, roomId: string, input: MessageInput): Promise<ChatMessage> {
  const room = await roomOfParty(viewer, roomId);
  if (!room) throw new Refused("chat_room_gone");
  const other = otherParty(viewer, room);
  try {
    await limit("message", viewer.id);
    if (other === null || !can(viewer, "send", { kind: "room", ...room })) throw refusalIn(room);
    const written = await write(viewer, roomId, other, input);
    // The recipient comes first: the sender already sees the message.
    notifySubscribers([other, viewer.id]);
    lookForSignals();
    await wakePushes(other, written.pushed ?? []);
    return presentMessage(written, viewer.id);
  } catch (error) {
    // A repeated message is no error: the first one is returned.
    const first = await messageSent(viewer, roomId, input.clientId);
    if (first) return presentMessage(first, viewer.id);
    throw error;
  }
}

/** The error for a room in which nothing can be sent. It does not reveal a block: its message fits any refusal. */
export function refusalIn(room: Parties) {
  const left = room.sellerId === null || room.buyerId === null;
  return new Refused(left ? "chat_other_left" : "chat_refused");
}

/** `pushed`: the subscriptions of the reader's browsers for which the message is noted. */
type WrittenRow = MessageRow & { readonly pushed: readonly string[] | null };

/** @returns the message's row, which is committed when this resolves */
async function write(
  viewer: Viewer,
  roomId: string,
  other: string,
  input: MessageInput,
): Promise<WrittenRow> {
  const { photoIds = [] } = input;
  const statement = writing(viewer, roomId, other, input);
  async function settled([row]: readonly WrittenRow[]): Promise<WrittenRow> {
    // Between the check and the write, the other user was deleted, or one blocked the other.
    if (!row) throw refusalIn((await roomOfParty(viewer, roomId)) ?? NOBODY);
    return row;
  }
  if (photoIds.length === 0) return settled(await prepared(statement, db()));
  return db()
    .transaction()
    .execute(async (trx) => {
      const row = await settled((await statement.execute(trx)).rows);
      return { ...row, photos: await attachToMessage(trx, viewer, row.id, photoIds) };
    });
}

/** An offer as its author sends it: `message` is the note, or "". */
interface SentOffer {
  readonly clientId: string;
  readonly message: string;
  readonly offerId: string;
}

/**
 * Writes an offer into its conversation, as a message of its author. It must be the last write of the transaction that
 * writes the offer and has locked the room. After the commit, the caller calls `notifySubscribers` for both users.
 * @throws 403 the other user was deleted, or one blocks the other
 */
export async function sendOffer(
  trx: Transaction<DB>,
  author: Viewer,
  { roomId, other }: { readonly roomId: string; readonly other: string },
  { offerId, ...input }: SentOffer,
): Promise<void> {
  const { rows } = await writing(author, roomId, other, input, offerId).execute(trx);
  if (rows.length === 0) throw refusalIn((await roomOfParty(author, roomId)) ?? NOBODY);
}

const NOBODY: Parties = { sellerId: null, buyerId: null };

/**
 * Writes a message in one round trip. To avoid deadlocks, rows are locked in the same order everywhere: room, unread
 * count, event streams.
 */
function writing(
  viewer: Viewer,
  roomId: string,
  other: string,
  input: MessageInput,
  offerId: string | null = null,
) {
  const events = insertEvents(
    sql`select user_id from unread union all select sender_id from message, unread`,
    "chat.message",
    sql`select jsonb_build_object('roomId', chat_room_id, 'seq', seq) from message`,
  );
  const path = roomPath(roomId);
  const note = { userId: other, tag: path, path, title: viewer.username, text: input.message };
  // An offer has its own notice, which browsers are told of.
  const pushed =
    offerId === null
      ? messageNotes(note)
      : sql`select null::uuid as subscription_id from message where false`;
  return sql<WrittenRow>`
      with room as (
        update chat_rooms set seq = seq + 1, last_message_at = clock_timestamp()
        where id = ${roomId} and seller_id is not null and buyer_id is not null
          -- Checked again while the row is locked, so that no message is written after a block.
          and not blocked
        returning id, seq, last_message_at
      ),
      message as (
        insert into chat_messages
          (chat_room_id, seq, sender_id, client_id, message, language, photo_count, offer_id, created_at)
        -- last_message_at was set while the room was locked, so that a later number has a later time.
        select id, seq, ${viewer.id}::uuid, ${input.clientId}::uuid, ${input.message}, ${getLocale()}, ${input.photoIds?.length ?? 0}::smallint,
          ${offerId}::uuid, last_message_at from room
        returning *
      ),
      unread as (
        insert into chat_notifications as known (chat_room_id, user_id, unread_count, unread_since, away_told)
        -- An offer has its own notice, so its reader needs no notice of an unread message.
        select chat_room_id, ${other}::uuid, 1, created_at, offer_id is not null from message
        on conflict (chat_room_id, user_id) do update set unread_count = known.unread_count + 1,
          unread_since = case when known.unread_count = 0 then excluded.unread_since else known.unread_since end,
          away_told = excluded.away_told or (known.away_told and known.unread_count > 0)
        returning user_id
      ),
      pushed as (${pushed}),
      ${events}
      select id, seq, sender_id, client_id, message.message, language, created_at, hidden, null as photos, null as offer,
        -- The author of a message gets no warning about it.
        false as early, (select array_agg(subscription_id) from pushed) as pushed
      from message
  `;
}

/**
 * Marks the other user's messages up to `seq` as read, and notifies the reader's other tabs. The other user gets a read
 * receipt, unless one of the two blocks the other.
 * @throws 404 a room that is not the viewer's
 */
export async function markRoomRead(viewer: Viewer, roomId: string, seq: number): Promise<void> {
  if (!(await roomOfParty(viewer, roomId))) throw new Refused("chat_room_gone");
  await publishingTransaction(async (trx) => {
    // Locks the room, so that a concurrent message is not counted as read before the user has seen it.
    const room = await trx
      .selectFrom("chat_rooms")
      .select(["seq", "seller_id as sellerId", "buyer_id as buyerId", "blocked"])
      .where("id", "=", roomId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!room) return;
    const read = room.blocked ? 0 : Math.min(seq, room.seq);
    const { rows } = await sql<{ was_unread: number; seen: boolean; was_told: boolean }>`
      update chat_notifications set read_seq = greatest(read_seq, ${read}::bigint),
        unread_count = rest.count, unread_since = rest.since, away_told = false
      from (
        select count(*)::integer as count, min(created_at) as since from chat_messages
        where chat_room_id = ${roomId} and seq > ${seq} and sender_id is distinct from ${viewer.id}::uuid
      ) rest
      where chat_room_id = ${roomId} and user_id = ${viewer.id} and (unread_count > 0 or read_seq < ${read}::bigint)
      returning old.unread_count as was_unread, new.read_seq > old.read_seq as seen, old.away_told as was_told
    `.execute(trx);
    const [changed] = rows;
    if (changed?.was_unread) await takeBackPushes(viewer.id, [roomPath(roomId)], trx);
    if (changed?.was_told) await markUnreadNoticeRead(trx, viewer.id, roomId, changed.was_unread);
    const other = otherParty(viewer, room);
    const events = new Map<string, LiveEvent>();
    if (changed?.was_unread) events.set(viewer.id, { kind: "chat.read", subject: { roomId } });
    if (changed?.seen && other) events.set(other, { kind: "chat.seen", subject: { roomId, seq: read } });
    await publishAll(trx, events);
  });
}

/**
 * Tells the other user that the viewer is typing, if the other user has the room open. It does nothing if messages
 * would be refused or the rate limit is reached.
 * @param signal aborted when the viewer has sent the message meanwhile. Then the other user is not told any more
 * @throws 404 a room that is not the viewer's
 */
export async function publishTyping(viewer: Viewer, roomId: string, signal: AbortSignal): Promise<void> {
  const room = await roomOfParty(viewer, roomId);
  if (!room) throw new Refused("chat_room_gone");
  const other = otherParty(viewer, room);
  if (other === null || !can(viewer, "send", { kind: "room", ...room })) return;
  if ((await secondsToWaitInMemory("typing", viewer.id)) !== null) return;
  if (signal.aborted) return;
  await publishEphemeral(other, "chat.typing", { roomId });
}
