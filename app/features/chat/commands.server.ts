import { sql } from "kysely";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { can as canWithListing } from "#app/features/listings/policy.ts";
import { type ListingKey, listingHead } from "#app/features/listings/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { db } from "#app/platform/db.server.ts";
import { publish, publishing } from "#app/platform/events.server.ts";
import { problem } from "#app/platform/problem.server.ts";
import { presentMessage } from "./present.server.ts";
import { messageSent, partiesOf } from "./queries.server.ts";
import { offersChat } from "./rules.ts";
import type { Sent } from "./schema.ts";
import type { ChatMessage } from "./view.ts";

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
 * @throws 404 a room that is not the viewer's
 */
export async function sendMessage(viewer: Viewer, roomId: string, sent: Sent): Promise<ChatMessage> {
  const [room, before] = await Promise.all([
    partiesOf(viewer, roomId, "send"),
    messageSent(viewer, roomId, sent.clientId),
  ]);
  if (!room) throw problem(404, { message: m.chat_room_gone() });
  if (before) return presentMessage(before, viewer.id);
  try {
    return presentMessage(await write(viewer, roomId, room, sent), viewer.id);
  } catch (error) {
    // The same message, sent twice at once: the other one was first, and this one left nothing behind.
    const first = isDouble(error) ? await messageSent(viewer, roomId, sent.clientId) : undefined;
    if (first) return presentMessage(first, viewer.id);
    throw error;
  }
}

function write(viewer: Viewer, roomId: string, room: { sellerId: string; buyerId: string }, sent: Sent) {
  const other = viewer.id === room.sellerId ? room.buyerId : room.sellerId;
  return publishing(async (trx) => {
    // Rows are locked in one order everywhere: room, unread count, event streams.
    const drawn = await trx
      .updateTable("chat_rooms")
      .set({ seq: sql`seq + 1`, last_message_at: sql`clock_timestamp()` })
      .where("id", "=", roomId)
      .returning(["seq", "last_message_at"])
      .executeTakeFirst();
    if (!drawn) throw problem(404, { message: m.chat_room_gone() });
    const message = await trx
      .insertInto("chat_messages")
      .values({
        chat_room_id: roomId,
        seq: drawn.seq,
        sender_id: viewer.id,
        client_id: sent.clientId,
        message: sent.message,
        // The room's moment, drawn under its lock: a later number is never of an earlier time.
        created_at: drawn.last_message_at ?? sql<Date>`clock_timestamp()`,
      })
      .returning(["id", "seq", "sender_id", "client_id", "message", "created_at"])
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("chat_notifications")
      .values({ chat_room_id: roomId, user_id: other, unread_count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(["chat_room_id", "user_id"])
          .doUpdateSet({ unread_count: sql`chat_notifications.unread_count + 1` }),
      )
      .execute();
    await publish(trx, [viewer.id, other], "chat.message", { roomId, seq: message.seq });
    return message;
  });
}

function isDouble(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

/**
 * Counts as unread only what the other wrote after message `seq`, and tells the reader's other tabs.
 * @throws 404 a room that is not the viewer's
 */
export async function markRead(viewer: Viewer, roomId: string, seq: number): Promise<void> {
  const room = await partiesOf(viewer, roomId, "read");
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
          .where("sender_id", "!=", viewer.id),
      }))
      .where("chat_room_id", "=", roomId)
      .where("user_id", "=", viewer.id)
      .where("unread_count", ">", 0)
      .returning("unread_count")
      .executeTakeFirst();
    if (changed) await publish(trx, [viewer.id], "chat.read", { roomId });
  });
}
