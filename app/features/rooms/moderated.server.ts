import { sql, type Transaction } from "kysely";
import { detachFrom } from "#app/features/photos/moderated.server.ts";
import { takeBackPushes } from "#app/features/push/notes.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { roomPath } from "./unread-notices.server.ts";

/**
 * Hides a message, or shows it again (null). Without its indexed words, no search finds it; writing `message` makes a
 * trigger index it again. A push that still waits is taken back.
 */
export async function hideMessage(trx: Transaction<DB>, id: string, hidden: string | null): Promise<void> {
  await (hidden === null
    ? sql`update chat_messages set hidden = null, message = message where id = ${id}`
    : sql`update chat_messages set hidden = ${hidden}, search = null where id = ${id}`
  ).execute(trx);
  if (hidden === null) return;
  const { rows } = await sql<{ room: string; person: string }>`
    select chat_rooms.id as room, person from chat_rooms join chat_messages on chat_messages.chat_room_id = chat_rooms.id,
      unnest(array[seller_id, buyer_id]) person
    where chat_messages.id = ${id} and person is not null
  `.execute(trx);
  for (const { room, person } of rows) await takeBackPushes(person, [roomPath(room)], trx);
}

/**
 * Empties a message that moderators removed. It stays, without its text and pictures, because the messages of a
 * conversation are numbered without gaps.
 */
export async function emptyRemovedMessage(trx: Transaction<DB>, id: string, text: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("chat_messages")
    .set({ message: text, photo_count: 0 })
    .where("id", "=", id)
    .where("hidden", "=", "removed")
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await detachFrom(trx, id);
}
