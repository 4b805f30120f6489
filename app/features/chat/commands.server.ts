import { sql } from "kysely";
import type { ChatMessage } from "#app/domain/chat-message.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { can as canWithListing } from "#app/features/listings/policy.ts";
import { type ListingKey, listingHead } from "#app/features/listings/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { db, prepared } from "#app/platform/db.server.ts";
import { announce, publish, publishing, told } from "#app/platform/events.server.ts";
import { problem } from "#app/platform/problem.server.ts";
import { limiting } from "#app/platform/rate-limit.server.ts";
import { can } from "./policy.ts";
import { type MessageRow, presentMessage } from "./present.server.ts";
import { messageSent, partiesOf } from "./queries.server.ts";
import { offersChat } from "./rules.ts";
import type { Sent } from "./schema.ts";

/**
 * The room of this buyer and this listing: the one there is, else a new one (marketplace §4).
 * @returns its id
 * @throws 404 no such listing, 403 one's own or one whose seller takes no chats
 */
export async function openRoom(viewer: Viewer, listing: ListingKey): Promise<string> {
  const found = await listingHead(listing);
  if (!found) throw problem(404, { message: m.chat_listing_gone() });
  if (!canWithListing(viewer, "chat", { userId: found.user_id }))
    throw problem(403, { message: `${m.chat_own_title()}. ${m.chat_own_text()}` });
  const known = await roomAbout(viewer, listing);
  if (known) return known;
  if (!offersChat(found.attributes)) throw problem(403, { message: m.chat_not_offered() });
  const made = await db()
    .insertInto("chat_rooms")
    .values({
      listing_type: listing.type,
      listing_id: listing.id,
      listing_name: found.name,
      seller_id: found.user_id,
      buyer_id: viewer.id,
    })
    // Two tabs at once: the second takes the room of the first.
    .onConflict((conflict) => conflict.columns(["listing_type", "listing_id", "buyer_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  const id = made?.id ?? (await roomAbout(viewer, listing));
  if (!id) throw problem(404, { message: m.chat_room_gone() });
  return id;
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
 * Writes a message, counts it as unread for the other, and tells both. Sending the same `clientId` again answers with
 * the message that it was the first time.
 * @throws 404 a room that is not the viewer's, 403 the other left, 429 too many messages in a minute
 */
export async function sendMessage(viewer: Viewer, roomId: string, sent: Sent): Promise<ChatMessage> {
  const room = await partiesOf(viewer, roomId);
  if (!room) throw problem(404, { message: m.chat_room_gone() });
  const other = viewer.id === room.sellerId ? room.buyerId : room.sellerId;
  if (other === null || !can(viewer, "send", room)) throw problem(403, { message: m.chat_other_left() });
  try {
    const written = await write(viewer, roomId, other, sent);
    // The other waits for it; the sender sees it already.
    announce([other, viewer.id]);
    return presentMessage(written, viewer.id);
  } catch (error) {
    // The same message once more: the first one stays, and this one left nothing behind.
    const first = isDouble(error) ? await messageSent(viewer, roomId, sent.clientId) : undefined;
    if (first) return presentMessage(first, viewer.id);
    throw error;
  }
}

/**
 * One statement, which is one round trip and one commit: both people wait for it. Its parts run in the order in which
 * they read each other, and rows are locked in one order everywhere: the sender's limit, room, unread count, event
 * streams.
 */
async function write(viewer: Viewer, roomId: string, other: string, sent: Sent): Promise<MessageRow> {
  const { used, check } = limiting("message", viewer.id);
  const events = told(
    sql`select user_id from unread union all select sender_id from message, unread`,
    "chat.message",
    sql`select jsonb_build_object('roomId', chat_room_id, 'seq', seq) from message`,
  );
  const [row] = await prepared(
    sql<{ points: number; expire: number } & (MessageRow | { id: null })>`
      with ${used},
      room as (
        update chat_rooms set seq = seq + 1, last_message_at = clock_timestamp()
        from used where id = ${roomId} and used.within and seller_id is not null and buyer_id is not null
        returning id, seq, last_message_at
      ),
      message as (
        insert into chat_messages (chat_room_id, seq, sender_id, client_id, message, created_at)
        -- The room's moment, drawn under its lock: a later number is never of an earlier time.
        select id, seq, ${viewer.id}::uuid, ${sent.clientId}::uuid, ${sent.message}, last_message_at from room
        returning *
      ),
      unread as (
        insert into chat_notifications as known (chat_room_id, user_id, unread_count)
        select chat_room_id, ${other}::uuid, 1 from message
        on conflict (chat_room_id, user_id) do update set unread_count = known.unread_count + 1
        returning user_id
      ),
      ${events}
      select used.points, used.expire, id, seq, sender_id, client_id, message.message, created_at
      from used left join message on true
    `,
  );
  if (!row) throw new Error("A use of the limit was not counted.");
  check(row);
  // They left between the look and the write.
  if (row.id === null) throw problem(403, { message: m.chat_other_left() });
  return row;
}

function isDouble(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

/**
 * Counts as unread only what the other wrote after message `seq`, and tells the reader's other tabs.
 * @throws 404 a room that is not the viewer's
 */
export async function markRead(viewer: Viewer, roomId: string, seq: number): Promise<void> {
  const room = await partiesOf(viewer, roomId);
  if (!room) throw problem(404, { message: m.chat_room_gone() });
  await publishing(async (trx) => {
    // Holds back messages that are on their way in, so that none of them is counted as read unseen.
    await trx.selectFrom("chat_rooms").select("id").where("id", "=", roomId).forNoKeyUpdate().execute();
    const changed = await trx
      .updateTable("chat_notifications")
      .set(({ selectFrom }) => ({
        unread_count: selectFrom("chat_messages")
          .select(sql<number>`count(*)::integer`.as("unread"))
          .where("chat_room_id", "=", roomId)
          .where("seq", ">", seq)
          .where("sender_id", "is distinct from", viewer.id),
      }))
      .where("chat_room_id", "=", roomId)
      .where("user_id", "=", viewer.id)
      .where("unread_count", ">", 0)
      .returning("unread_count")
      .executeTakeFirst();
    if (changed) await publish(trx, [viewer.id], "chat.read", { roomId });
  });
}
